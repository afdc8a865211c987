"""Words: whatever a person reads is there in every language, and refusals and breaches are said in the reader's."""

import ast
import functools
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import tapete
from tapete import i18n
from tapete.audit.table import TableFile, check
from tapete.cards.card import SPANISH
from tapete.cards.composition import Composition
from tapete.engine.places import ROLES, called
from tapete.engine.requests import Act, awaited
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.engine.shoe import Gone
from tapete.engine.window import Window
from tapete.errors import Said, TapeteError, Word, either
from tapete.floor import Floor
from tapete.games import game
from tapete.law.sections import BankRulebook
from tapete.money import format_cents
from tapete.par.printed import content
from tapete.par.sheet import sheet
from tapete.web.catalogue.rows import rows_of
from tapete.web.tables import telling
from tapete.words import normal
from tests.casino import Casino
from tests.helpers import EVERYWHERE, close, sit, stake
from tests.robot import evening
from tests.web import House, house

pytestmark = pytest.mark.xdist_group("words")  # what is worked out for one of them serves the others

SOURCE = Path(tapete.__file__).parent
TRANSLATED = ["es", "gl", "eu"]

__all__ = ["house"]


def known(language: str) -> dict[str, str]:
    """What a catalogue has, by message; words of rulebooks start with their context."""
    found = i18n.catalogue(language)._catalog  # type: ignore[attr-defined]
    return {key[0] if isinstance(key, tuple) else key: said for key, said in found.items()}


# What templates of pages say


@functools.cache
def messages() -> frozenset[str]:
    """Every message that code and templates say."""
    methods = [("web/templates/**.html", "jinja2.ext:babel_extract"), ("web/**.py", "python")]
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
    options = {"web/templates/**.html": {"extensions": "jinja2.ext.do"}}
    found = extract_from_dir(str(SOURCE), methods, options, keywords=keywords)
    return frozenset(message if isinstance(message, str) else message[0] for _, _, message, _, _ in found)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    assert messages() - known(language).keys() == set()


def test_nothing_is_translated_that_nobody_says() -> None:
    """Words of rulebooks are put together of parts: those are not asked for."""
    nodes = (node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.Constant))
    said = {node.value for node in nodes if isinstance(node.value, str)}
    files = (path for kind in ("html", "js", "toml") for path in sorted(SOURCE.rglob(f"*.{kind}")))
    shown = " ".join(word for path in files for word in path.read_text(encoding="utf-8").split())
    for path in sorted((i18n.FOLDER / TRANSLATED[0]).glob("*.po")):
        with path.open("rb") as file:
            plain = [message for message in read_po(file) if message.id and not message.context]
        ids = [message.id if isinstance(message.id, str) else message.id[0] for message in plain]
        idle = [id for id in ids if id not in said and " ".join(id.split()) not in shown]
        assert idle == [], path.name


def fields(text: str) -> set[str]:
    """What a message has filled in: `%(name)s`, `{name}` or `{0}`; how English writes a number does not matter."""
    return set(re.findall(r"%\(\w+\)s|\{\w+", text))


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_fill_in_what_messages_do(language: str) -> None:
    assert [id for id, said in known(language).items() if id and fields(id) != fields(said)] == []


# What refusals and breaches say

FIRST, BREACH = (0,), (2, 3)
SAYING = {"Refusal": FIRST, "Said": FIRST, "Breach": BREACH, "_breach": BREACH, "_wrong": (1,), "require": (2,)}
SAYING["decides"] = (3,)
OWN_WORDS = {"RulebookError", "Diverged", "Illegal"}  # errors that take no template from who raises them


@functools.cache
def trees() -> dict[Path, ast.Module]:
    """The source, but for the command line, which speaks English."""
    files = (path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts[0] != "cli")
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}


@functools.cache
def errors() -> frozenset[str]:
    """The names of all errors that are for a person."""
    classes = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {"TapeteError"}
    while more := {node.name for node in classes if found & set(map(name_of, node.bases))} - found:
        found |= more
    return frozenset(found)


def name_of(node: ast.expr) -> str:
    """The last part of a name."""
    return getattr(node, "id", getattr(node, "attr", ""))


