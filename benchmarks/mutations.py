"""A hundred thousand mutated logs, none of which may make the audit fail: numbered, on two processes, resumable.

`./tapete run python -m benchmarks.mutations 100000 done.jsonl` goes on where that file ends. Each case is made from its
number alone: `--case 4711` prints what case 4711 was and what the audit said of it.
"""

import functools
import json
import multiprocessing
import os
import random
import time
from collections import Counter
from itertools import chain
from pathlib import Path

from tests.forging import Data, booked, mended
from tests.helpers import EVERYWHERE
from tests.mutating import mutated

from benchmarks.measure import Words
from tapete.audit.log import audit
from tapete.audit.verify import verify
from tapete.errors import TapeteError

BLOCK = 250
MUTATIONS, AT_MOST = 100_000, 60.0  # of them and of seconds, where nothing is said
# What a forger who mends the rest may have otherwise.
FREE = ("at", "hash", "previous", "purse", "salt", "brought", "by", "signed", "next", "act")
KINDS = [(name, region, physical) for name, region in EVERYWHERE for physical in (True, False)]


@functools.cache
def rounds(kind: int) -> list[list[Data]]:
    """An evening of four rounds in a casino's books, with slips, irregularities and now and then a void."""
    return booked(*KINDS[kind])


def case(number: int) -> list[bytes]:
    """The lines of a mutated log."""
    return mutated(random.Random(f"mutation {number}"), rounds(number % len(KINDS)))


def judged(number: int) -> str:
    """What the audit and the verification made of a case: found, refused, clean; or the fault of our own."""
    log = case(number)
    try:
        report = audit(log)
        verify(log)
    except TapeteError as error:
        return "refused" if "no round" in error.text else f"fault: {error.text[:90]}"
    except Exception as error:  # noqa: BLE001 what is looked for here
        return f"fault: {type(error).__name__}: {str(error)[:90]}"
    stopped = [breach.what for breach in report.breaches if "cannot go on" in breach.what]
    if stopped:
        return f"fault: {stopped[0][:90]}"
    if report.breaches:
        return "found"
    if report.notes:
        return "noted"
    return "immaterial" if _immaterial(log, rounds(number % len(KINDS))) else "clean"


def _immaterial(log: list[bytes], played: list[list[Data]]) -> bool:
    """Whether a log tells what was played, or the end of it: that it begins later is noted, and not wrong by itself.

    Of a time no more is known than what came before and after, and any words give a reason, any two who do not play a
    signature. Any salt hides balances as well as another, what players bring changes nothing where nothing was drawn,
    nothing follows the last promise, and a croupier's entry that changes no payment is his word alone. An act that
    brings about the same, as staking on either of several spots that are staked on together, is as good as another.
    """
    told = [_telling(json.loads(line)) for line in log]
    return any(told == list(map(_telling, chain.from_iterable(played[i:]))) for i in range(len(played)))


def _telling(entry: Data) -> Data:
    """An entry without what follows from the others, its time, and the words of a reason."""
    free = (*FREE, "fell") if entry.get("who") == "croupier" else FREE
    found = {key: value for key, value in entry.items() if key not in free}
    return {key: bool(value) if key in ("why", "void") else value for key, value in found.items()}


def block(first: int) -> tuple[int, dict[str, list[int]]]:
    """A block of cases: their numbers by verdict."""
    verdicts: dict[str, list[int]] = {}
    for number in range(first, first + BLOCK):
        verdicts.setdefault(judged(number), []).append(number)
    return first, verdicts


def run(most: int, at_most: float = float("inf"), state: Path | None = None, processes: int = 2) -> Counter[str]:
    """Runs the cases that are still to be run, and says what became of all."""
    done = dict(map(json.loads, state.read_text().splitlines())) if state and state.exists() else {}
    todo = [first for first in range(0, most, BLOCK) if first not in done]
    until = time.monotonic() + at_most
    with multiprocessing.get_context("spawn").Pool(processes, os.nice, (10,)) as pool:
        for first, verdicts in pool.imap_unordered(block, todo):
            done[first] = verdicts
            if state:
                with state.open("a") as file:
                    file.write(json.dumps([first, verdicts]) + "\n")
            if time.monotonic() > until:
                pool.terminate()
                break
    return _said(done)


def _said(done: dict[int, dict[str, list[int]]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    shown: dict[str, int] = {}
    for verdicts in done.values():
        for what, numbers in verdicts.items():
            counts[what] += len(numbers)
            shown.setdefault(what, numbers[0])
    faults = sum(count for what, count in counts.items() if what.startswith("fault"))
    print(f"{sum(counts.values())} mutations: {faults} faults of our own")
    for what, count in counts.most_common():
        print(f"  {count:>7} {what} (as case {shown[what]})")
    return counts


def show(number: int) -> None:
    """Prints a case: the lines that are not those of the evening, and the verdict."""
    known = set(mended(rounds(number % len(KINDS))))
    print(*KINDS[number % len(KINDS)])
    for i, line in enumerate(case(number), 1):
        if line not in known:
            print(i, line[:2000].decode("utf-8", "replace"))
    print(judged(number))


def main() -> None:
    """Runs them for a minute."""
    run(MUTATIONS, AT_MOST)


def _asked() -> None:
    words = Words(__doc__)
    words.add_argument("--case", type=int, metavar="NUMBER", help="print this one alone")
    words.add_argument("most", nargs="?", type=int, help="run so many, however long it takes")
    words.add_argument("state", nargs="?", type=Path, help="a file of what is done, which grows")
    asked = words.parse_args()
    if asked.case is not None:
        show(asked.case)
    elif asked.most is not None:
        run(asked.most, state=asked.state)
    else:
        main()


if __name__ == "__main__":
    _asked()
