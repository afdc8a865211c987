"""What runs of a rulebook: its digest covers that and nothing else, and a rulebook kept is a rulebook built again."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tapete.engine.round import replay
from tapete.engine.transcript import Edition, Entry
from tapete.games import game
from tapete.games.bola.rules import Rules
from tapete.law.compare import plain
from tapete.law.loading import RulebookError, from_running, parse, path_of
from tapete.law.rulebook import Rulebook
from tests import golden
from tests.helpers import EVERYWHERE

everywhere = pytest.mark.parametrize(("name", "region"), EVERYWHERE)
NOTES = {"printed", "why", "doubt", "title", "name", "unit"}


def kept(rules: Rulebook) -> Rulebook:
    """A rulebook as it comes back from where it was kept, as text."""
    running, labels, choices = json.loads(json.dumps([rules.running, rules.labels, rules.choices]))
    return from_running(type(rules), running, labels, choices)


def everything(name: str, region: str) -> Iterator[Rulebook]:
    """A rulebook, and the same with each of its switches."""
    rules = game(name).rules(region)
    yield rules
    for path, section in rules.sections():
        for variant in section.variants:
            yield game(name).rules(region, {path: variant})


@everywhere
def test_a_rulebook_kept_is_the_rulebook(name: str, region: str) -> None:
    for rules in everything(name, region):
        again = kept(rules)
        assert again.digest == rules.digest
        assert (again.running, again.labels, again.choices) == (rules.running, rules.labels, rules.choices)
        assert [(path, plain(section)) for path, section in again.sections()] == [
            (path, plain(section)) for path, section in rules.sections() if path != "like"
        ]


def evening(name: str, region: str) -> tuple[Edition, list[list[Entry]]]:
    """The golden evening, round by round, and the edition that it was played by."""
    return golden.read(golden.path(name, region, game(name).play.version))


# Tables that have one order, and are refused in another.
ORDERED = {
    "dados": ["limits"],
    "punto-banca": ["bets"],
    "triple-blackjack": ["rows"],
    "poker-con-descarte": ["bets", "steps"],
    "texas-bonus": ["streets"],
    "texas-poker": ["streets"],
}


def backwards(data: Any, ordered: Sequence[str]) -> Any:
    """The same tables with their keys the other way round."""
    if not isinstance(data, dict):
        return data
    found = {key: backwards(data[key], ordered) for key in reversed(data)}
    return found | {key: data[key] for key in ordered if key in data}


@everywhere
def test_neither_labels_nor_notes_nor_the_order_of_tables_run(name: str, region: str) -> None:
    rules = game(name).rules(region)
    running = backwards(rules.running, ORDERED.get(name, ()))
    other = from_running(type(rules), running, dict.fromkeys(rules.labels, "x"))
    assert list(other.calls) == list(reversed(rules.calls))
    assert other.digest == rules.digest
    played, rounds = evening(name, region)
    then = from_running(
        type(rules), backwards(played.running, ORDERED.get(name, ())), dict.fromkeys(played.labels, "x")
    )
    for entries in rounds:
        assert replay(game(name).play, then, entries).log == entries


def unnoted(data: Any) -> Any:
    """Plain data without notes, and with other labels."""
    if not isinstance(data, dict):
        return data
    found = {key: unnoted(value) for key, value in data.items() if key not in ("printed", "why", "doubt")}
    return {key: "x" if key in ("title", "name", "unit") else value for key, value in found.items()}


@everywhere
def test_rewording_notes_and_labels_leaves_the_digest(name: str, region: str) -> None:
    rules = game(name).rules(region)
    written_out = rules.model_dump(mode="json", by_alias=True)
    assert type(rules).model_validate(unnoted(written_out)).digest == rules.digest


def stated(data: dict[str, Any], path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every value that a file states: the table it is in, its key, itself."""
    for key, value in data.items():
        if key in NOTES or (path, key) == ("", "like"):
            continue
        if isinstance(value, dict):
            yield from stated(value, f"{path}{key}.")
        else:
            yield path, key, value


@everywhere
def test_every_value_runs_or_is_the_default(name: str, region: str) -> None:
    rules = game(name).rules(region)
    data = tomllib.loads(path_of(name, region).read_text(encoding="utf-8"))
    sections = {"": rules, **{f"{path}.": section for path, section in rules.sections()}}
    running = {(path, key): value for path, key, value in stated(rules.running)}
    for path, key, value in stated(data):
        if (path, key) in running:
            assert running[path, key] == value
        else:
            fields = {field.alias: field for field in type(sections[path]).model_fields.values()}
            default = fields[key].get_default(call_default_factory=True)
            assert (list(default) if isinstance(default, tuple) else default) == value, (path, key)


BOLA = path_of("bola", "extremadura").read_text(encoding="utf-8")


def bola(old: str, new: str) -> str:
    """The digest of boule with one thing written otherwise."""
    changed = re.sub(old, new, BOLA, count=1, flags=re.DOTALL)
    assert changed != BOLA
    return parse(Rules, changed, "extremadura/bola.toml", "extremadura").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('pays = "7:1"', 'pays = "8:1"'),
        ('article = "1.3.5.1.a"', 'article = "1.3.5.1.b"'),
        (r"between = \[40, 100\]", "between = [40, 99]"),
        (r'(\[calls.close\]\narticle = "[^"]*"\nsay = )"[^"]*"', r'\1"Nada más va."'),
        (r"(\[equipment\]\narticle = )[^\n]*", r'\1"1.3.2"'),
        (r"\[always-open\].*?\n\n", ""),
    ],
)
def test_a_value_an_article_and_the_words_of_a_call_change_the_digest(old: str, new: str) -> None:
    assert bola(old, new) != game("bola").rules("extremadura").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "Bola o boule"', 'title = "Boule"'),
        ('name = "Rojo"', 'name = "Colorado"'),
        ('pays = "7:1"', 'pays = "7:1"\nwhy = "so it is printed"'),
        ('pays = "7:1"', 'pays = "7:1"\ndoubt = { likely = { pays = "8:1" }, why = "nine numbers" }'),
        ('pays = "7:1"', 'pays = "7:1"\nparts = 1 # the default'),
        ('(name = "Rojo"\n)(limit = "sencilla"\n)', r"\2# a remark\n\n\1"),
    ],
)
def test_a_note_a_label_a_default_and_the_writing_leave_the_digest(old: str, new: str) -> None:
    assert bola(old, new) == game("bola").rules("extremadura").digest


def test_a_kept_rulebook_needs_no_index_and_says_what_is_wrong_with_it() -> None:
    rules = game("bola").rules("extremadura")
    gone = json.loads(json.dumps(rules.running).replace('"1.3.5.1.a"', '"an article of another year"'))
    assert from_running(Rules, gone, rules.labels).bets["numero-entero"].article == "an article of another year"
    with pytest.raises(RulebookError, match=r"kept bola, extremadura: bets\.rojo\.name: missing"):
        from_running(Rules, rules.running, {k: v for k, v in rules.labels.items() if k != "bets.rojo.name"})
    with pytest.raises(RulebookError, match=r"kept bola, extremadura: bets\.azul\.name: labels what is not there"):
        from_running(Rules, rules.running, {**rules.labels, "bets.azul.name": "Azul"})
