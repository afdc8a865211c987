"""What only somebody inside could forge in a casino's books: signatures, names, acts of nobody, what lay face down."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tapete.audit.editions import vouched
from tapete.audit.log import audit
from tapete.cli import main
from tapete.engine.edition import edition
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.errors import TapeteError
from tapete.games.editions import restored
from tapete.law.rulebook import digest
from tests.forging import Data, booked, data, encode, first, found, mended
from tests.helpers import choose, close, sit, stake

HOUSES = ("casino", "tournament")


def voided(table: Round, signed: list[str], house: str = "casino") -> list[bytes]:
    """The log of a round declared void after the ball has fallen, in somebody's names."""
    table.void("inspector", "the ball was touched")
    (entries,) = data([table])
    entries[0]["house"] = house
    first(entries, t="void")["signed"] = signed
    return mended([entries])


def spun() -> Round:
    """Ana on red, and a ball that fell."""
    table = sit("bola", "extremadura").open()
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("2")
    return table


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    "other", ["iker", "iker ", "Iker", "\u0456ker", "ANA", "\u0430na", "a\u200bna", "inspector", "", ".", "a/b"]
)
def test_two_who_do_not_play_sign_and_one_who_looks_like_two_does_not(house: str, other: str) -> None:
    assert found(voided(spun(), ["iker", "carla"], house)) == []
    ((where, _, what, right),) = found(voided(spun(), ["iker", other], house))
    assert where.startswith("line ")
    assert "after chance has spoken" in what
    assert right == "two names, none of which plays"


def test_who_plays_takes_nothing_back_before_chance_has_spoken_either() -> None:
    table = sit("bola", "extremadura").open()
    stake(table, "ana", "rojo", "10")
    table.rewind(0, "inspector", "a slip", ("ana",))
    assert [(what, right) for *_, what, right in found(table.lines())][:1] == [
        ("signed by ana", "somebody who does not play")
    ]


@pytest.mark.parametrize("signed", [("iker", "iker"), ("iker", "\u0456ker"), ("iker", "carla", "dora")])
def test_nobody_signs_twice_and_no_third_signs(signed: tuple[str, ...]) -> None:
    table = sit("bola", "extremadura").open()
    stake(table, "ana", "rojo", "10")
    table.rewind(0, "inspector", "a slip", signed)
    ((_, _, _, right), *_) = found(table.lines())
    assert right == "one name, or two of which each is another's"
    ((_, _, what, _),) = found(voided(spun(), [*signed]))
    assert "after chance has spoken" in what


@pytest.mark.parametrize(("cents", "breaches"), [(500, 0), (1000, 1)])
def test_what_was_staked_before_cards_were_dealt_face_down_is_staked_again(cents: int, breaches: int) -> None:
    """Ana looks at her three cards; what she staked on them is not changed by a slip of the croupier's."""
    table = sit("tripoker", "extremadura", physical=False).open()
    table.act("ana", Act("stake", "ante", 500))
    close(table)
    table.rewind(0, "inspector", "the bets were closed too early", ("iker", "carla"))
    table.act("ana", Act("stake", "ante", cents))
    close(table)
    choose(table, "ana", "retirarse")
    seen = [(what, right) for *_, what, right in found(table.lines())]
    assert (
        seen
        == [("ana: stake ante 10, after what fell was seen", "ana: stake ante 5, as before it was taken back")][
            :breaches
        ]
    )


def test_the_clock_does_what_the_clock_would_do_and_nothing_else() -> None:
    """A table that runs by itself stands for a player who does not answer; it does not double for him."""
    table = sit("blackjack", "extremadura").open()
    while table.pending is not None and table.pending.label != "stakes":
        choose(table, "ana", "cortar")
    stake(table, "ana", "casilla:1", "10")
    close(table)
    for card in ("5h", "9c", "6d"):
        table.fell(card)
    table.act("ana", Act("choose", "plantarse"), "automatic")
    for card in ("10c", "7h"):
        if not table.finished:
            table.fell(card)
    (entries,) = data([table])
    assert found(mended([entries])) == []
    lie = first(entries, act={"do": "stake", "on": "casilla:1", "cents": 1000})
    lie["by"] = "automatic"
    ((_, article, what, right),) = found(mended([entries]))
    assert article
    assert what == "ana: stake casilla:1 10, which nobody did in person"
    assert right == "nothing: only ana may do it"


