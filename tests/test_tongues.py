"""Bets, acts and choices are typed in every language; refusals name them in the reader's, and say what bounds them."""

import re
from pathlib import Path

import pytest

from tapete import i18n
from tapete.engine.requests import Act, awaited
from tapete.engine.settings import standard
from tapete.engine.window import Option
from tapete.errors import IllegalAction, Missing, TapeteError
from tapete.games import game, games
from tapete.tongues import DECISIONS, acts, bets, choices
from tapete.web.tables.telling import label
from tapete.words import examples, find_spot, read_act, read_stake
from tests.helpers import EVERYWHERE, sit, stake

ROULETTE = game("ruleta-francesa").rules("extremadura")
FELT = game("ruleta-francesa").layout(ROULETTE, standard(ROULETTE))


@pytest.mark.parametrize("text", ["red 10", "rojo 10", "vermello 10", "gorria 10", "Gorria 10,00"])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_red_is_red_in_every_language_whatever_language_is_spoken(language: str, text: str) -> None:
    with i18n.speaking(language):
        assert read_stake(FELT, text, bets(ROULETTE)) == ("rojo", 1000)


@pytest.mark.parametrize("text", ["rojo 10 €", "rojo 10€", "rojo €10", "rojo 10 euros", "gorria 10 euro", "red 10 EUR"])
def test_the_currency_may_be_written(text: str) -> None:
    assert read_stake(FELT, text, bets(ROULETTE)) == ("rojo", 1000)


@pytest.mark.parametrize(
    ("text", "bet"), [("rojo", "Rojo"), ("17", "Pleno 17"), ("pleno 17", "Pleno 17"), (" gorria ", "Rojo")]
)
def test_a_bet_without_an_amount_is_asked_for_it_by_its_name(text: str, bet: str) -> None:
    with i18n.speaking("es"), pytest.raises(TapeteError) as refused:
        read_stake(FELT, text, bets(ROULETTE))
    with i18n.speaking("es"):
        said = i18n.translated(refused.value.text)
    assert said == f"¿cuánto a {bet}? Escriba un importe detrás, como «{text.strip()} 5»"


@pytest.mark.parametrize(
    "text", ["retirar rojo 10", "take back red 10 €", "retirar vermello 10,50", "kendu gorria 10 euro"]
)
@pytest.mark.parametrize("openings", [[Option("ana", "withdraw", "rojo", "1")], []], ids=["open", "not open"])
def test_a_bet_is_taken_back_whole(openings: list[Option], text: str) -> None:
    tongues = bets(ROULETTE), acts(ROULETTE)
    with i18n.speaking("es"), pytest.raises(TapeteError) as refused:
        read_act(openings, FELT, text, *tongues)
    with i18n.speaking("es"):
        assert i18n.translated(refused.value.text) == "Rojo se retira entera: no escriba un importe detrás"
    for spot, said in (("rojo", "retirar rojo"), ("pleno:17", "retirar pleno 17"), ("pleno:17", "kendu 17")):
        on = [Option("ana", "withdraw", spot, "1")] if openings else []
        assert read_act(on, FELT, said, *tongues) == Act("withdraw", spot)


@pytest.mark.parametrize("text", ["split 4/7", "caballo 4/7", "cabalo 4-7", "Pareja o caballo 4/7"])
def test_one_word_of_a_name_and_what_it_covers_are_enough(text: str) -> None:
    assert find_spot(FELT, text.split(), names=bets(ROULETTE)) == "caballo:4-7"


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_bet_of_every_game_is_found_by_its_name_in_every_language(name: str, region: str) -> None:
    rules = game(name).rules(region)
    layout = game(name).layout(rules, standard(rules))
    firsts = {spot.id.partition(":")[0]: spot for spot in list(layout.values())[::-1]}
    tongue = bets(rules)
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            for spot in firsts.values():
                on_the_felt = label(rules, spot).rpartition(", ")[0] or label(rules, spot)
                for said in {tongue(spot.id)[0], on_the_felt}:
                    assert find_spot(layout, said.split(), names=tongue) == spot.id, (language, said)


def test_what_is_nearest_is_said_by_its_name_in_the_readers_language() -> None:
    with i18n.speaking("gl"), pytest.raises(Missing) as refused:
        find_spot(FELT, ["vermelo"], names=bets(ROULETTE))
    with i18n.speaking("gl"):
        assert "Vermello" in i18n.translated(refused.value.text)
    assert str(refused.value) == "unknown bet 'vermelo': did you mean rojo"


def test_a_name_that_may_be_several_says_which() -> None:
    names = {"rojo": ["Comodín rojo"], "negro": ["Comodín negro"]}.__getitem__
    with pytest.raises(Missing, match=r"^'comodín' may be rojo or negro: say which$"):
        find_spot(["rojo", "negro"], ["comodín"], names=names)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Take back red", Act("withdraw", "rojo")),
        ("retirar vermello", Act("withdraw", "rojo")),
        ("kendu gorria", Act("withdraw", "rojo")),
        ("quito rojo", Act("withdraw", "rojo")),
        ("take down red", Act("withdraw", "rojo")),
        ("desfacer", Act("undo")),
        ("Undo", Act("undo")),
        ("Apustu gehiagorik ez", Act("close")),
        ("non vai máis", Act("close")),
    ],
)
def test_acts_are_typed_in_every_language(text: str, act: Act) -> None:
    open_ = [Option("ana", do, "rojo" if do == "withdraw" else "", "1") for do in ("withdraw", "undo", "close")]
    for openings in (open_, []):
        assert read_act(openings, FELT, text, bets(ROULETTE), acts(ROULETTE)) == act


