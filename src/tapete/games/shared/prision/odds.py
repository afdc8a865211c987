"""A simple chance as a chain: on the felt, then in prison by the zeros it has seen."""

from collections.abc import Mapping
from fractions import Fraction

from tapete.engine.places import bet_of
from tapete.engine.views import View
from tapete.games.shared.prision.rules import LEAVES
from tapete.games.shared.prision.settle import LOSES, NULL, WINS, ZERO, simple_chance
from tapete.money import Ratio
from tapete.odds.chain import Chain, Step, figures

# What an imprisoned chip is worth once something has fallen, where one that stays counts as the half it may be had for.
PRISONER = {LOSES: Fraction(0), WINS: Fraction(1), ZERO: Fraction(1, 4), NULL: Fraction(1, 2)}


def chain(met: Mapping[int, int], pays: Ratio, leaves: int) -> Chain:
    """The chain of a stake whose player takes it back at zero number `leaves`, 0 for never.

    `met` says how often it loses, wins, meets a zero or nothing. There are as many states as matter to its owner.

    >>> from tapete.games.shared.prision.settle import LOSES, WINS, ZERO
    >>> from tapete.odds.chain import figures
    >>> figures(chain({LOSES: 18, WINS: 18, ZERO: 1}, Ratio(1), 1)).edge
    Fraction(1, 74)
    """
    deepest = 0 if leaves == 1 else 1
    chain = []
    for zeros in range(deepest + 1):
        steps = []
        for fell, weight in met.items():
            after, num, den = simple_chance(zeros, fell, zeros + 1 != leaves, *pays)
            value = Fraction(num, den)
            steps.append(Step(weight, -1, value) if after < 0 else Step(weight, min(after, deepest), scale=value))
        chain.append(steps)
    return chain


def chance_of(view: View) -> tuple[str, bool]:
    """The simple chance that a choice at a zero is about, and whether its stake lies in prison already."""
    about = view.about
    return bet_of(about.removeprefix("prision/")), about.startswith("prision/")


def advice(met: Mapping[int, int], pays: Ratio, *, imprisoned: bool) -> list[tuple[str, float]]:
    """At a zero: what taking half is worth, and what prison is to one who plays on well, each less the stake.

    >>> from tapete.games.shared.prision.settle import LOSES, WINS, ZERO
    >>> advice({LOSES: 18, WINS: 18, ZERO: 1}, Ratio(1), imprisoned=False)[0]
    ('mitad', -0.5)
    """
    return [(option, float(worth)) for option, worth in at_zero(met, pays, 2 if imprisoned else 1).items()]


def at_zero(met: Mapping[int, int], pays: Ratio, zeros: int) -> dict[str, Fraction]:
    """The same exactly, at a stake's zero of this number; every one after the first has halved the stake before."""
    halves = 2 ** (zeros - 1)
    prison = max(_prisoner(met, pays, leaves) for leaves in LEAVES.values() if leaves != 1)
    return {"mitad": Fraction(1, 2 * halves) - 1, "prision": prison / halves - 1}


def _prisoner(met: Mapping[int, int], pays: Ratio, leaves: int) -> Fraction:
    """What comes back of a stake that has seen one zero, on the whole."""
    _, steps = chain(met, pays, leaves)
    edge = figures([[step._replace(to=min(step.to, 0)) for step in steps]]).edge
    return Fraction(1 - edge)
