"""Hands scored a second on one core, against native evaluators and other packages on the same hands in the same run.

The peers are phevaluator (its native functions called from a C++ loop compiled here, and from Python), eval7 and treys.
One that is not installed is named and left out.
"""

import ctypes
import importlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Words, report, seconds
from tapete.cards import FRENCH
from tapete.cards.lookup import Lookup
from tapete.cards.rankings import POKER

GOALS = {5: 150e6, 7: 100e6}
GOAL_ALL, GOAL_ONE = 0.5, 500_000
HANDS = 4_000_000
CLASSES = 7462

_PHEVALUATOR = """
#include <cstdint>
extern "C" int evaluate_5cards(int, int, int, int, int);
extern "C" int evaluate_7cards(int, int, int, int, int, int, int);
extern "C" void run_5(const uint8_t* h, long n, uint16_t* out) {
    for (long i = 0; i < n; ++i, h += 5) out[i] = evaluate_5cards(h[0], h[1], h[2], h[3], h[4]);
}
extern "C" void run_7(const uint8_t* h, long n, uint16_t* out) {
    for (long i = 0; i < n; ++i, h += 7) out[i] = evaluate_7cards(h[0], h[1], h[2], h[3], h[4], h[5], h[6]);
}
"""

_SAME_TABLES = """
#include <algorithm>
#include <cstdint>
template <int N>
static void run(const uint8_t* h, long n, uint16_t* out, const uint64_t* keys, const uint64_t* ranks, uint64_t start,
                int row_from, uint64_t places, const uint32_t* rows, const uint16_t* plain, const uint16_t* suited) {
    for (long i = 0; i < n; ++i, h += N) {
        uint64_t total = start;
        for (int j = 0; j < N; ++j) total += keys[h[j]];
        uint16_t best = plain[((total >> 33) & places) ^ rows[total >> row_from]];
        if (uint64_t tops = total & 0x8888) {
            uint64_t all = 0;
            for (int j = 0; j < N; ++j) all |= ranks[h[j]];
            best = std::max(best, suited[all >> __builtin_ctzll(tops) / 4 * 16 & 0x1fff]);
        }
        out[i] = best;
    }
}
#define RUN(N) extern "C" void run_##N(const uint8_t* h, long n, uint16_t* out, const uint64_t* k, const uint64_t* b, \\
    uint64_t s, int f, uint64_t m, const uint32_t* r, const uint16_t* p, const uint16_t* u) \\
    { run<N>(h, n, out, k, b, s, f, m, r, p, u); }
RUN(5)
RUN(7)
"""


def random_hands(held: int) -> NDArray[np.uint8]:
    """Hands of different cards, in random order."""
    stream = np.random.default_rng(held)
    drawn = stream.integers(0, 52, (HANDS * 2, held), np.uint8)
    apart = (np.diff(np.sort(drawn, axis=1), axis=1) != 0).all(axis=1)
    return np.ascontiguousarray(drawn[apart][:HANDS])


def peer(name: str) -> ModuleType | None:
    """A package to compare with, or a line that it is not there."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: not compared")
        return None


def compiled(source: str, folder: str, *linked: str) -> ctypes.CDLL | None:
    """A C++ loop built for this machine, or a line that there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        print("no C++ compiler: native loops are not compared")
        return None
    code, built = Path(folder) / "loop.cc", Path(folder) / "loop.so"
    code.write_text(source)
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", str(code), "-o", str(built), *linked], check=True
    )
    return ctypes.CDLL(str(built))


