"""The felt of treinta y cuarenta: four chances and the insurance of each, as any felt has them; past coups."""

from collections.abc import Sequence

from tapete.engine.requests import Announce
from tapete.engine.shoe import card_pack
from tapete.engine.transcript import Entry
from tapete.errors import Said
from tapete.games.shared.felt.results import Result
from tapete.games.treinta_cuarenta.rules import Rules, worth

EXAMPLES = ("rojo", "color", "negro")
WINS = {
    "negro": Said("the black row, dealt first, ends nearer to 31"),
    "rojo": Said("the red row, dealt second, ends nearer to 31"),
    "color": Said("the row that wins has the colour of the first card of all"),
    "inverso": Said("the row that wins has the other colour than the first card of all"),
    "seguro": Said("keeps a stake from what 31 in both rows does to it"),
}


def total(rules: Rules, place: str, cards: Sequence[str]) -> str:
    """The points of a row so far.

    >>> from tapete.games import game
    >>> found = game("treinta-cuarenta")
    >>> total(found.rules(found.regions[0]), "negra", ("Kd", "8s", "Ac"))
    '19'
    """
    kind, count = card_pack(rules), worth(rules)
    return str(sum(count[kind.card(card)] for card in cards)) if cards and place in rules.rows.order else ""


def road(entries: Sequence[Entry]) -> str:
    """What won in a coup, by its call: `negro-color`, `rojo-inverso`; of a coup that none won, the call."""
    calls = [entry for entry in entries if isinstance(entry, Announce) and entry.call in ("result", "refait", "null")]
    if not calls:
        return ""
    if calls[-1].call != "result":
        return calls[-1].call
    words = calls[-1].args[2].split()
    return f"{words[0]}-{words[2]}"


def result(rules: Rules, fell: str) -> Result:  # noqa: ARG001
    """A coup on the board: the row that won in its colour, and whether colour did."""
    row, _, chance = fell.partition("-")
    if not chance:
        return Result("31" if fell == "refait" else "=" if fell == "null" else fell, "verde")
    return Result(f"{row[0]}{chance[0]}".upper(), row)


def winners(rules: Rules, fell: str) -> frozenset[str]:
    """The two chances that won."""
    return frozenset(set(fell.split("-")) & rules.bets.keys())
