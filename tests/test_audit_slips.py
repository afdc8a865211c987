"""Slips and second thoughts, and lines that are none: what an audit lets pass, what it finds, and how fast."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tapete.audit.log import audit, audit_file
from tapete.audit.verify import verify_file
from tapete.engine.edition import edition
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.errors import TapeteError
from tests.forging import bola, encode, forged, found
from tests.helpers import close, sit, stake

# Slips and second thoughts


def test_a_number_mistyped_is_mended_and_the_audit_is_clean() -> None:
    session = sit("ruleta-francesa", "extremadura")
    table = session.open()
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("0")
    table.rewind(2, "inspector", "it was 32")
    table.fell("32")
    assert table.finished
    assert audit(table.lines()).breaches == []


@pytest.mark.parametrize("live", [True, False])
def test_a_stake_changed_by_a_rewind_after_the_cards_were_seen_is_found(live: bool) -> None:
    table = sit("blackjack", "extremadura", physical=not live).open()
    while table.pending is not None and table.pending.label != "stakes":
        table.act("ana", Act("choose", "cortar"))
    before = table.inputs
    stake(table, "ana", "casilla:1", "5")
    close(table)
    while not live and table.pending is not None and table.pending.label.startswith("card"):
        table.fell("5h")
    assert table.pending is not None
    assert table.pending.label.startswith("choose")
    table.rewind(before, "inspector", "a better idea")
    stake(table, "ana", "casilla:1", "250")
    close(table)
    finish(table)
    (breach,) = [one for one in audit(table.lines()).breaches if "seen" in one.what]
    assert "250" in breach.what
    assert "casilla:1 5" in breach.right


def test_a_decision_undone_after_its_outcome_is_found() -> None:
    table = sit("blackjack", "extremadura").open()
    while table.pending is not None and table.pending.label != "stakes":
        table.act("ana", Act("choose", "cortar"))
    stake(table, "ana", "casilla:1", "5")
    close(table)
    while table.pending is not None and table.pending.label.startswith("card"):
        table.fell("5h")
    decided = table.inputs
    table.act("ana", Act("choose", "pedir"))
    table.fell("Kh")
    table.rewind(decided, "inspector", "she would rather have stood")
    table.act("ana", Act("choose", "plantarse"))
    finish(table)
    assert ["seen" in one.what for one in audit(table.lines()).breaches] == [True]


@pytest.mark.parametrize("cents", [500, 1000])
@pytest.mark.parametrize(("first", "then"), [(True, False), (False, True), (True, True)])
def test_an_irregularity_reported_or_left_out_does_not_cover_a_changed_stake(
    first: bool, then: bool, cents: int
) -> None:
    """A card that came too early is put aside and the stakes stand: reporting it lets nobody stake anew."""
    table = sit("chemin-de-fer", "extremadura").open()
    table.act("croupier", Act("choose", "hecha"))
    for who in ("ana", "luis"):
        table.act(who, Act("refuse"))
    table.act("teo", Act("take", "", 1000))
    table.act("teo", Act("go-on"))
    before = table.inputs
    if first:
        table.report("carta-anticipada")
    table.act("luis", Act("stake", "punto", 500))
    close(table)
    table.act("luis", Act("lift"))
    table.act("luis", Act("choose", "no"))
    table.act("teo", Act("choose", "cuadro"))
    table.fell("9h")
    table.rewind(before, "inspector", "a card had come too early")
    if then:
        table.report("carta-anticipada")
    table.act("luis", Act("stake", "punto", cents))
    assert ["seen" in one.what for one in audit(table.lines()).breaches] == [True] * (cents > 500) + [False]


def finish(table: Round) -> None:
    while not table.finished:
        pending = table.pending
        assert pending is not None
        if pending.label.startswith("card"):
            table.fell("9c")
        elif pending.label.startswith("choose"):
            table.act(pending.label.split(":")[1], Act("choose", pending.default))  # type: ignore[attr-defined]
        else:
            close(table)


# Lines


def test_a_line_written_otherwise_is_found() -> None:
    clean = forged(bola(), lambda rounds: None)
    say = next(i for i, line in enumerate(clean) if b'"t":"say"' in line)
    for other, part in (
        (clean[say].replace(b":", b": "), "is not written"),
        (clean[say].replace(b"}", b',"x":1}'), "is not written"),
        (clean[say][:-1] + b',"call":"close"}', "is not written|call"),
        (clean[say] + b"\r", "is not written"),
        (b" " + clean[say], "is not written"),
        (b"", "an empty line"),
        (b'{"t":"end","carry":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "nested too deeply|Expected"),
        (b'{"t":"end","carry":{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}}", "nested too deeply"),
        (clean[say].replace(b'"open"', b"NaN"), "not an entry"),
        (clean[say].replace(b'"open"', b"7"), "not an entry"),
    ):
        breaches = found([*clean[:say], other, *clean[say + 1 :]])
        assert any(where == f"line {say + 1}" and re.search(part, what) for where, _, what, _ in breaches), breaches
        assert len(breaches) <= 3, breaches


def test_a_byte_order_mark_is_said_as_what_it_is() -> None:
    first_line, *rest = forged(bola(), lambda rounds: None)
    assert found([b"\xef\xbb\xbf" + first_line, *rest]) == [
        ("line 1", "", "begins with a byte order mark", "UTF-8 without one")
    ]


def test_carriage_returns_of_another_system_are_said_once() -> None:
    clean = forged(bola(), lambda rounds: None)
    ((where, _, what, right),) = found([line + b"\r" for line in clean])
    assert where == "line 1"
    assert "carriage return" in what
    assert "line feed" in right
    assert found([*clean[:-1], clean[-1] + b"\r"])[0][0] == f"line {len(clean)}"


def test_what_one_would_not_see_in_a_line_is_shown() -> None:
    first_line, *rest = forged(bola(), lambda rounds: None)
    ((_, _, what, right),) = found([first_line + b"\t ", *rest])
    assert what.endswith("}␉␣")
    assert right.endswith("}")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"", "it is empty"),
        (b"\n \n", "it is empty"),
        (gzip.compress(b'{"t":"round"}', mtime=0), "compressed"),
        ('{"t":"round"}'.encode("utf-16"), "UTF-16"),
        (b'[{"t":"round"}]', "a list"),
        (b"round 1: ana wins", "line 1: not an entry of a transcript"),
        (b'{"t":"say","call":"open"}', "line 1: stands in no round"),
        (encode(edition(bola()[0].play, bola()[0].rules)), "starts with a round's header"),
    ],
)
@pytest.mark.parametrize("ask", [audit_file, verify_file])
def test_a_file_that_is_no_log_is_named_for_what_it_is(
    ask: Callable[[Path], object], given: bytes, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_bytes(given)
    with pytest.raises(TapeteError, match=f"evening.jsonl: the log holds no round: .*{why}"):
        ask(file)


def test_lines_outside_a_round_are_found_and_the_next_round_is_audited() -> None:
    clean = forged(bola(), lambda rounds: None)
    second = next(i for i, line in enumerate(clean) if i and b'"t":"round"' in line)
    breaches = found(clean[1:])
    assert breaches[0][0] == "line 1"
    assert len(breaches) == 1
    broken = [*clean[:second], b"{", *clean[second + 1 :]]
    assert [where for where, *_ in found(broken)] == [f"line {second + 1}"]


def test_what_a_log_alone_cannot_prove_is_said() -> None:
    whole = forged(bola(), lambda rounds: None)
    second = next(i for i, line in enumerate(whole) if i and b'"t":"round"' in line)
    assert audit(whole).notes == []
    rest = audit(whole[second:])
    assert rest.breaches == []
    assert ["not proved" in note for note in rest.notes] == [True]


def test_auditing_is_linear_in_rewinds() -> None:
    """A log of nothing but second thoughts is refused before anybody could wait for it."""
    import time

    def thoughts(count: int) -> list[bytes]:
        table = sit("bola", "extremadura").open()
        stakes = 150
        for i in range(stakes):
            stake(table, "ana", "rojo", "5" if i == 0 else "0.50")
        lines = table.lines()
        for _ in range(count):
            lines.append(b'{"t":"rewind","at":0,"to":%d,"by":"inspector","why":"x"}' % (stakes - 1))
            again = b'{"t":"in","n":%d,"at":0,"who":"ana","to":"stakes","act":{"do":"stake","on":"rojo","cents":50}}'
            lines += [again % stakes, table.lines()[-1]]
        return lines

    short, long = thoughts(20), thoughts(3000)
    assert not [breach for breach in audit(short).breaches if "taken back" in breach.what]
    start = time.process_time()
    assert [breach for breach in audit(long).breaches if "taken back" in breach.what]
    assert time.process_time() - start < 3.0