def templates() -> Iterator[tuple[str, ast.expr]]:
    """Every template of a sentence, with where it stands."""
    places = {**SAYING, **dict.fromkeys(errors() - OWN_WORDS, FIRST)}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            found: list[tuple[ast.Call, tuple[int, ...]]] = []
            if isinstance(node, ast.ClassDef) and node.name in errors() - {"RulebookError"}:
                inner = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
                found = [(call, FIRST) for call in inner if name_of(call.func) == "__init__"]
            elif isinstance(node, ast.Call):
                found = [(node, places.get(name_of(node.func), ()))]
            for call, at in found:
                yield from ((f"{path.name}:{call.lineno}", call.args[i]) for i in at if i < len(call.args))


def test_sentences_are_constant_templates() -> None:
    """What is said is a template or a sentence handed on, never put together from pieces that nobody translates."""
    handed_on = (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Starred)
    assert [f"{at}: {ast.unparse(node)}" for at, node in templates() if not isinstance(node, handed_on)] == []
    formatted = [node for _, node in templates() if isinstance(node, ast.Call) and name_of(node.func) == "format"]
    assert [ast.unparse(node) for node in formatted] == []


@functools.cache
def sentences() -> frozenset[str]:
    """Every constant template, the verbs that acts are named by, and what a table waits for."""
    said = {node.value for _, node in templates() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    calls = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    verbs = [verb for call in calls for verb in call.args[1:2] if name_of(call.func) in ("Option", "of_amount")]
    assigned = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    tuples = [node.value for node in assigned if [name_of(target) for target in node.targets] == ["verbs"]]
    verbs += [verb for node in tuples if isinstance(node, ast.Tuple) for verb in node.elts]
    said |= {verb.value for verb in verbs if isinstance(verb, ast.Constant) and isinstance(verb.value, str)}
    for name, region in EVERYWHERE:
        for rule in game(name).rules(region).irregularities.values():
            said |= {awaited(kind).template for kind in rule.during}
    return frozenset(said | {awaited("card:banca").template, awaited("choose:ana:corte").template} - {""})


def test_a_few_hundred_sentences_are_found() -> None:
    """So that the tests beside this one do not pass for having found nothing."""
    assert len(sentences()) > 300
    assert {"{who} cannot '{do}' now", "nothing more", "open a table", "stake", "a card"} <= sentences()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: str) -> None:
    assert sentences() - known(language).keys() == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_translated_twice(language: str) -> None:
    """As the files are written: who reads one takes the last of two for both."""
    files = [path.read_text(encoding="utf-8") for path in sorted((i18n.FOLDER / language).glob("*.po"))]
    entry = re.compile(r'^(?:msgctxt "(.*)"\n)?msgid ((?:".*"\n)+)', re.MULTILINE)
    found = [(context, *re.findall(r'"(.*)"', id)) for text in files for context, id in entry.findall(text)]
    ids = Counter(f"{context} {''.join(parts)}" for context, *parts in found if any(parts))
    assert len(ids) > 1000 and [id for id, count in ids.items() if count > 1] == []


def said(text: str, language: str) -> str:
    """A sentence as a reader of a language has it, with plain spaces."""
    with i18n.speaking(language):
        return i18n.translated(text).replace("\xa0", " ")


def test_values_of_sentences_are_said_in_the_language_too() -> None:
    late = Said("'{act}' is not asked for now", act=Act("stake", "rojo", 1250).said)
    assert late == "'stake rojo 12.50' is not asked for now"
    assert [said(late, code) for code in ("en", *TRANSLATED)] == [
        "'stake rojo €12.50' is not asked for now",
        "«apostar rojo 12,50 €» no se pide ahora",
        "«apostar rojo 12,50 €» non se pide agora",
        "«apustu egin rojo 12,50 €» ez da orain eskatzen",
    ]


