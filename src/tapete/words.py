"""What people type at a table: `17 5`, `rojo 10`, `caballo 4/7 2.50`, `hard 6 5`; `ya`; what fell."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches

from tapete.engine.places import bet_of, tail_of
from tapete.engine.requests import Act
from tapete.engine.stakes import Layout
from tapete.engine.window import Option
from tapete.errors import Missing, Named, Said, TapeteError, UnknownError, either, listed
from tapete.money import euros, format_cents
from tapete.tongues import LEAST, MOST, Tongue, choices, no_names

FEW, LISTED = 8, 16  # bets that are named one by one, and kinds of bets that a line names at most
MANY = "unknown {what} '{name}': there are {shown} and others, all of them on the felt and in the help"
AMOUNT = r"\d+([.,]\d+)?"
CURRENCY = ("eur", "euro", "euros")
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


def find_spot(spots: Collection[str], words: Sequence[str], what: str = "bet", names: Tongue = no_names) -> str:
    """The spot that words mean: its id, what stands after its colon, its name in any language, or the only abbreviated.

    So with other ids: `what` says what they are.

    >>> find_spot(["pleno:1", "pleno:17", "rojo", "caballo:17-20"], ["17"])
    'pleno:17'
    >>> find_spot(["rojo", "negro"], ["Red"], names=choices)
    'rojo'
    """
    said = normal(" ".join(words))
    for spot in spots:
        if normal(spot) == said:
            return spot
    for spot in spots:
        if normal(tail_of(spot)) == said:
            return spot
    short = _abbreviated(spots, said)
    if said and len(short) == 1:
        return short[0]
    meant = _by_name(spots, said, names) if said else []
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Missing("'{name}' may be {shown}: say which", name=" ".join(words), shown=either(_shown(meant, names)))
    near = _near(spots, said, names)
    if near or len(spots) <= FEW:
        raise UnknownError(what, " ".join(words), _shown(short or spots, names), _shown(near, names))
    kinds = list(dict.fromkeys(bet_of(spot) for spot in short or spots))
    shown = _shown(kinds[:LISTED], names)
    if len(kinds) <= LISTED:
        raise UnknownError(what, " ".join(words), shown)
    raise Missing(MANY, what=Said(what), name=" ".join(words), shown=listed(shown))


def _abbreviated(spots: Collection[str], said: str) -> list[str]:
    head, _, tail = said.partition("-")
    return [
        spot
        for spot in spots
        if normal(spot).startswith(said) or (tail and normal(spot).startswith(head) and normal(tail_of(spot)) == tail)
    ]


def _by_name(spots: Collection[str], said: str, names: Tongue) -> list[str]:
    """The spots that a name means: in the reader's own language, in another, or by one word of it."""
    called = {spot: [normal(name) for name in names(spot)] for spot in spots}
    own = [spot for spot, known in called.items() if said in known[:1]]
    other = [spot for spot, known in called.items() if said in known]
    return own or other or [spot for spot, known in called.items() if any(_is_word(spot, name, said) for name in known)]


def _is_word(spot: str, name: str, said: str) -> bool:
    """Whether somebody says a spot by one word of its name and what it covers: `cabalo 4/7`."""
    tail = normal(tail_of(spot))
    parts = name.removesuffix(f"-{tail}").split("-") if tail else name.split("-")
    return said in {f"{part}-{tail}" if tail else part for part in parts if len(part) > 2}


def _near(spots: Collection[str], said: str, names: Tongue) -> list[str]:
    """Those whose id or name is nearest to what was said."""
    known = {normal(name): spot for spot in spots for name in (spot, *names(spot))}
    close = get_close_matches(said, known, n=6, cutoff=0.6)
    return list(dict.fromkeys(known[name] for name in close))[:3]


def _shown(spots: Iterable[str], names: Tongue) -> list[str]:
    """Spots as a refusal lists them: by their names to a reader."""
    named = [(spot, names(spot)) for spot in spots]
    return [Named.of(spot, called[0]) if called else spot for spot, called in named]


def examples(layout: Layout, wished: Sequence[str], names: Tongue = no_names) -> list[str]:
    """Stakes as one would type them: on the wished bets that a felt has, or else on its first; the least of each.

    With `names`, by what the reader calls a bet; a number is a number.
    """
    words = [text for text in wished if _finds(layout, text)] or [spot.replace(":", " ") for spot in list(layout)[:3]]
    found = [(text, find_spot(layout, [text])) for text in words]
    return [f"{_typed(text, spot, names)} {format_cents(layout[spot].limits.lo)}" for text, spot in found]