@pytest.mark.parametrize("names", [("ana", "Ana"), ("ana", "\u0430na"), ("luis", "lu\u00eds"), ("ana", "a\u200bna")])
def test_two_players_are_told_apart(names: tuple[str, str]) -> None:
    with pytest.raises(TapeteError, match=r"look alike|cannot be a player's name"):
        sit("bola", "extremadura", chips=dict.fromkeys(names, 1000))
    table = sit("bola", "extremadura", chips={names[0]: 1000, "zoe": 1000}).open()
    close(table)
    table.fell("2")
    text = b"\n".join(table.lines()).replace(b"zoe", names[1].encode())
    lie = mended([[json.loads(line) for line in text.splitlines()]])
    assert any("look alike" in what or "cannot be" in what for *_, what, _ in found(lie))


def test_an_edition_said_twice_is_the_same() -> None:
    table = spun()
    true = edition(table.play, table.rules)
    lie = msgspec.structs.replace(true, labels={})
    assert found([encode(true), encode(true), *table.lines()]) == []
    ((where, _, what, _),) = found([encode(true), encode(lie), *table.lines()])
    assert where == "line 2"
    assert "line 1" in what


def test_an_edition_of_the_forgers_own_is_not_this_releases() -> None:
    """A full number that pays 100 to 1 replays to the byte by the edition in the log, and only by that."""
    session = sit("ruleta-francesa", "extremadura")
    true = edition(session.play, session.rules)
    running = json.loads(json.dumps(true.running))
    running["bets"]["pleno"]["pays"] = "100:1"
    lie = msgspec.structs.replace(true, running=running, rulebook=digest(running))
    session.play, session.rules = restored(lie)
    table = session.open()
    stake(table, "ana", "pleno:17", "5")
    close(table)
    table.fell("17")
    report = audit([encode(lie), *table.lines()])
    assert not report.own
    assert not report.clean
    assert "bets.pleno.pays: 100:1 there, 35:1 here" in report.notes
    assert audit(spun().lines()).own
    assert audit(spun().lines()).clean


