"""What people type at a table: `17 5`, `rojo 10`, `caballo 4/7 2.50`, `hard 6 5`; `ya`; what fell."""

import re
import unicodedata
from collections.abc import Collection, Sequence

from tapete.engine.requests import Act
from tapete.engine.stakes import Layout
from tapete.engine.window import Option
from tapete.errors import Said, TapeteError, UnknownError
from tapete.money import euros, format_cents

CLOSE = ("ya", "no-va-mas", "ya-no-va-mas", "close", "spin", "roll")
VERBS = {
    "undo": "undo",
    "deshacer": "undo",
    "withdraw": "withdraw",
    "retirar": "withdraw",
    "declare": "declare",
    "declarar": "declare",
}


def normal(text: str) -> str:
    """Lower case, no accents, hyphens between the parts.

    >>> normal("Don't Win"), normal("caballo:4/7"), normal("Pequeño")
    ('dont-win', 'caballo-4-7', 'pequeno')
    """
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


def find_spot(spots: Collection[str], words: Sequence[str], what: str = "bet") -> str:
    """The spot that words mean: its id, what stands after its colon, or the only one they abbreviate.

    So with other ids: `what` says what they are.

    >>> find_spot(["pleno:1", "pleno:17", "rojo", "caballo:17-20"], ["17"])
    'pleno:17'
    """
    said = normal(" ".join(words))
    for spot in spots:
        if normal(spot) == said:
            return spot
    for spot in spots:
        if normal(spot.partition(":")[2]) == said:
            return spot
    head, _, tail = said.partition("-")
    short = [
        spot
        for spot in spots
        if normal(spot).startswith(said)
        or (tail and normal(spot).startswith(head) and normal(spot.partition(":")[2]) == tail)
    ]
    if said and len(short) == 1:
        return short[0]
    raise UnknownError(what, " ".join(words), short or list(spots))


def examples(layout: Layout, wished: Sequence[str]) -> list[str]:
    """Stakes as one would type them: on the wished bets that a felt has, or else on its first; the least of each."""
    words = [text for text in wished if _finds(layout, text)] or [spot.replace(":", " ") for spot in list(layout)[:3]]
    return [f"{text} {format_cents(layout[find_spot(layout, [text])].limits.lo)}" for text in words]


def _finds(spots: Collection[str], text: str) -> bool:
    try:
        return bool(find_spot(spots, [text]))
    except UnknownError:
        return False


def read_stake(spots: Collection[str], text: str) -> tuple[str, int]:
    """A spot and an amount in cents, from `rojo 10`."""
    words = text.split()
    if len(words) < 2:
        example = next(iter(spots), "rojo")
        raise TapeteError("'{text}' is no stake: write a bet and an amount, as in '{bet} 5'", text=text, bet=example)
    return find_spot(spots, words[:-1]), euros(words[-1])


def read_act(openings: Sequence[Option], spots: Collection[str], text: str) -> Act:
    """An act from its words: the closing of the bets, a verb, an option to choose, or a stake on one of the spots.

    >>> read_act([Option("croupier", "close", "", "1")], ["rojo"], "No va más"), read_act([], ["rojo"], "rojo 10")
    (Act(do='close', on='', cents=0, slots=()), Act(do='stake', on='rojo', cents=1000, slots=()))
    """
    words = text.split()
    verb = normal(words[0]) if words else ""
    verb = VERBS.get(verb, verb)
    if normal(text) in CLOSE:
        return Act("close")
    for do in (verb, "choose"):
        meant = [item for item in openings if item.do == do]
        if meant:
            return _of_verb(meant, words[1:] if do == verb else words)
    if verb in VERBS.values():
        return Act(verb, find_spot(spots, words[1:]) if words[1:] else "")
    return Act("stake", *read_stake(spots, text))


def _of_verb(openings: Sequence[Option], words: Sequence[str]) -> Act:
    """An act from the words after its verb: what it is done to, cards by their slots, an amount if it takes one.

    >>> _of_verb([Option("ana", "descartar", "", "1", slots=("#0", "#1"), most=2)], ["#1"])
    Act(do='descartar', on='', cents=0, slots=('#1',))
    """
    verb, cents = openings[0].do, 0
    slots = tuple(word for word in words if word.startswith("#"))
    on = [word for word in words if not word.startswith("#")]
    if openings[0].amounts is not None:
        if not on:
            raise TapeteError("'{verb}' needs an amount in euros", verb=Said(verb))
        cents = euros(on.pop())
    return Act(verb, find_spot([item.on for item in openings], on, "choice") if on else openings[0].on, cents, slots)


def read_fall(text: str, dice: bool) -> str | list[int]:
    """What fell, as a croupier types it: a pocket, a card, or dice as `3 4` or `34`.

    >>> read_fall("34", dice=True), read_fall(" 17 ", dice=False)
    ([3, 4], '17')
    """
    if not dice:
        return text.strip().lower()
    digits = [word for word in text.replace(",", " ").split() if word.isdigit()]
    return [int(digit) for digit in ("".join(digits) if len(digits) == 1 else digits)]
