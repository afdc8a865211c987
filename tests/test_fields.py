"""Every field of every rulebook runs, is checked, or says that it is cited only: what code reads is watched."""

import contextlib
import functools
import inspect
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from unittest import mock

import msgspec
import pytest
from pydantic.fields import FieldInfo

import tapete
from tapete.audit.breach import Breach
from tapete.audit.log import audit
from tapete.audit.table import check, check_written, parse
from tapete.engine.requests import Act, Spin
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.engine.window import Option, Window
from tapete.errors import Said, TapeteError
from tapete.games import game, games
from tapete.law.house import house
from tapete.law.marks import declared, is_label
from tapete.law.rulebook import Like, Model, Section
from tapete.law.sections import BankRulebook
from tapete.money import format_cents
from tapete.odds.prices import prices
from tests import robot
from tests.descriptions import DESCRIPTIONS
from tests.helpers import EVERYWHERE, close, company, sit

pytestmark = pytest.mark.xdist_group("fields")  # what all of them ask is worked out once
# Games that are described and not dealt.
DESCRIBED = [(found.id, region) for found in games() if not found.has("play") for region in found.regions]
Field = tuple[type[Model], str]
Reads = set[Field]
SOURCE = Path(tapete.__file__).parent
# What goes through every field alike, and so tells nothing of any.
GENERIC = {str(SOURCE / "law" / f"{name}.py") for name in ("rulebook", "compare", "standing", "loading")}
# What works something out of a rulebook once, whoever asks first.
REMEMBERING = ("tapete.games.", "tapete.engine.", "tapete.audit.", "tapete.law.last", "tapete.law.floats")
ABOUT = {"game", "region", "choices", "taken", "like"}

# Whose loop takes long to be made ready: it reads of one bet what it reads of another, or what table and odds do too.
WEIGHTY = {
    "poker-sin-descarte": 0,
    **dict.fromkeys(("trijoker", "pai-gow", "texas-bonus", "texas-poker", "poker-cuatro-cartas", "monte"), 1),
}
# Games of which much happens seldom: a shoe that ends, a series that ends after a die was lost, a split hand.
LONG = ("treinta-cuarenta", "reto", "dados", "blackjack", "triple-blackjack")
ROUNDS = {"chemin-de-fer": 250, "bacara-dos-panos": 60, "holdem": 60}  # a second shoe; a pot that several share


def watched(rules: BankRulebook) -> BankRulebook:
    """The same rulebook as nobody has asked it anything yet: equal to none, with nothing worked out before."""
    data = rules.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    fresh = type(rules).model_validate({**data, "title": "watched"})
    for model in models(fresh):
        for name in vars(model).keys() - type(model).model_fields.keys():
            del vars(model)[name]
    return fresh


def forget() -> None:
    """What other tests worked out of parts of rulebooks is worked out again: a part need not be unlike another's."""
    for name, module in list(sys.modules.items()):
        for value in list(vars(module).values()) if name.startswith(REMEMBERING) else ():
            if callable(getattr(value, "cache_clear", None)):
                value.cache_clear()


def models(model: Model) -> Iterator[Model]:
    """A model and all that it holds."""
    yield model
    for name in type(model).model_fields:
        value = vars(model)[name]
        for item in value.values() if isinstance(value, dict) else [value]:
            if isinstance(item, Model):
                yield from models(item)


def owner(model: type[Model], name: str) -> Field:
    """The class that declares a field last, so that a read through any of its children is a read of it."""
    return next(base for base in model.__mro__ if name in inspect.get_annotations(base)), name


def called(field: Field) -> str:
    """A field by its room, its model and its name."""
    model, name = field
    *_, room, module = model.__module__.split(".")
    return f"{room if module == 'rules' else module}.{model.__name__}.{name}"


@functools.cache
def counts(file: str) -> bool:
    """Whether a read in this file tells that a value is used."""
    return file.startswith(str(SOURCE)) and file not in GENERIC


class Watch:
    """A field of a model, watched until code that counts has read it: then it is an attribute as any other."""

    def __init__(self, model: type[Model], name: str, into: Reads) -> None:
        self.model, self.name, self.into = model, name, into
        setattr(model, name, self)

    def __get__(self, found: Model | None, _: type[Model]) -> Any:
        if found is None:
            raise AttributeError(self.name)
        if counts(sys._getframe(1).f_code.co_filename):
            self.into.add((type(found), self.name))
            if type(found) is self.model and vars(self.model).get(self.name) is self:
                delattr(self.model, self.name)
        return vars(found)[self.name]

    def __set__(self, found: Model, value: Any) -> None:
        raise TypeError("a rulebook is not changed")


@contextlib.contextmanager
def watching(into: Reads) -> Iterator[None]:
    """What is read of any rulebook meanwhile."""
    watches = [Watch(model, name, into) for model in {*every(Model)} for name in model.model_fields]
    yield
    for watch in watches:
        if vars(watch.model).get(watch.name) is watch:
            delattr(watch.model, watch.name)


