"""`tapete verify`, and a few lines with nothing but Python's own library: both find what chance did not do."""

import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tapete.audit.verify import verify
from tapete.engine.edition import edition
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import In, Rewind, encode
from tapete.games import game
from tests import robot, tapada
from tests.forging import Data, Forgery, booked, data, mended
from tests.helpers import EVERYWHERE, sit
from tests.robot import evening, step

SCRIPT = Path(__file__).parent.parent / "docs" / "verify.py"


def script(tmp_path: Path, lines: list[bytes]) -> tuple[int, str]:
    """What the documented script says of a log."""
    file = tmp_path / "log.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    found = subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, check=False)
    assert found.stderr == ""
    return found.returncode, found.stdout


NODE, TOOLS = shutil.which("node"), all(map(shutil.which, ("openssl", "xxd", "bc")))


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
@pytest.mark.parametrize(("name", "region"), [("ruleta-francesa", "extremadura"), ("blackjack", "pais-vasco")])
def test_another_language_verifies_it_by_the_docs_alone(name: str, region: str, tmp_path: Path) -> None:
    """Rounds to which browsers brought something: a wheel and a shoe. Another value, or another gift, is found."""
    assert NODE is not None
    session, rounds = sit(name, region), booked(name, region, False)
    kept, log = encode(edition(session.play, session.rules)), tmp_path / "log.jsonl"

    def said() -> tuple[int, str]:
        log.write_bytes(b"\n".join([kept, *mended(rounds)]) + b"\n")
        found = subprocess.run([NODE, SCRIPT.with_suffix(".mjs"), log], capture_output=True, text=True, check=False)
        assert found.stderr == ""
        return found.returncode, found.stdout

    assert said() == (0, "4 rounds, 0 wrong\n")
    drawn = next(entries for entries in rounds if any("fell" in entry for entry in entries))
    drawn[0]["brought"]["ana"] = "ab" * 32
    assert "the seed draws" in said()[1]
    rounds = booked(name, region, False)
    next(entry for entries in rounds for entry in entries if "fell" in entry)["fell"] = "x"
    assert said()[0] == 1


@pytest.mark.skipif(not TOOLS, reason="there is no openssl here, or no xxd or bc")
def test_a_spin_is_verified_by_hand_as_the_docs_do_it() -> None:
    block = SCRIPT.with_name("transcript.md").read_text(encoding="utf-8").partition("```sh\n")[2].partition("```")[0]
    rounds = booked("ruleta-francesa", "extremadura", False)
    order = game("ruleta-francesa").rules("extremadura").equipment.cylinder.order
    entries = next(found for found in rounds if sum("fell" in entry for entry in found) == 1)
    header, end = entries[0], entries[-1]
    given = [end["seed"], header["brought"]["ana"], header["brought"]["luis"], str(len(order))]
    found = subprocess.run(["sh", "-c", block, "spin", *given], capture_output=True, text=True, check=True).stdout
    assert found.split()[0] == header["commitment"]
    assert order[int(found.split()[-1])] == next(entry["fell"] for entry in entries if "fell" in entry)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_honest_chance_is_verified_by_both_and_another_value_is_found_by_both(
    name: str, region: str, tmp_path: Path
) -> None:
    played = evening(sit(name, region, physical=False), 12, seed=4)
    kept = encode(edition(played[0].play, played[0].rules))
    lines = [kept, *(line for table in played for line in table.lines())]
    found = verify(lines)
    falls = sum(table.draws for table in played)
    assert (found.breaches, found.seeds, found.draws + found.proofs, found.unchecked) == ([], 12, falls, 0)
    assert (found.proofs > 0) == (game(name).play.pack is not None)
    assert script(tmp_path, lines) == (0, "12 rounds, 0 wrong\n")
    rounds = data(played)
    fell = next(entry for entries in rounds for entry in entries if entry.get("fell") is not None)
    fell["fell"] = [6, *fell["fell"][1:-1], 7 - fell["fell"][-1]] if isinstance(fell["fell"], list) else "x"
    forged = [kept, *mended(rounds)]
    right = "open its leaf" if fell["to"].startswith("show:") else "which the seed draws"
    assert any(right in breach.right for breach in verify(forged).breaches)
    status, said = script(tmp_path, forged)
    assert status == 1
    assert re.search("the seed draws", said)