def _typed(text: str, spot: str, names: Tongue) -> str:
    """How a reader would type a spot."""
    return text if text.isdigit() else next((name.lower() for name in names(spot)), text)


def _finds(spots: Collection[str], text: str) -> bool:
    try:
        return bool(find_spot(spots, [text]))
    except Missing:
        return False


def read_stake(spots: Collection[str], text: str, names: Tongue = no_names) -> tuple[str, int]:
    """A spot and an amount in cents, from `rojo 10` or `rojo 10 €`."""
    words = text.replace("€", " ").split()
    if len(words) > 2 and normal(words[-1]) in CURRENCY:
        del words[-1]
    spot = _meant(spots, words[:-1], names)
    if spot is not None:
        return spot, euros(words[-1])
    if whole := _meant(spots, words, names):
        (bet,) = _shown([whole], names)
        raise TapeteError("how much on {bet}: write an amount after it, as in '{text} 5'", bet=bet, text=text.strip())
    if len(words) < 2:
        example = _shown([next(iter(spots), "rojo")], names)[0]
        raise TapeteError("'{text}' is no stake: write a bet and an amount, as in '{bet} 5'", text=text, bet=example)
    return find_spot(spots, words[:-1], names=names), euros(words[-1])


def _meant(spots: Collection[str], words: Sequence[str], names: Tongue) -> str | None:
    """The spot that words name, if they name one."""
    try:
        return find_spot(spots, words, names=names) if words else None
    except Missing:
        return None


def heard(verbs: Collection[str], text: str, names: Tongue) -> tuple[str, list[str]] | None:
    """Which of some verbs a text begins with, in any language, and the words after it; the longest name counts.

    >>> heard(["undo", "withdraw"], "Retirar rojo", {"undo": ["Deshacer"], "withdraw": ["Retirar"]}.__getitem__)
    ('withdraw', ['rojo'])
    """
    words = text.split()
    for count in range(len(words), 0, -1):
        said = normal(" ".join(words[:count]))
        meant = [verb for verb in verbs if normal(verb) == said]
        meant += [verb for verb in verbs if said in map(normal, names(verb))]
        if meant:
            return meant[0], words[count:]
    return None


def read_act(
    openings: Sequence[Option],
    spots: Collection[str],
    text: str,
    bets: Tongue = no_names,
    acts: Tongue = no_names,
    verbs: Collection[str] = (),
    decisions: Collection[str] = (),
) -> Act:
    """An act from its words: the closing of the bets, a verb, an option to choose, or a stake on one of the spots.

    `bets` and `acts` say what both are called in every language; `verbs` are the game's and `decisions` those of any
    game, of which some may not be open.

    >>> read_act([Option("croupier", "close", "", "1")], ["rojo"], "No va más"), read_act([], ["rojo"], "rojo 10")
    (Act(do='close', on='', cents=0, slots=()), Act(do='stake', on='rojo', cents=1000, slots=()))
    """
    words = text.split()
    verb = normal(words[0]) if words else ""
    verb = VERBS.get(verb, verb)
    if normal(text) in CLOSE:
        return Act("close")
    if all_in(text) and (act := _everything(openings)):
        return act
    said = heard(sorted({item.do for item in openings} - {"choose"}), text, acts)
    if said is not None:
        return _of_verb([item for item in openings if item.do == said[0]], said[1], bets)
    meant = [item for item in openings if item.do == verb]
    if meant:
        return _of_verb(meant, words[1:], bets)
    meant = [item for item in openings if item.do == "choose"]
    if meant:
        return _of_verb(meant, words, choices)
    said = heard(("undo", "withdraw", "close", *verbs), text, acts)
    if said is not None:
        verb, words = said[0], ["", *said[1]]
    if verb in verbs:
        return Act(verb)  # which is not open: whoever is asked says why
    if verb in (*VERBS.values(), "close"):
        if verb == "withdraw":
            _check_whole(spots, words[1:], bets)
        return Act(verb, find_spot(spots, words[1:], names=bets) if words[1:] else "")
    known = list(dict.fromkeys(item.do for item in openings if item.do != "last"))
    if known and "stake" not in known and not (_meant(spots, words, bets) or _meant(spots, words[:-1], bets)):
        near = _near(known, normal(text), acts) or _near(known, normal(words[0]) if words else "", acts)
        raise UnknownError("act", text, _shown(known, acts), _shown(near, acts))
    if _meant(spots, words, bets) is None and (decision := heard(decisions, text, choices)) and not decision[1]:
        return Act("choose", decision[0])  # nor is this open
    return Act("stake", *read_stake(spots, text, bets))