@pytest.mark.parametrize("text", ["stand", "plantarse", "gelditu"])
def test_choices_are_typed_in_every_language(text: str) -> None:
    assert find_spot(["plantarse", "carta"], [text], "choice", choices) == "plantarse"


def test_every_decision_of_a_golden_round_is_known_where_it_is_not_open_too() -> None:
    played = "".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "golden").glob("*.jsonl"))
    chosen = set(re.findall(r'"do":"choose","on":"([^"]+)"', played))
    assert len(chosen) > 20 and chosen <= set(DECISIONS)


def test_what_a_table_waits_for_has_words_whatever_it_is() -> None:
    """No reader is shown how a transcript names it: `choose:ana:mano/1`, `show:#3`, `card:banca`."""
    played = "".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "golden").glob("*.jsonl"))
    labels = {*re.findall(r'"t":"in"[^\n]*?"to":"([^"]+)"', played), "mix", "withdraw", "broken", "lots:ana/luis"}
    assert len(labels) > 100
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            words = {label: i18n.translated(awaited(label)) for label in labels}
        assert [word for word in words.values() if re.search(r"[a-z][:/]\w|:#", word)] == [], language
    with i18n.speaking("en"):
        for label, meant in {
            "card:banca": "a card: bank",
            "show:#3": "card #3 to be turned over",
            "choose:ana:mano/1": "a decision: ana, hand 1",
            "choose:croupier:corte": "a decision: croupier, cut",
            "seguro": "a decision: insurance",
            "drum:1-90": "a number from the drum: 1-90",
        }.items():
            assert i18n.translated(awaited(label)) == meant


# Where a bound comes from


def said(error: TapeteError, language: str = "en") -> str:
    with i18n.speaking(language):
        return i18n.translated(error.text).replace("\xa0", " ")


def test_a_purse_is_not_the_law() -> None:
    table = sit("ruleta-francesa", "extremadura", chips={"ana": 6000}).open()
    with pytest.raises(IllegalAction) as refused:
        stake(table, "ana", "rojo", "80")
    assert refused.value.article == ""
    assert said(refused.value) == "ana has €60 in chips, not €80"


def test_a_maximum_that_the_house_chose_is_said_to_be_the_houses() -> None:
    table = sit("ruleta-francesa", "extremadura", chips={"ana": 10_000_000}).open()
    with pytest.raises(IllegalAction) as refused:
        stake(table, "ana", "rojo", "90000")
    limit = ROULETTE.limits[ROULETTE.bets["rojo"].limit]
    assert limit.leaves_open and refused.value.article == limit.article
    assert "the house set this maximum" in said(refused.value)
    assert said(refused.value).startswith("Red takes €5 to ")


def test_a_refusal_names_a_spot_and_not_its_id() -> None:
    table = sit("ruleta-francesa", "extremadura", chips={"ana": 100_000}).open()
    with pytest.raises(IllegalAction) as refused:
        stake(table, "ana", "caballo:4-7", "2.20")
    assert said(refused.value, "es").startswith("Pareja o caballo 4/7 admite de 5 € a ")
    with pytest.raises(IllegalAction) as refused:
        table.act("ana", Act("withdraw", "caballo:4-7"))
    assert said(refused.value).startswith("ana has no chips on 'Split 4/7'")


# Between players

HOLDEM = game("holdem").rules("extremadura")
BACCARAT = game("chemin-de-fer").rules("extremadura")
TURN = [
    Option("ana", "fold", "", "1"),
    Option("ana", "call", "", "1"),
    Option("ana", "raise", "", "1", 2000, 30_000, 500),
]


@pytest.mark.parametrize(
    ("text", "act"),
    [
        *(
            (text, Act("fold"))
            for text in ("fold", "retirarse", "me retiro", "retírome", "erretiratu", "Give up the hand")
        ),
        *((text, Act("call")) for text in ("call", "ir", "voy", "cubrir", "vou", "banoa", "estali", "Match the bet")),
        *((text, Act("raise", "", 2500)) for text in ("raise 25", "subir 25", "subo 25", "Igo 25,00")),
        *((f"subir {text}", Act("raise", "", 30_000)) for text in ("todo", "all in", "dena", "mi resto", "máximo")),
        *((f"raise {text}", Act("raise", "", 2000)) for text in ("minimum", "mínimo", "gutxienekoa")),
        *((text, Act("raise", "", 30_000)) for text in ("all in", "resto", "Todo", "dena")),
        ("bet 25", Act("bet")),  # there is a bet already: the table says so
        ("apostar 25", Act("bet")),
    ],
)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_turn_at_poker_is_typed_in_every_language(language: str, text: str, act: Act) -> None:
    with i18n.speaking(language):
        assert read_act(TURN, {}, text, bets(HOLDEM), acts(HOLDEM), game("holdem").verbs) == act