def test_an_edition_that_only_the_log_vouches_for_is_proved_by_who_examines_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 1 for a wheel whose red pays twice or has no 1; 0 once the examiner vouches for that very edition."""

    def ended(*words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["tapete", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        return int(str(stop.value.code)), out + err

    session = sit("ruleta-francesa", "extremadura")
    true = edition(session.play, session.rules)
    pays, wheel = (json.loads(json.dumps(true.running)) for _ in range(2))
    pays["bets"]["rojo"]["pays"] = "2:1"
    wheel["equipment"]["cylinder"]["order"][1:] = wheel["equipment"]["cylinder"]["order"][:0:-1]
    for running, chance in ((pays, 0), (wheel, 1)):
        lie = msgspec.structs.replace(true, running=running, rulebook=digest(running))
        session = sit("ruleta-francesa", "extremadura", physical=False)
        session.play, session.rules = restored(lie)
        table = session.open()
        close(table)
        log, trusted, others = (tmp_path / name for name in ("log.jsonl", "trusted.jsonl", "others.jsonl"))
        log.write_bytes(b"\n".join([encode(lie), *table.lines()]) + b"\n")
        trusted.write_bytes(encode(lie) + b"\n")
        others.write_bytes(encode(true) + b"\n")
        status, said = ended("audit", str(log))
        assert (status, "--editions FILE" in said) == (1, True)
        assert ended("audit", str(log), "--editions", str(others))[0] == 1
        assert ended("audit", str(log), "--editions", str(trusted))[0] == 0
        assert ended("verify", str(log))[0] == chance
        assert ended("verify", str(log), "--editions", str(trusted))[0] == 0


def test_a_file_without_editions_vouches_for_none(tmp_path: Path) -> None:
    file = tmp_path / "others.jsonl"
    file.write_bytes(spun().lines()[0] + b"\n")
    with pytest.raises(TapeteError, match="holds no edition"):
        vouched(file)
    file.write_bytes(b"{}\n")
    with pytest.raises(TapeteError, match="line 1: "):
        vouched(file)


@pytest.mark.parametrize("remaining", [1.0, True])
def test_a_number_is_written_as_a_number_of_its_kind(remaining: object) -> None:
    rounds = booked("bola", "extremadura", True)[1:]
    rounds[0][0]["carry"] = {"remaining": remaining}
    assert any(what.startswith("takes up") for *_, what, _ in found(mended(rounds)))


def test_a_decision_changed_once_a_card_was_mended_is_noted() -> None:
    """Ana stood on 5 and 6 as they were entered; the 6 was a 6 of another suit, and now she draws."""

    def told(decide: Callable[[Round], None]) -> list[str]:
        table = sit("blackjack", "extremadura").open()
        while table.pending is not None and table.pending.label != "stakes":
            choose(table, "ana", "cortar")
        stake(table, "ana", "casilla:1", "10")
        close(table)
        for card in ("5h", "9c", "6d"):
            table.fell(card)
        choose(table, "ana", "plantarse")
        table.fell("10c")
        table.rewind(table.inputs - 3, "inspector", "it was the other six", ("iker", "carla"))
        table.fell("6h")
        decide(table)
        return [note for note in audit(table.lines()).notes if "decided otherwise" in note]

    assert told(lambda table: choose(table, "ana", "plantarse")) == []
    assert len(told(lambda table: choose(table, "ana", "pedir"))) == 1


def lost(cage: int, between: dict[str, int]) -> list[bytes]:
    """Ana loses 10 euros at boule; what then changes before the next round, where there is a cage or none."""
    session, rounds = sit("bola", "extremadura"), []
    for spot, fell in (("rojo", "1"), ("negro", "2")):
        table = session.open()
        stake(table, "ana", spot, "10")
        close(table)
        table.fell(fell)
        rounds.append(table)
    found = data(rounds)
    for entries in found:
        entries[0]["balances"] = ({"cage": cage} if cage else {}) | entries[0]["balances"]
    for path, cents in between.items():
        found[1][0]["balances"][path] += cents
    return mended(found)


@pytest.mark.parametrize("cage", [0, -200_000])
def test_a_bank_pays_nobody_between_rounds(cage: int) -> None:
    """Five of Ana's ten euros are hers again, and neither the cage nor the box knows of it."""
    assert found(lost(cage, {})) == []
    breaches = found(lost(cage, {"bank": -500, "chips/ana": 500}))
    assert [what for *_, what, _ in breaches] == ["bank starts with 5", "chips/ana starts with 995"]


def test_what_passes_the_cage_between_rounds_is_for_the_books_to_prove() -> None:
    report = audit(lost(-200_000, {"cage": -500, "chips/ana": 500}))
    assert (report.breaches, len(report.notes)) == ([], 1)
    report = audit(lost(-200_000, {"cage": 400, "bank": -400}))
    assert (report.breaches, len(report.notes)) == ([], 1)


def changed(rounds: list[list[Data]], houses: list[str | None]) -> list[bytes]:
    """The log with other houses, from round to round."""
    for entries, house in zip(rounds, houses, strict=True):
        entries[0].pop("house", None)
        entries[0] |= {"house": house} if house else {}
    return mended(rounds)


def test_whose_the_rounds_are_is_said() -> None:
    rounds = booked("bola", "extremadura", True)
    assert audit(mended(rounds)).notes == []
    assert any("do not say whose" in note for note in audit(changed(rounds, [None, *["casino"] * 3])).notes)
    assert any("practice" in note for note in audit(changed(rounds, ["practice"] * 4)).notes)
    assert found(changed(rounds, ["casino", None, "casino", "casino"]))