def taken_back(name: str, region: str, what: str) -> list[bytes]:
    """A round in which something has fallen and is taken back, so that it falls again, and the round goes on."""
    source = random.Random(3)
    for seed in range(50):
        table = robot.open_next(sit(name, region, physical=False, seed=seed))
        while not table.finished:
            inputs = [entry for entry in table.log if isinstance(entry, In)]
            fallen = [entry for entry in inputs if entry.to.startswith(what)]
            if len(fallen) > 5 and isinstance(inputs[-1].fell, str):
                table.rewind(inputs.index(fallen[-3]), "inspector", "a slip", ("director",))
                break
            step(source, table)
        if any(isinstance(entry, Rewind) for entry in table.log):
            while not table.finished:
                step(source, table)
            return [encode(edition(table.play, table.rules)), *table.lines()]
    raise AssertionError("nothing was taken back")


@pytest.mark.parametrize(
    ("name", "region", "what"), [("blackjack", "extremadura", "card:"), ("bingo", "pais-vasco", "drum:")]
)
def test_what_is_taken_back_falls_again_from_the_same_shoe_or_drum(
    name: str, region: str, what: str, tmp_path: Path
) -> None:
    lines = taken_back(name, region, what)
    assert verify(lines).breaches == []
    assert script(tmp_path, lines) == (0, "1 rounds, 0 wrong\n")
    if NODE is not None:
        found = subprocess.run(
            [NODE, SCRIPT.with_suffix(".mjs"), tmp_path / "log.jsonl"], capture_output=True, text=True, check=False
        )
        assert (found.returncode, found.stdout, found.stderr) == (0, "1 rounds, 0 wrong\n", "")


@pytest.mark.parametrize(
    ("name", "region", "changed"),
    [
        ("reto", "extremadura", {"carry": {"shoe": {"seen": {"Kc": -(10**18)}}}}),
        ("reto", "extremadura", {"carry": {"shoe": {"seen": {"Kc": 10**18}}}}),
        ("bingo", "pais-vasco", {"carry": {"out": 7}}),
        ("bingo", "pais-vasco", {"to": f"drum:-{10**18}-90"}),
        ("bingo", "pais-vasco", {"to": f"drum:1-{10**18}"}),
    ],
)
def test_no_count_in_a_log_makes_a_verification_endless(name: str, region: str, changed: dict[str, object]) -> None:
    played = evening(sit(name, region, physical=False), 2, seed=4)
    rounds = data(played)
    for entry in (rounds[0][0], next(entry for entry in rounds[0] if entry.get("fell") is not None)):
        entry |= {key: value for key, value in changed.items() if key in entry}
    verify([encode(edition(played[0].play, played[0].rules)), *mended(rounds)])


def hidden() -> Round:
    """A hand with backs, played out."""
    rules, source = game("bola").rules("extremadura"), random.Random(1)
    balances = {"ana": 100_000, "luis": 100_000}
    seeds = lambda: source.randbytes(32)  # noqa: E731
    table = Session(tapada.PLAY, rules, standard(rules), balances, seeds=seeds, clock=lambda: 0).open()
    while not table.finished:
        step(source, table)
    return table


def test_a_player_proves_shown_cards_with_what_he_was_sent(tmp_path: Path) -> None:
    table = hidden()
    sent = [encode(entry) for entry in table.seen("luis")]
    found = verify(sent)
    assert found.breaches == []
    assert found.proofs > 0
    assert script(tmp_path, sent)[0] == 0
    entries = table.seen("luis")
    at = next(i for i, entry in enumerate(entries) if getattr(entry, "salt", "") and i)
    entries[at] = msgspec.structs.replace(entries[at], fell="2c" if entries[at].fell != "2c" else "3c")  # type: ignore[union-attr]
    forged = [encode(entry) for entry in entries]
    assert any("committed to" in breach.what for breach in verify(forged).breaches)
    assert script(tmp_path, forged)[0] == 1


def test_a_changed_line_and_a_missing_round_are_found(tmp_path: Path) -> None:
    first, second, third = (table.lines() for table in evening(sit("bola", "extremadura", physical=False), 3, seed=4))
    missing = [*first, *third]
    assert [breach.what for breach in verify(missing).breaches] == ["the round does not name the last one's hash"]
    assert script(tmp_path, missing)[0] == 1
    changed = [*first, *(line.replace(b'"at":0', b'"at":1') for line in second)]
    assert "the hash is not that of the round's lines" in [breach.what for breach in verify(changed).breaches]
    assert script(tmp_path, changed)[0] == 1


def _fallen(rounds: list[list[Data]]) -> list[Data]:
    return [entry for entries in rounds for entry in entries if entry.get("fell") is not None]