def test_alternatives_roles_words_of_rulebooks_and_numbers_in_a_sentence() -> None:
    amounts = either([format_cents(cents) for cents in (500, 1000, 250_000)])
    assert (amounts, said(amounts, "gl")) == ("5, 10 or 2500", "5 €, 10 € ou 2.500 €")
    assert said(Said("it is {who}'s choice", who=called("inspector")), "es") == "decide el inspector"
    assert said(Said("it is {who}'s choice", who=called("ana")), "es") == "decide ana"
    stays = Said("{bet} stays until it is won or lost", bet=Word("Rojo"))
    assert said(stays, "eu") == "Gorria: irabazi edo galdu arte geratzen da"
    many = Said("a session has 1 to {most:,} rounds", most=1_000_000)
    assert (many, said(many, "es")) == (
        "a session has 1 to 1,000,000 rounds",
        "una sesión tiene de 1 a 1.000.000 jugadas",
    )
    assert said(many, "en") == many


def test_an_error_keeps_its_sentence() -> None:
    """What the command line prints is the English one."""
    table = sit("bola", "extremadura").open()
    with pytest.raises(TapeteError) as refused:
        stake(table, "ana", "rojo", "2.50")
    assert str(refused.value).startswith("rojo takes 5 to ")
    assert said(refused.value.text, "es").startswith("Rojo admite de 5 € a ")


# What a reader is shown


@pytest.fixture
def casino(tmp_path: Path, language: str) -> Iterator[Casino]:
    """A casino whose people all speak one language."""
    found = Casino(tmp_path, language)
    yield found
    found.close()


def page(casino: Casino, who: str, path: str, **sent: Any) -> str:
    """The page that answers a form, as it is read."""
    answer = casino.client.post(path, headers={**casino.headers(who), "accept": "text/html"}, **sent)
    return unescape(answer.text).replace("\xa0", " ")


LIMITS = {
    "en": ("Red takes €5 to ", " in steps of €0.50, not €2.20 (art. "),
    "es": ("Rojo admite de 5 € a ", " de 0,50 € en 0,50 €, no 2,20 € (art. "),
    "gl": ("Vermello admite de 5 € a ", " de 0,50 € en 0,50 €, non 2,20 € (art. "),
    "eu": ("Gorria: gutxienez 5 €, gehienez ", ", urratsa 0,50 €; ez 2,20 € ("),
}


@pytest.mark.parametrize("language", LIMITS)
def test_an_illegal_bet_is_refused_in_the_language_of_who_makes_it(casino: Casino, language: str) -> None:
    table = casino.table("bola", "extremadura")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    shown = page(casino, "ana", f"/tables/{table}/act", data={"do": "stake", "on": "rojo", "euros": "2.20"})
    for part in LIMITS[language]:
        assert part in shown
    told = casino.act("ana", table, "stake", "rojo", 220).json()["detail"].replace("\xa0", " ")
    assert told.startswith(LIMITS[language][0])
    assert f">{told}</h1>" in shown


CHIPS = {
    "en": ("chips of €3", "a chip that divides €5"),
    "es": ("fichas de 3 €", "una ficha que divida 5 €"),
    "gl": ("fichas de 3 €", "unha ficha que divida 5 €"),
    "eu": ("fitxak: 3 €", "zenbateko hau zatitzen duen fitxa bat: 5 €"),
}


@pytest.mark.parametrize("language", CHIPS)
def test_the_breaches_of_an_illegal_table(casino: Casino, language: str) -> None:
    form = {"game": "bola", "region": "extremadura", "minimum": "5", "chip": "3"}
    shown = page(casino, "dora", "/tables", data=form)
    for part in CHIPS[language]:
        assert part in shown
    given = {"game": "bola", "region": "extremadura", "minimum": 500, "chip": 300}
    (breach,) = casino.post("dora", "/api/v1/tables/check", given).json()["breaches"]
    assert (breach["where"], breach["what"].replace("\xa0", " ")) == ("chip", CHIPS[language][0])
    refused = casino.post("dora", "/api/v1/tables", given).json()["detail"].replace("\xa0", " ")
    assert f"chip: {CHIPS[language][0]}; " in refused