def test_the_only_amount_need_not_be_said_and_last_chips_match() -> None:
    fixed = [Option("ana", "call", "", "1"), Option("ana", "raise", "", "1", 1000, 1000, 500)]
    assert read_act(fixed, {}, "subo", bets(HOLDEM), acts(HOLDEM)) == Act("raise", "", 1000)
    assert read_act(fixed[:1], {}, "resto", bets(HOLDEM), acts(HOLDEM)) == Act("call")
    with pytest.raises(TapeteError, match="needs an amount"):
        read_act(TURN, {}, "subo", bets(HOLDEM), acts(HOLDEM))


@pytest.mark.parametrize(
    ("do", "texts"),
    [
        ("banco", ("banco", "Banko", "BANCO")),
        ("banco-again", ("suivi", "seguido", "banco seguido", "banko jarraitua", "Banco again")),
        ("last-complete", ("último completo", "azken osoa")),
        ("all-goes", ("todo va", "todo vai", "dena doa")),
        ("take", ("tomo", "tomo la banca", "tomo a banca", "hartzen dut")),
        ("pass", ("pasar la mano", "paso la mano", "pasar a man", "eskua pasatu", "pass the hand")),
    ],
)
def test_calls_of_chemin_de_fer_are_typed_in_every_language(do: str, texts: tuple[str, ...]) -> None:
    open_ = [Option("ana", verb, "", "1") for verb in game("chemin-de-fer").verbs]
    for text in texts:
        assert read_act(open_, {}, text, bets(BACCARAT), acts(BACCARAT)).do == do, text


def test_where_no_stake_is_open_what_may_be_done_is_named_and_a_bet_is_still_understood() -> None:
    open_ = [Option("ana", "refuse", "", "1"), Option("ana", "take", "", "1", 500, 50_000, 50)]
    with i18n.speaking("es"), pytest.raises(Missing) as unknown:
        read_act(open_, ["punto"], "dinero 200", bets(BACCARAT), acts(BACCARAT))
    assert said(unknown.value, "es") == "no se conoce «dinero 200» (acto); hay: Dejar pasar la mano, Tomar la banca por"
    assert read_act(open_, ["punto"], "punto 50", bets(BACCARAT), acts(BACCARAT)) == Act("stake", "punto", 5000)


@pytest.mark.parametrize(
    ("id", "texts"),
    [
        ("carta", ("card", "carta", "karta")),
        ("no", ("no", "non", "ez", "no carta", "non carta", "kartarik ez", "no card")),
        ("abatir", ("abatir", "erakutsi", "show")),
    ],
)
def test_a_card_or_none_is_asked_for_in_every_language(id: str, texts: tuple[str, ...]) -> None:
    for text in texts:
        assert find_spot(["abatir", "carta", "no"], text.split(), "choice", choices) == id, text


def test_cards_are_named_by_what_they_show_however_that_is_written() -> None:
    table = sit("poker-cubierto", "galicia", physical=False)
    table.open().act("croupier", Act("close"))  # the draw of the seats
    hand = table.open()
    hand.act("croupier", Act("close"))
    seen = hand.view("ana")
    own = {slot: face for slot, face in seen.faces.items() if face}
    assert len(own) == 5
    symbols = dict(zip("cdhs", "♣♦♥♠", strict=True))
    for slot, face in own.items():
        rank, suit = face[:-1], face[-1]
        ways = (
            face,
            face.upper(),
            rank + symbols[suit],
            rank.replace("10", "T") + suit,
            rank.replace("10", "t") + suit,
        )
        assert {seen.meant(f"tiro {way}") for way in ways} == {f"tiro {slot}"}
    others = next(f"{rank}h" for rank in "A23456789" if f"{rank}h" not in own.values())
    assert seen.meant(f"tiro {others}") == f"tiro {others}"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize(("name", "region"), [(each.id, each.regions[0]) for each in games() if each.has("play")])
def test_a_bet_is_shown_as_a_reader_would_type_it(name: str, region: str, language: str) -> None:
    """What a table's line shows as an example is taken as a stake on a bet that the game's examples wish for."""
    found, rules = game(name), game(name).rules(region)
    layout = found.layout(rules, standard(rules))
    with i18n.speaking(language):
        typed = examples(layout, found.examples, bets(rules))
        stakes = [read_stake(layout, text, bets(rules)) for text in typed]
    plain = [read_stake(layout, text) for text in examples(layout, found.examples)]
    assert stakes == plain


def test_an_example_is_in_the_reader_s_words() -> None:
    rules = game("treinta-cuarenta").rules("extremadura")
    with i18n.speaking("en"):
        first = examples(game("treinta-cuarenta").layout(rules, standard(rules)), ("rojo",), bets(rules))
    assert first == ["red 5"]
