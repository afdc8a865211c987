"""Answers that take long: asked once, kept by what they depend on, never waited for where nobody waits."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete import i18n
from tapete.games import Game, game, games
from tapete.odds import edges, kept, remembered
from tapete.odds.kept import Awaited, Progress, impatient, watched
from tests import PATIENCE, environment
from tests.answers import counted as counted_anew
from tests.answers import questions, shipped
from tests.helpers import EVERYTHING


class Facts(msgspec.Struct, frozen=True):
    """A question."""

    value: int
    words: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """An answer."""

    double: int
    table: bytes


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user who has asked nothing yet, of a release that ships no odds."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(remembered, "_shipped", dict)
    known = dict(kept.KEPT)
    yield tmp_path / "tapete" / "answers"
    kept.KEPT.clear()
    kept.KEPT.update(known)


class Doubling:
    """A function that counts how often it is called, and waits until it may go on."""

    def __init__(self) -> None:
        self.calls = 0
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def made(self, version: int = 1) -> kept.Kept[Facts, Answer]:
        """The same function as a new process would have it."""

        @kept.kept(version)
        def doubled(facts: Facts, progress: Progress) -> Answer:
            self.calls += 1
            progress(1, 4)
            assert self.may_go_on.wait(10)
            if facts.value < 0:
                raise ValueError("too little")
            return Answer(2 * facts.value, bytes([facts.value]))

        return doubled


def test_an_answer_is_worked_out_once_and_found_again_by_another_process(home: Path) -> None:
    doubling = Doubling()
    assert doubling.made()(Facts(3)) == Answer(6, b"\x03")
    assert doubling.made()(Facts(3)) == Answer(6, b"\x03")
    assert doubling.calls == 1
    assert len(list(home.iterdir())) == 1


@pytest.mark.usefixtures("home")
def test_a_changed_value_or_version_is_another_question() -> None:
    doubling = Doubling()
    doubling.made()(Facts(3))
    assert doubling.made()(Facts(4)).double == 8
    assert doubling.made()(Facts(3, ("other",))).double == 6
    doubling.made(version=2)(Facts(3))
    assert doubling.calls == 4


def test_a_spoilt_file_is_worked_out_again(home: Path) -> None:
    doubling = Doubling()
    doubling.made()(Facts(3))
    for spoilt in (b"", b"nonsense", next(home.iterdir()).read_bytes()[:-4]):
        next(home.iterdir()).write_bytes(spoilt)
        assert doubling.made()(Facts(3)).double == 6
    assert doubling.calls == 4


@pytest.mark.usefixtures("home")
def test_whoever_waits_is_told_how_far_the_work_has_come() -> None:
    told: list[Any] = []
    with watched(lambda done, of: told.append((done, of))):
        Doubling().made()(Facts(3))
    assert told == [(1, 4)]


@pytest.mark.usefixtures("home")
def test_where_nobody_waits_the_answer_comes_later() -> None:
    doubling = Doubling()
    doubling.may_go_on.clear()
    found = doubling.made()
    with impatient():
        for _ in range(2):
            with pytest.raises(Awaited):
                found(Facts(3))
        doubling.may_go_on.set()
        assert eventually(found, Facts(3)) == Answer(6, b"\x03")
    assert doubling.calls == 1


@pytest.mark.usefixtures("home")
def test_a_failure_in_the_background_is_told_to_whoever_asks_next() -> None:
    found = Doubling().made()
    with impatient(), pytest.raises(ValueError, match="too little"):
        eventually(found, Facts(-1))


def eventually(found: kept.Kept[Facts, Answer], facts: Facts) -> Answer:
    """Asks until there is an answer."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            return found(facts)
        except Awaited:
            time.sleep(0.01)
    raise AssertionError("no answer came")


def test_the_release_ships_the_answers_for_the_texts_as_they_are() -> None:
    with impatient():
        assert questions().keys() == set(shipped())


LONG = (
    "circulo",
    "pai_gow",
    "poker_con_descarte",
    "poker_sin_descarte",
)  # minutes each: TAPETE_EVERYTHING=1 has them too


def _shipped() -> list[Any]:
    return [pytest.param(name, id=name) for name in sorted(shipped()) if EVERYTHING or not name.startswith(LONG)]


@pytest.mark.slow
@pytest.mark.parametrize("name", _shipped())
def test_a_shipped_answer_is_what_comes_out_when_it_is_worked_out(name: str) -> None:
    function, facts = questions()[name]
    written = (kept.SHIPPED / name).read_bytes()
    assert function.asked(written) == facts
    assert function.work_out(facts) == written


# What a rulebook's bets cost


