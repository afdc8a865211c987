"""`tapete audit`: an illegal step, a wrong payment, a stake outside the limits: line, article and the right amount."""

import json
from collections.abc import Iterator

import msgspec
import pytest

from tapete.audit.log import audit
from tapete.engine.requests import Act, Move
from tapete.engine.round import Round
from tapete.engine.transcript import In, decode, encode
from tapete.engine.views import digest
from tapete.errors import TapeteError
from tests.helpers import close, sit, stake


def evening(rounds: int = 3, physical: bool = False) -> list[Round]:
    session = sit("bola", "extremadura", physical=physical)
    found = []
    for _ in range(rounds):
        table = session.open()
        stake(table, "ana", "rojo", "10")
        stake(table, "luis", "numero-entero:7", "5")
        close(table)
        if physical:
            table.fell("2")
        found.append(table)
    return found


def lines(rounds: list[Round]) -> list[bytes]:
    return [line for table in rounds for line in table.lines()]


def test_a_clean_evening_has_no_breach() -> None:
    report = audit(lines(evening()))
    assert (report.rounds, report.breaches) == (3, [])


def altered(table: Round, index: int, entry: Move | In) -> list[bytes]:
    """A round with one entry changed and its hash made to fit, as a careful forger would."""
    log = [*table.log[:index], entry, *table.log[index + 1 : -1]]
    assert table.end is not None
    end = msgspec.structs.replace(table.end, hash="")
    body = [encode(item) for item in log]
    return [*body, encode(msgspec.structs.replace(end, hash=digest([*map(decode, body), end])))]


def test_a_wrong_payment_names_line_article_and_right_amount() -> None:
    (table,) = evening(1, physical=True)
    index = next(i for i, e in enumerate(table.log) if isinstance(e, Move) and e.dst == "chips/ana")
    (breach,) = audit(altered(table, index, Move("bank", "chips/ana", 2000, "1.3.5.1.b"))).breaches
    assert breach == (
        f"line {index + 1}",
        "1.3.5.1.b",
        "20 from bank to chips/ana",
        "10 from bank to chips/ana",
    )


def test_a_stake_outside_the_limits_is_refused_with_its_article() -> None:
    (table,) = evening(1, physical=True)
    index = next(i for i, e in enumerate(table.log) if isinstance(e, In) and e.who == "luis")
    entry = table.log[index]
    assert isinstance(entry, In)
    bad = msgspec.structs.replace(entry, act=Act("stake", "numero-entero:7", 90_000))
    found = audit(altered(table, index, bad)).breaches
    assert found[0].where == f"line {index + 1}"
    assert found[0].article == "1.3.5.2§2"
    assert "5 to 200" in found[0].what


def test_another_number_than_the_seed_draws_is_found() -> None:
    (table,) = evening(1)
    index = next(i for i, e in enumerate(table.log) if isinstance(e, In) and e.who == "chance")
    entry = table.log[index]
    assert isinstance(entry, In)
    other = msgspec.structs.replace(entry, fell="1" if entry.fell != "1" else "2")
    found = audit(altered(table, index, other)).breaches
    assert any("which the seed draws" in breach.right for breach in found)


def test_a_missing_round_breaks_the_chain() -> None:
    first, _, third = evening(3)
    assert any("hash" in breach.what for breach in audit(lines([first, third])).breaches)


@pytest.mark.parametrize(
    ("changes", "clean"),
    [
        ({"chips/ana": 500, "cage": -500}, True),
        ({"chips/ana": 500}, False),
        ({"felt/ana/rojo": 500, "cage": -500}, False),
    ],
)
def test_chips_are_bought_between_rounds_and_appear_in_no_other_way(changes: dict[str, int], clean: bool) -> None:
    session = sit("bola", "extremadura", physical=True)
    played = []
    for _ in range(2):
        table = session.open()
        close(table)
        table.fell("2")
        played.append(table)
        session._take_over(table)
        session.round = None
        for place, cents in changes.items():
            session.places[place] = session.places.get(place, 0) + cents
    assert (audit(lines(played)).breaches == []) is clean


def test_a_changed_line_breaks_the_hash() -> None:
    (table,) = evening(1)
    changed = [line.replace(b'"at":0', b'"at":9') for line in table.lines()]
    assert [breach.what for breach in audit(changed).breaches] == ["the hash is not that of the round's lines"]


@pytest.mark.parametrize("bad", [b"{", b'{"t":"nothing"}', b"[]", b"\xff\xfe", b'{"t":"say"}'])
def test_a_broken_line_is_a_breach_and_hides_no_other(bad: bytes) -> None:
    first, second = evening(2, physical=True)
    index = next(i for i, e in enumerate(second.log) if isinstance(e, Move) and e.src == "bank")
    log = [*first.lines()[:2], bad, *first.lines()[3:], *altered(second, index, Move("bank", "chips/ana", 7, ""))]
    found = audit(log).breaches
    assert found[0].where == "line 3"
    assert any(breach.where == f"line {len(first.log) + index + 1}" for breach in found)
    assert len(found) < 6


@pytest.mark.parametrize("bad", [[], [b"{"], [b"", b"[]"]])
def test_a_log_without_a_round_is_one_clear_error(bad: list[bytes]) -> None:
    with pytest.raises(TapeteError, match="no round"):
        audit(bad)


@pytest.mark.parametrize("filled", [b"\n", b"{}\n", b"[\n"], ids=["empty lines", "objects", "brackets"])
def test_of_a_log_that_is_nothing_but_breaches_a_thousand_are_told(filled: bytes) -> None:
    """Eight megabytes of empty lines were read for a minute, and told of in eight million breaches."""
    log = [line + b"\n" for line in lines(evening(1))]
    read = 0

    def counted() -> Iterator[bytes]:
        nonlocal read
        for line in [*log, *[filled] * 20_000]:
            read += 1
            yield line

    report = audit(counted())
    assert (len(report.breaches), report.clean) == (1000, False)
    assert any("more than 1000 breaches" in str(note) for note in report.notes)
    assert read < 2_000
    few = audit([*log, *[filled] * 900])
    assert not any("more than" in str(note) for note in few.notes)


def test_of_a_header_that_is_nothing_but_breaches_a_thousand_are_told() -> None:
    header = json.loads(lines(evening(1))[0])
    header["balances"] |= {f"chips/p{i}": 1 for i in range(5_000)}
    report = audit([json.dumps(header, separators=(",", ":")).encode()])
    assert (len(report.breaches), report.clean) == (1000, False)