PAID = {
    "en": ("line {}", "€20.50 from bank to chips/ana", "€10 from bank to chips/ana"),
    "es": ("línea {}", "20,50 € de bank a chips/ana", "10 € de bank a chips/ana"),
    "gl": ("liña {}", "20,50 € de bank a chips/ana", "10 € de bank a chips/ana"),
    "eu": ("{}. lerroa", "20,50 €: bank → chips/ana", "10 €: bank → chips/ana"),
}


def spoiled() -> tuple[list[bytes], int]:
    """A log in which Ana's ten euros on red are paid with 20.50, and the line that says so."""
    table = sit("bola", "extremadura").open()
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("2")
    lines = table.lines()
    at = next(i for i, line in enumerate(lines) if b'"src":"bank","dst":"chips/ana"' in line)
    lines[at] = lines[at].replace(b'"cents":1000', b'"cents":2050')
    return lines, at + 1


@pytest.mark.parametrize("language", PAID)
def test_the_audit_of_a_spoiled_log(casino: Casino, language: str) -> None:
    lines, number = spoiled()
    log = {"log": ("log.jsonl", b"\n".join(lines))}
    where, what, right = PAID[language]
    shown = page(casino, "ana", "/history/audit", files=log)
    for part in (where.format(number), what, right):
        assert f">{part}<" in shown
    answer = casino.client.post("/api/v1/audit", files=log, headers=casino.headers("ana"))
    first = answer.json()["breaches"][0]
    assert first["where"] == where.format(number)
    assert (first["what"].replace("\xa0", " "), first["right"].replace("\xa0", " ")) == (what, right)


def test_machines_are_refused_in_the_language_they_accept(house: House) -> None:
    client = house.visitor("eu")
    client.headers["accept"] = "application/json"
    unknown = client.get("/api/v1/games/montes/extremadura/odds")
    assert (unknown.status_code, unknown.json()["detail"]) == (
        404,
        "ez da ezagutzen «montes» (jokoa): hau esan nahi zenuen? monte",
    )
    table = {"game": "bola", "region": "extremadura"}
    bad = {
        "minimum: honen gainetik egon behar du: 0": {**table, "minimum": 0},
        "minimum: gehienez 1.000.000.000 izan behar du": {**table, "minimum": 10**10},
        "minimum: ez da zenbaki osoa": {**table, "minimum": "cinco"},
        "physical: ez da ez egia ez gezurra": {**table, "physical": "quizá"},
        "game: falta da": {"region": "extremadura"},
        "crupier: gako ezezaguna": {**table, "crupier": "Ana"},
        "game: gehienez 60 karaktere onartzen ditu": {**table, "game": "b" * 61},
    }
    assert {key: client.post("/api/v1/tables/check", json=sent).json()["detail"] for key, sent in bad.items()} == {
        key: key for key in bad
    }


# The words of rulebooks

PLAIN = re.compile(r"[A-Z]|[\d:-]+|[TP]{11}|ana|[a-z-]+:[\d-]+")  # ranks, numbers and ratios, draws, a name, spots
PARTS = ("", "/odds", "/differences", "/best")


class Asked(NamedTuple):
    """Messages and words that were asked for."""

    text: set[str]
    law: set[str]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """Every message and every word of rulebooks that the pages of all games ask a catalogue for."""
    catalogue, found = i18n.catalogue("eu"), Asked(set(), set())
    text, law = catalogue.gettext, catalogue.pgettext

    def gettext(message: str) -> str:
        found.text.add(message)
        return text(message)

    def pgettext(context: str, message: str) -> str:
        found.law.add(message)
        return law(context, message)

    with pytest.MonkeyPatch.context() as patch, Floor(f"sqlite:///{tmp_path_factory.mktemp('asked')}/casa.db") as floor:
        patch.setattr(catalogue, "gettext", gettext)
        patch.setattr(catalogue, "pgettext", pgettext)
        client = House(floor).visitor("eu")
        for name, region in EVERYWHERE:
            here = f"/games/{name}/{region}"
            for path in [here + part for part in PARTS] + [f"/simulate?place={name}/{region}"]:
                assert client.get(path).status_code < 500
            for seed in range(3):
                assert client.get(f"/train/{name}/{region}?seed={seed}").status_code < 500
        with i18n.speaking("eu"):
            for name, region in EVERYWHERE:
                say_rounds(name, region)
                printed(name, region)
    return found