def _no_seed(rounds: list[list[Data]]) -> None:
    for entries in rounds:
        entries[-1].pop("seed", None)


def _no_commitment(rounds: list[list[Data]]) -> None:
    _no_seed(rounds)
    for entries in rounds:
        entries[0]["commitment"] = ""


def _by_hand(rounds: list[list[Data]]) -> None:
    for entry in _fallen(rounds):
        entry["who"] = "croupier"


def _other_name(rounds: list[list[Data]]) -> None:
    for entry in _fallen(rounds):
        entry["to"] = "other"


def _no_salt(rounds: list[list[Data]]) -> None:
    for entry in _fallen(rounds):
        entry.pop("salt", None)


def _no_throw(rounds: list[list[Data]]) -> None:
    next(entry for entry in _fallen(rounds) if entry["to"] == "roll")["fell"] = "9s"


ANY_FORGERY = (_by_hand, _other_name)
FORGERIES = [
    *(("ruleta-francesa", "extremadura", forge) for forge in (*ANY_FORGERY, _no_seed, _no_commitment)),
    *(("blackjack", "extremadura", forge) for forge in (*ANY_FORGERY, _no_seed, _no_commitment)),
    *(("bingo", "pais-vasco", forge) for forge in (*ANY_FORGERY, _no_seed, _no_commitment)),
    *(("dados", "extremadura", forge) for forge in (*ANY_FORGERY, _no_seed, _no_commitment, _no_throw)),
    *(("poker-sin-descarte", "galicia", forge) for forge in (_by_hand, _no_salt)),
    *(("pai-gow", "pais-vasco", forge) for forge in (*ANY_FORGERY, _no_salt, _no_throw)),
    *(("holdem", "extremadura", forge) for forge in (_by_hand, _no_salt)),
]


@pytest.mark.parametrize(
    ("name", "region", "forge"), FORGERIES, ids=[f"{name}{forge.__name__}" for name, _, forge in FORGERIES]
)
def test_what_cannot_be_checked_because_somebody_took_it_out_is_no_honest_chance(
    name: str, region: str, forge: Forgery, tmp_path: Path
) -> None:
    """The draws are as they were: only what proves them is gone, as of somebody who changed them."""
    rounds = data(evening(sit(name, region, physical=False), 4, seed=6))
    forge(rounds)
    lines = mended(rounds)
    assert verify(lines).breaches
    kept = encode(edition(game(name).play, game(name).rules(region)))
    assert script(tmp_path, [kept, *lines])[0] == 1
    if NODE is not None:
        found = subprocess.run(
            [NODE, SCRIPT.with_suffix(".mjs"), tmp_path / "log.jsonl"], capture_output=True, check=False
        )
        assert (found.returncode, found.stderr) == (1, b"")


def test_fewer_dice_than_are_thrown_are_no_draw() -> None:
    for name in ("dados", "banca-francesa", "pai-gow"):
        rounds = data(evening(sit(name, "extremadura", physical=False), 4, seed=6))
        thrown = next(entry for entry in _fallen(rounds) if entry["to"] == "roll")["fell"]
        drawn = list(thrown)
        thrown.pop()
        (breach,) = verify(mended(rounds)).breaches
        assert (str(breach.what), str(breach.right)) == (f"{thrown} fell", f"{drawn}, which the seed draws")


def test_no_dice_are_thrown_where_a_game_has_none() -> None:
    rounds = data(evening(sit("ruleta-francesa", "extremadura", physical=False), 4, seed=6))
    spun = next(entry for entry in _fallen(rounds) if entry["to"] == "spin")
    spun["to"], spun["fell"] = "roll", []
    (breach,) = verify(mended(rounds)).breaches
    assert (str(breach.what), str(breach.right)) == ("[] fell", "nothing, which the seed draws")


def test_a_promised_seed_that_is_never_drawn_from_is_found() -> None:
    rounds = booked("ruleta-francesa", "extremadura", False)
    for entries in rounds[1:]:
        entries[0]["commitment"] = ""
        entries[-1].pop("seed", None)
        for entry in _fallen([entries]):
            entry["who"] = "croupier"
    assert [str(breach.what) for breach in verify(mended(rounds)).breaches] == [
        "the seed is not the one that was promised"
    ] * (len(rounds) - 1)


def test_a_croupiers_entries_are_counted_as_unchecked() -> None:
    played = evening(sit("bola", "extremadura"), 3, seed=4)
    found = verify(line for table in played for line in table.lines())
    assert (found.breaches, found.seeds, found.draws, found.unchecked) == ([], 0, 0, 3)