def test_what_bets_cost_is_counted_once_for_the_same_rules_and_sources(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`lint` and `diff` count nothing twice; other rules, other sources and a spoilt file are counted anew."""
    counted: list[str] = []
    odds = Game.odds

    def count(self: Game, rules: Any) -> Any:
        counted.append(rules.region)
        return odds(self, rules)

    monkeypatch.setattr(Game, "odds", count)
    found = game("bola")
    one, other = found.rules("extremadura"), found.rules("pais-vasco")
    remembered._folder.cache_clear()
    first = edges.edges(found, one)
    assert [(row.bet, row.edge) for row in first] == [(row.bet, row.figures.edge) for row in odds(found, one)]
    assert edges.edges(found, one) == first
    edges.edges(found, other)
    assert counted == ["extremadura", "pais-vasco"]
    for file in home.parent.glob("odds-*/*"):
        file.write_bytes(b"nonsense")
    assert edges.edges(found, one) == first
    monkeypatch.setattr(remembered, "stamp", lambda root: "other")
    remembered._folder.cache_clear()
    assert edges.edges(found, one) == first
    assert counted == ["extremadura", "pais-vasco", "extremadura", "extremadura"]
    remembered._folder.cache_clear()


@pytest.mark.parametrize(
    ("name", "region"), [("tripoker", "extremadura"), ("pai-gow", "asturias"), ("bacara-dos-panos", "extremadura")]
)
def test_odds_are_read_as_they_were_written(home: Path, name: str, region: str) -> None:
    """Exact figures stay exact, estimates to the last digit, with what is staked and decided, errors and notes."""
    found = game(name)
    rules = found.rules(region)
    remembered._folder.cache_clear()
    counted = found.odds(rules)
    assert remembered.rows(found, rules) == counted
    assert list(home.parent.glob("odds-*/*"))
    again = remembered.rows(found, rules)
    assert again == counted
    with i18n.speaking("es"):
        assert [i18n.translated(row.note) for row in again] == [i18n.translated(row.note) for row in counted]
    assert [type(row.figures.edge) for row in again] == [type(row.figures.edge) for row in counted]
    bets = {bet: section.model_copy(update={"name": "Otra"}) for bet, section in rules.bets.items()}
    renamed = remembered.rows(found, rules.model_copy(update={"bets": bets}))
    assert {row.name for row in renamed} == {"Otra"}
    remembered._folder.cache_clear()


@pytest.mark.usefixtures("home")
def test_a_question_asked_again_is_answered_unread_until_a_text_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks twice does not wait for rulebooks; any other choice, region or letter of a text is another question."""
    counted: list[int] = []
    rows = game("tripoker").odds(game("tripoker").rules("extremadura"))

    def count() -> list[Any]:
        counted.append(1)
        return rows

    (tmp_path / "extremadura").mkdir()
    text = tmp_path / "extremadura" / "tripoker.toml"
    text.write_text("pays = 1", encoding="utf-8")
    monkeypatch.setattr(remembered, "FOLDER", tmp_path)
    for clear in (remembered._folder, remembered._texts):
        clear.cache_clear()
    for chosen in ({}, {}, {"ir": "mejor"}):
        assert remembered.asked("tripoker", "extremadura", chosen, count) == rows
    assert len(counted) == 2
    text.write_text("pays = 2", encoding="utf-8")
    remembered._texts.cache_clear()
    assert remembered.asked("tripoker", "extremadura", {}, count) == rows
    assert len(counted) == 3
    for clear in (remembered._folder, remembered._texts):
        clear.cache_clear()


def test_an_answer_known_already_needs_neither_rulebooks_nor_numbers(tmp_path: Path) -> None:
    """The second `tapete odds` imports no model of a rulebook, no procedure and no compiler."""
    heavy = (
        "{name for name in sys.modules if name in ('pydantic', 'numpy', 'numba') or name.startswith('tapete.engine')}"
    )
    code = (
        "import sys; sys.argv = ['tapete', 'odds', 'tripoker', '--region', 'extremadura', '--json']\n"
        "from tapete.cli import main\n"
        "try: main()\n"
        f"except SystemExit: print({heavy}, file=sys.stderr)"
    )
    env = environment(XDG_CACHE_HOME=str(tmp_path))
    first, again = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False) for _ in "12"
    )
    assert first.stdout == again.stdout
    assert "pydantic" in first.stderr
    assert again.stderr == "set()\n"


def test_no_odds_are_counted_by_what_draws_a_cloth() -> None:
    """So that whoever draws one anew need not count them anew."""
    counting = {path for found in games() for path in remembered.sources(found.folder)}
    imports = re.compile(r"^\s*(from|import) .*\.felt\b", re.M)
    assert [path for path in counting if path.match("felt.py") or path.match("felt/*.py")] == []
    assert [path for path in counting if imports.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("name", ["bola", "banca-francesa", "trijoker"])
def test_the_odds_that_are_shipped_are_those_that_are_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the texts as they are; odds that other sources counted are none."""
    found = game(name)
    for region in found.regions:
        rules = found.rules(region)
        if remembered.ready(found, rules) is not None:
            assert remembered.rows(found, rules) == found.odds(rules)
    asked: list[str] = []

    def count(self: Game, rules: object) -> list[object]:  # noqa: ARG001
        asked.append(self.id)
        return []

    monkeypatch.setattr(Game, "odds", count)
    monkeypatch.setattr(remembered, "counted_by", lambda folder: "others")
    monkeypatch.setattr(remembered, "_folder", lambda: None)
    assert remembered.rows(found, found.rules(found.regions[0])) == []
    assert asked == [name]


@pytest.mark.skipif(not EVERYTHING, reason="counts every game: TAPETE_EVERYTHING=1")
def test_every_rulebooks_odds_are_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "ready", lambda *_: None)
    assert remembered._shipped() == counted_anew()