def _pointer(array: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def phevaluator_loop(held: int, hands: NDArray[np.uint8], ours: NDArray[np.uint16]) -> float | None:
    """Hands a second of phevaluator's native functions in a C++ loop, once it has been seen to agree with ours."""
    package = peer("phevaluator")
    if package is None:
        return None
    library = next(Path(str(package.__file__)).parent.glob("_pheval*.so"), None)
    if library is None:
        print("phevaluator is installed without its native library: not compared")
        return None
    with tempfile.TemporaryDirectory() as folder:
        loop = compiled(_PHEVALUATOR, folder, str(library), f"-Wl,-rpath,{library.parent}")
        if loop is None:
            return None
        run, found = getattr(loop, f"run_{held}"), np.empty(len(hands), np.uint16)
        run(_pointer(hands), ctypes.c_long(len(hands)), _pointer(found))
        assert (CLASSES + 1 - found == ours).all(), "phevaluator ranks some hand otherwise"
        return len(hands) / seconds(lambda: run(_pointer(hands), ctypes.c_long(len(hands)), _pointer(found)))


def same_tables_loop(tables: Lookup, hands: NDArray[np.uint8], ours: NDArray[np.uint16]) -> float | None:
    """Hands a second of a C++ loop over our own tables: what a native program of the same method reaches."""
    with tempfile.TemporaryDirectory() as folder:
        loop = compiled(_SAME_TABLES, folder)
        if loop is None:
            return None
        t, found = tables.batch.tables, np.empty(len(hands), np.uint16)
        run = getattr(loop, f"run_{tables.held}")
        words = (ctypes.c_uint64(int(t.start)), ctypes.c_int(int(t.row_from)), ctypes.c_uint64(int(t.places)))
        arguments = (_pointer(hands), ctypes.c_long(len(hands)), _pointer(found), _pointer(t.keys), _pointer(t.ranks))
        arrays = (_pointer(t.rows), _pointer(t.plain), _pointer(t.suited))
        run(*arguments, *words, *arrays)
        assert (found == ours).all(), "the C++ loop reads the tables otherwise"
        return len(hands) / seconds(lambda: run(*arguments, *words, *arrays))


def batches() -> None:
    """Many hands at once."""
    for held, goal in GOALS.items():
        tables, hands = POKER.compile(held), random_hands(held)
        ours = tables.scores(hands)
        rate = len(hands) / seconds(lambda tables=tables, hands=hands: tables.scores(hands), 2.0)  # type: ignore[misc]
        what = f"random hands of {held}, one core"
        report(what, rate / 1e6, "million/s", goal / 1e6, "goal")
        for name, other in (
            ("phevaluator's C++ loop", phevaluator_loop(held, hands, ours)),
            ("C++ loop, same tables", same_tables_loop(tables, hands, ours)),
        ):
            if other is not None:
                report(what, rate / 1e6, "million/s", other / 1e6, name)


def every_hand() -> None:
    """All 133,784,560 hands of seven."""
    tables = POKER.compile(7)
    assert int(tables.batch.tally().sum()) == 133_784_560
    report("every hand of seven, each scored", seconds(tables.batch.tally, 2.0), "s", GOAL_ALL, "goal", False)


def others_one_by_one(hands: list[list[str]]) -> dict[str, Callable[[], object]]:
    """Each peer's way of scoring these hands one by one, its own cards made beforehand."""
    found: dict[str, Callable[[], object]] = {}
    if phevaluator := peer("phevaluator"):
        numbers = [[phevaluator.Card.to_id(card) for card in hand] for hand in hands]
        found["phevaluator"] = lambda: [phevaluator.evaluate_cards(*hand) for hand in numbers]
    if eval7 := peer("eval7"):
        cards = [[eval7.Card(card) for card in hand] for hand in hands]
        found["eval7"] = lambda: [eval7.evaluate(hand) for hand in cards]
    if treys := peer("treys"):
        words = [[treys.Card.new(card) for card in hand] for hand in hands]
        evaluate = treys.Evaluator().evaluate
        found["treys"] = lambda: [evaluate(hand[:2], hand[2:]) for hand in words]
    return found


def one_by_one() -> None:
    """One hand at a time from plain Python."""
    count = 20_000
    rates = {}
    for held in GOALS:
        hands = [tuple(hand) for hand in random_hands(held)[:count].tolist()]
        score = POKER.compile(held).score
        rates[held] = count / seconds(lambda score=score, hands=hands: [score(hand) for hand in hands])  # type: ignore[misc]
        report(f"one hand of {held} from Python", rates[held], "/s", GOAL_ONE, "goal")
    texts = [[FRENCH.show(card).replace("10", "T") for card in hand] for hand in random_hands(7)[:count].tolist()]
    for name, run in others_one_by_one(texts).items():
        report("one hand of 7 from Python", rates[7], "/s", count / seconds(run), name)


def building() -> None:
    """A fresh interpreter that builds the tables for seven cards and scores a hand, and one that does not."""
    code = "from tapete.cards.rankings import POKER"
    without = seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True), 2.0)
    code += "; POKER.compile(7).score(range(7))"
    whole = seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True), 2.0)
    report("tables for seven cards built, from a fresh start", whole, "s", 1.0, "goal", False)
    report("the same", whole, "s", without, "importing the declaration", False)


def main() -> None:
    """Prints the figures."""
    batches()
    every_hand()
    one_by_one()
    building()


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