def every(model: type[Model]) -> Iterator[type[Model]]:
    """A class of models and all its children."""
    yield model
    for child in model.__subclasses__():
        yield from every(child)


@pytest.fixture(scope="module")
def reads() -> dict[str, Reads]:
    """What is read of rulebooks while tables are played, priced and simulated, and while they are checked."""
    books = {(name, region): watched(game(name).rules(region)) for name, region in [*EVERYWHERE, *DESCRIBED]}
    found: dict[str, Reads] = {}
    for phase, doing in (("check", check_all), ("run", run)):
        forget()
        read: Reads = set()
        with watching(read), mock.patch("tapete.games.circulo.terms.values", lambda part: part):
            for (name, region), rules in books.items():
                doing(name, region, rules)
        found[phase] = {owner(*field) for field in read}
    return found


def run(name: str, region: str, rules: Any) -> None:
    """Evenings under several options, with troubles, last rounds and more zeros than are usual; odds; kernels."""
    if (name, region) in DESCRIBED:
        return
    found, known = game(name), {id: option for id, option in rules.options.items() if option.by == "house"}
    for pick in (0, -1, len(known) // 2):
        options = {id: option.values[pick % len(option.values)] for id, option in known.items()}
        people = {**dict.fromkeys(company(rules, 1), 10**6), "ana": 10**6, "luis": 10**5, "eva": 10**6}
        session = sit(name, region, chips=people)
        session.rules, session.settings = rules, standard(rules, options=options)
        evening(session, ROUNDS.get(name, 60 if name in LONG else 15), seed=pick + 5)
    most = WEIGHTY.get(name, sys.maxsize)
    for row in found.odds(rules)[:most] if found.has("kernel") and most else ():
        settings = standard(rules, options=row.setting)
        found.program(rules, settings, found.alone(rules, settings, row.bet, 1_320_000))
    found.guides(rules, standard(rules))
    found.felt(rules, standard(rules))
    prices(found, rules, standard(rules))


def evening(session: Any, rounds: int, seed: int) -> None:
    """The robot's evening, with a zero often, the last rounds announced now and then, and somebody looking on."""
    source = random.Random(seed)
    for _ in range(rounds):
        if session.round and session.round.carried.get("ending") and session.round.carried["remaining"] == 0:
            session.round, session.carry = None, {}  # the next day
        table: Round = robot.open_next(session)
        while not table.finished:
            pending = table.pending
            if source.random() < 0.05 and table.rules.irregularities:
                try:
                    table.report(source.choice(list(table.rules.irregularities)))
                    continue
                except TapeteError:
                    pass
            if isinstance(pending, Spin) and "0" in pending.pockets and source.random() < 0.6:
                table.fell("0")
            elif isinstance(pending, Window) and source.random() < 0.05 and opens(pending, "director", "last"):
                table.act("director", source.choice(opens(pending, "director", "last")).least_act)
            else:
                robot.step(source, table)
        table.view("ana")


def opens(pending: Window, who: str, do: str) -> list[Option]:
    """The ways in which somebody may do something now."""
    return [item for item in pending.open(who) if item.do == do]


def check_all(name: str, region: str, rules: BankRulebook) -> None:
    """A table whose file says all that a file can say, as the rulebook has it; and descriptions of that kind."""
    for given in DESCRIPTIONS.get(name, ()):
        assert game(name).describe(rules, given).wrong == ()
    if (name, region) in DESCRIBED:
        return
    staff = {role: least for role, (least, _) in rules.staff[rules.form({})].roles.items()}
    file = {
        "game": name,
        "region": region,
        "minimum": 5,
        "authorised-minimum": [5, 10] if rules.minimum.band else 5,
        "others-at-minimum": 0,
        "seats": 1,
        "standing": True,
        "float": 10**6,
        "notified": True,
        "staff": staff,
        "equipment": equipment(rules.equipment),
    }
    assert check(parse(file, "a table")) == standing_is_refused(rules)
    maxima = {limit: format_cents(cents) for limit, cents in standard(rules, 500).maximum.items()}
    check_written(parse({**file, "maximum": maxima}, "a table"))
    if name == "bola":
        audit_change(name, region)
    if name == "holdem":
        audit_charge(name, region)


def audit_change(name: str, region: str) -> None:
    """Two rounds without stakes between which the limits change, as an audit reads them."""
    session, played = sit(name, region), []
    for _ in range(2):
        table = session.open()
        close(table)
        robot.step(random.Random(1), table)
        played += table.lines()
        session.settings = robot.other_limits(session)
    assert audit(played).breaches == []


def audit_charge(name: str, region: str) -> None:
    """A hand before which players pay for a session, and one at which the house takes less, as an audit reads them."""
    people = dict.fromkeys(("ana", "luis", "eva", "noa"), 10**6)
    played: list[bytes] = []
    session = sit(name, region, chips=people, options={"beneficio": "sesion"})
    for share in ("maximo", "minimo"):
        options = {**session.settings.options, "porcentaje": share}
        session.settings = msgspec.structs.replace(session.settings, options=options)
        table = session.open()
        if not played:
            table.act("croupier", Act("session", "entera"))
        while not table.finished:
            robot.step(random.Random(1), table)
        played += table.lines()
    assert audit(played).breaches == []


def standing_is_refused(rules: BankRulebook) -> list[Breach]:
    """The one breach of that table, where players must sit."""
    refused = Breach("standing", rules.players.article, Said("players standing"), Said("seated players only"))
    return [] if rules.players.standing else [refused]


def equipment(section: Section) -> dict[str, Any]:
    """What a file would say of equipment that is as the rulebook has it."""
    found: dict[str, Any] = {}
    for name, field in type(section).model_fields.items():
        key, value = str(field.alias), vars(section)[name]
        if isinstance(value, Section):
            found[key] = equipment(value)
        elif isinstance(value, tuple):
            found[key] = value[0] if all(isinstance(item, int) for item in value) and value else list(value)
        elif name not in section.NOTES and isinstance(value, bool | int | str):
            found[key] = value
    return found


def fields() -> Iterator[Field]:
    """Every field of every rulebook's model, with the class that declares it."""
    found = {type(model) for name, region in [*EVERYWHERE, *DESCRIBED] for model in models(game(name).rules(region))}
    for model in found:
        if issubclass(model, Section) and not issubclass(model, Like):
            for name, field in model.model_fields.items():
                if name not in model.NOTES | ABOUT and not is_label(field):
                    yield owner(model, name)


def state(field: Field) -> str:
    """What a field says of itself: that it runs, unless it or all of what it holds says otherwise."""
    model, name = field
    info = model.model_fields[name]
    return declared(info) or ("as it holds" if says_more(info) else "runs")


def says_more(field: FieldInfo) -> bool:
    """Whether a table is of sections each of whose values says of itself that it does not run."""
    held = [part for part in get_args(field.annotation) if inspect.isclass(part) and issubclass(part, Section)]
    values = [info for part in held for name, info in part.model_fields.items() if name not in part.NOTES]
    return bool(values) and all(map(declared, values))


@pytest.mark.slow
def test_what_is_said_to_run_is_read_while_tables_are_played_or_priced(reads: dict[str, Reads]) -> None:
    unread = {called(field) for field in fields() if state(field) == "runs"} - {called(field) for field in reads["run"]}
    assert sorted(unread) == []


def test_what_is_said_to_be_checked_is_read_by_the_check(reads: dict[str, Reads]) -> None:
    checked = {called(field) for field in fields() if state(field) == "checked"}
    assert len(checked) > 20
    assert checked - {called(field) for field in reads["check"]} == set()


def test_what_is_said_to_be_cited_only_is_read_by_nothing_that_runs(reads: dict[str, Reads]) -> None:
    cited = {called(field) for field in fields() if state(field) == "cited"}
    assert len(cited) > 10
    assert cited & {called(field) for field in reads["run"]} == set()


def test_what_is_said_to_be_missing_is_read_by_nothing_and_only_shrinks(reads: dict[str, Reads]) -> None:
    missing = {called(field) for field in fields() if state(field) == "missing"}
    assert missing & {called(field) for phase in reads.values() for field in phase} == set()
    assert len(missing) <= 1


def test_what_a_rulebook_cites_and_its_house_goes_by_is_said_alike() -> None:
    """The relief of throwers and dice, tables always open, lists of seats, cylinders under key, tables that turn."""
    own = house("extremadura")
    dice, bola = (game(name).rules("extremadura") for name in ("banca-francesa", "bola"))
    assert own is not None and own.seizure is not None
    relief, terna = own.rotation["banca-francesa"], own.stock["terna"]
    assert (relief.article, relief.minutes) == (dice.thrower.article, dice.thrower.minutes)
    assert (terna.article, terna.minutes) == (dice.equipment.rotation.article, dice.equipment.rotation.minutes)
    assert own.seizure.witnesses == dice.equipment.requisition.witnesses
    assert own.always_open["bola"].article == bola.always_open.article
    for region in game("bacara-dos-panos").regions:
        found, sessions = house(region), game("bacara-dos-panos").rules(region).bank.sessions
        assert found is not None
        open_bank = found.most_tables["banca-libre"]
        assert (open_bank.article, open_bank.tables) == (sessions.article, sessions.tables)
        assert open_bank.sessions == sessions.sessions
    for region in game("punto-banca").regions:
        found, rules = house(region), game("punto-banca").rules(region)
        assert found is not None and found.reversible is not None
        assert found.waiting["punto-banca"].article == rules.waiting_list.article
        forms = {name for name, form in rules.forms.items() if form.reversible}
        assert forms == set(found.reversible.forms["punto-banca"])
        ends = [(name, end) for name, at in EVERYWHERE if at == region for end in game(name).rules(at).closing.values()]
        sealed = {name for name, end in ends if end.sealed and not end.temporary}
        assert sealed == {name for rule in found.sealing.values() for name in rule.games}