def _of_verb(openings: Sequence[Option], words: Sequence[str], names: Tongue = no_names) -> Act:
    """An act from the words after its verb: what it is done to, cards by their slots, an amount if it takes one.

    >>> _of_verb([Option("ana", "descartar", "", "1", slots=("#0", "#1"), most=2)], ["#1"])
    Act(do='descartar', on='', cents=0, slots=('#1',))
    """
    slots = tuple(word for word in words if word.startswith("#"))
    on = [word for word in words if not word.startswith("#")]
    amount = on[-_length(on) :] if openings[0].amounts is not None and on else []
    on = on[: len(on) - len(amount)]
    if on and openings[0].slots and not any(item.on for item in openings):
        raise Missing(
            "'{card}' is none of the cards that may be chosen: name them by what they show, or as {slots}",
            card=" ".join(on),
            slots=" ".join(openings[0].slots),
        )
    known = [item.on for item in openings]
    if openings[0].do == "withdraw":
        _check_whole(known, on, names)
    meant = find_spot(known, on, "choice", names) if on else openings[0].on
    option = next(item for item in openings if item.on == meant)
    return Act(option.do, meant, _cents(option, amount) if option.amounts is not None else 0, slots)


def _check_whole(spots: Collection[str], words: Sequence[str], names: Tongue) -> None:
    """Refuses an amount after a bet that is taken back.

    >>> _check_whole(["rojo", "pleno:17"], ["pleno", "17"], no_names)
    """
    words = " ".join(words).replace("€", " ").split()
    words = words[:-1] if len(words) > 2 and normal(words[-1]) in CURRENCY else words
    if len(words) < 2 or _meant(spots, words, names) is not None or not re.fullmatch(AMOUNT, words[-1]):
        return
    whole = _meant(spots, words[:-1], names)
    if whole is not None:
        (bet,) = _shown([whole], names)
        raise TapeteError("{bet} is taken back whole: write no amount after it", bet=bet)


def _length(words: Sequence[str]) -> int:
    """How many of the last words are the amount."""
    return next((count for count in (2, 1) if count <= len(words) and _said(words[-count:])), 1)


def _said(words: Sequence[str]) -> Sequence[str]:
    """Whether some words mean the most that is open or the least, and which."""
    said = normal(" ".join(words))
    return next((each for each in (MOST, LEAST) if said in map(normal, each)), ())


def all_in(text: str) -> bool:
    """Whether a text is but the most that somebody has.

    >>> all_in("All in"), all_in("resto"), all_in("subo 20")
    (True, True, False)
    """
    return _said(text.split()) is MOST


def _cents(option: Option, words: Sequence[str]) -> int:
    """The amount that is meant; the only one that is open need not be said."""
    said = _said(words)
    if said or (not words and option.lo == option.hi):
        return option.hi if said is MOST else option.lo
    if not words:
        raise TapeteError("'{verb}' needs an amount in euros", verb=Said(option.do))
    return euros(words[0])


def _everything(openings: Sequence[Option]) -> Act | None:
    """All one has: by the one act that takes an amount, or by matching a bet if there is none."""
    takes = [item for item in openings if item.amounts is not None]
    if len(takes) == 1:
        return Act(takes[0].do, takes[0].on, takes[0].hi)
    match = [item for item in openings if item.do == "call"]
    return Act("call") if match and not takes else None


def read_fall(text: str, dice: bool) -> str | list[int]:
    """What fell, as a croupier types it: a pocket, a card, or dice as `3 4`, `3-4` or `34`.

    What has no number in it stays as it is, to be refused by name.

    >>> read_fall("34", dice=True), read_fall("3-4", dice=True), read_fall("seis", dice=True)
    ([3, 4], [3, 4], 'seis')
    >>> read_fall(" 17 ", dice=False)
    '17'
    """
    if not dice:
        return text.strip().lower()
    digits = [word for word in text.replace(",", " ").replace("-", " ").split() if word.isdecimal()]
    return [int(digit) for digit in ("".join(digits) if len(digits) == 1 else digits)] or text.strip()