def printed(name: str, region: str) -> None:
    """All that a par sheet says: bets or final hands, what an hour is, options and rules."""
    its = game(name)
    if its.has("odds") or its.has("frequencies"):
        content(sheet(its, its.rules(region), {}, rows_of(its, region) if its.has("odds") else ()))


def say_rounds(name: str, region: str) -> None:
    """All that a live table says of some rounds: what is open and waited for, what was done and what happened."""
    known = game(name).rules(region).options
    options = {id: option.values[-1] for id, option in known.items() if option.by == "house"}
    for chosen in ({}, options):
        session = sit(name, region, physical=False, options=chosen)
        rules = session.rules

        def watch(table: Round, rules: BankRulebook = rules) -> None:
            assert table.pending is not None
            telling.hand_name(table.pending.label.rpartition(":")[2] or "")
            if isinstance(table.pending, Window):
                for who in ("ana", "luis", *ROLES):
                    for item in table.pending.open(who):
                        telling.doing(rules, item.do, item.on)

        for played in evening(session, 6, seed=11, watch=watch, trouble=0.05):
            telling.tell(rules, played.log, "ana", everything=True)


@pytest.mark.parametrize("language", TRANSLATED)
def test_pages_of_games_ask_for_nothing_untranslated(asked: Asked, language: str) -> None:
    assert sorted(asked.text - known(language).keys()) == []


@pytest.mark.parametrize("language", ["gl", "eu"])
def test_every_word_of_rulebooks_is_translated(asked: Asked, language: str) -> None:
    """Rulebooks speak Spanish already, with keys in English, so those two languages have what stays the same aside."""
    words = {key.removeprefix("law\x04") for key in known(language) if key.startswith("law\x04")}
    left = sorted(word for word in asked.law - words if not PLAIN.fullmatch(word))
    assert left == [], left


def test_spanish_words_of_rulebooks_are_said_with_their_accents() -> None:
    """An id says itself in Spanish where no catalogue has it, but has no accents: none that needs one is left so."""
    said = known("es")
    ids = {key.removeprefix("law\x04") for key in known("eu") if key.startswith("law\x04")}
    names = (name for id, region in EVERYWHERE for name in game(id).rules(region).labels.values())
    written = {word for text in (*said.values(), *names) for word in re.findall(r"\w+", text.lower())}
    accented = {plain: word for word in written if (plain := normal(word)) != word}
    bare = {id for id in ids if re.fullmatch("[a-z-]+", id) and f"law\x04{id}" not in said}
    assert [id for id in sorted(bare) for word in id.split("-") if word in accented.keys() - written] == []


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_is_nothing_once_rounded_has_no_sign(language: str) -> None:
    with i18n.speaking(language):
        said = (i18n.number(-0.04, 1), i18n.number(-0.4), i18n.percent(-0.00004), i18n.money(-0.4))
        assert [text for text in said if "-" in text] == []
        assert "-" in i18n.number(-0.06, 1) and "-" in i18n.percent(-0.0002)


def test_one_of_anything_is_said_as_one() -> None:
    """What is counted reads rightly where there is one of it, or one pack to count it in."""
    holdem, settings = (
        game("holdem").rules("galicia"),
        standard(game("holdem").rules("galicia"), options={"duracion": "1"}),
    )
    monte = Composition.full(1, SPANISH).less(SPANISH.cards[1:])
    wheel = {"game": "bola", "region": "extremadura", "minimum": 5, "colours": 1}
    (colour,) = check(TableFile.model_validate(wheel))
    said = [
        lasts[0] if (lasts := game("holdem").length(holdem, settings)) else "",
        monte.said,
        Gone({"1o": 2}).impossible(SPANISH, 1),
        Gone(unseen=41).impossible(SPANISH, 1),
        f"{colour.where}: {colour.what}",
    ]
    assert said == [
        "A game lasts one minute, as announced, and the last hands.",
        "1 of 40 cards",
        "1o: 2 gone of 1",
        "gone unseen: 41 of 40 cards",
        "colours: 1",
    ]
