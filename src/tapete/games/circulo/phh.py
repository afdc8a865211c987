"""Hands as others write them down: the format PHH, read from `.phh` and `.phhs`, and written."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tapete.cards.card import Pack
from tapete.errors import TapeteError
from tapete.validation import toml

DEALS_HAND, DEALS_BOARD = "dh", "db"
FOLDS, CALLS, RAISES, BRINGS_IN, SHOWS = "f", "cc", "cbr", "pb", "sm"
UNKNOWN, NONE = "??", "-"
STACKS = "starting_stacks"
# The greatest amount, its decimals, how long it is written, and how many actions a hand may have.
GREATEST, PLACES, LONGEST, ACTIONS = 10**15, 8, 30, 10_000
INFINITE = Decimal("Infinity")  # a stack that is not known: enough for whatever its owner does
# Our own fields: how many sit at the table, those who rest among them; by whose text it was played, with which of what
# the text leaves to the house, and the smallest chip.
SEATED, REGION, OPTIONS, CHIP = "_seated", "_region", "_options", "_chip"
# Each variant's game here, and the kind of limit that it is played with.
VARIANTS = {
    "NT": ("holdem", "libre"),
    "FT": ("holdem", "fijo"),
    "PO": ("omaha", "bote"),
    "FO/8": ("omaha-hi-lo", "fijo"),
    "F7S": ("seven-stud", "fijo"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened: who did what, with which cards or up to which amount. Players count from 0."""

    number: int
    do: str
    player: int = -1
    cards: tuple[str, ...] = ()
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """A hand as it is written: amounts in cents, of which `scale` are one of the file's; `chip` is its least unit."""

    variant: str
    scale: int
    chip: int
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int
    least: int
    high: int
    stacks: tuple[int, ...]
    steps: tuple[Step, ...] = field(repr=False)
    players: tuple[str, ...] = ()
    seated: int = 0
    unknown: frozenset[int] = frozenset()  # whose stacks the file does not know
    region: str = ""
    options: tuple[tuple[str, str], ...] = ()

    @property
    def game(self) -> str:
        """The game that it is here."""
        return VARIANTS[self.variant][0]

    @property
    def limit(self) -> str:
        """The kind of limit that it was played with."""
        return VARIANTS[self.variant][1]

    def told(self, amount: int) -> int | float:
        """An amount as the file would have it."""
        whole, part = divmod(amount, self.scale)
        return float(Decimal(amount) / self.scale) if part else whole


def hands(text: str, several: bool) -> Iterator[dict[str, Any]]:
    """The hands of a file: one, or a table for each."""
    data = toml(text, Decimal)
    if several and not all(isinstance(value, dict) for value in data.values()):
        raise TapeteError("a .phhs file has a table for each hand")
    return iter(data.values() if several else [data])


def read(data: dict[str, Any]) -> Written:
    """A hand out of its table."""
    variant, known = data.get("variant"), ", ".join(VARIANTS)
    if variant is None:
        raise TapeteError("a hand names its variant: {known}", known=known)
    if str(variant) not in VARIANTS:
        named = str(variant)[:LONGEST]
        raise TapeteError("variant '{variant}' is not played here: there are {known}", variant=named, known=known)
    if STACKS not in data:
        raise TapeteError("a hand says what each player began with: {field} is missing", field=STACKS)
    unknown = frozenset(number for number, value in enumerate(_list(data, STACKS)) if value == INFINITE)
    stacks = [
        Decimal(GREATEST) if number in unknown else _decimal(value, STACKS) for number, value in enumerate(data[STACKS])
    ]
    antes, blinds = (_amounts(data, name) for name in ("antes", "blinds_or_straddles"))
    if len(stacks) < 2 or max(len(antes), len(blinds)) > len(stacks):
        raise TapeteError("a hand has two players at least, and no more antes or blinds than players")
    amounts = [*stacks, *antes, *blinds]
    amounts += [_amount(data, name) for name in ("bring_in", "min_bet", "small_bet", "big_bet", CHIP)]
    actions = _list(data, "actions")
    if len(actions) > ACTIONS:
        told = {"count": len(actions), "most": ACTIONS}
        raise TapeteError("actions: {count} of them, and no hand has more than {most}", **told)
    words = [str(action).partition("#")[0].split() for action in actions]
    said = [Decimal(word[2]) for word in words if len(word) == 3 and word[1] == RAISES and _number(word[2])]
    places = max(0, *(-int(amount.normalize().as_tuple().exponent) for amount in (*amounts, *said)))
    scale = 10 ** max(places, 2)

    def scaled(amounts: Sequence[Decimal]) -> tuple[int, ...]:
        return tuple(int(amount * scale) for amount in (*amounts, *[Decimal(0)] * (len(stacks) - len(amounts))))

    if len(stacks) == 2:  # the second has the button: what they stake before the cards is written the other way round
        antes, blinds = (amounts[::-1] if len(amounts) == 2 else amounts for amounts in (antes, blinds))
    least = _amount(data, "min_bet") or _amount(data, "small_bet")
    if not least:
        raise TapeteError("the least bet is missing: min_bet, or small_bet where amounts are fixed")
    return Written(
        variant,
        scale,
        int(_smallest(data, least) * scale) or scale // 10**places,
        scaled(antes),
        scaled(blinds),
        int(_amount(data, "bring_in") * scale),
        int(least * scale),
        int(_amount(data, "big_bet") * scale),
        scaled(stacks),
        tuple(_step(number, word, scale, len(stacks)) for number, word in enumerate(words, 1) if word),
        tuple(str(name) for name in _list(data, "players")),
        max(len(stacks), int(_amount(data, SEATED))),
        unknown,
        str(data.get(REGION, "")),
        tuple((name, value) for name, _, value in (str(word).partition("=") for word in _list(data, OPTIONS))),
    )


def check_cards(written: Written, pack: Pack) -> None:
    """Every card that is known is one of a pack, and is dealt once; who shows cards shows those that he was dealt."""
    lying: dict[int, int] = {}
    unseen: Counter[int] = Counter()  # cards that somebody was dealt, and the file does not know
    for step in written.steps:
        cards = [_face(step.number, card, pack) for card in step.cards if card not in (UNKNOWN, NONE)]
        for card in cards:
            own = step.do == SHOWS and lying.get(card) == step.player
            if cards.count(card) > 1 or (card in lying and not own):
                raise TapeteError("action {number}: no {card} is left", number=step.number, card=pack.show(card))
            if step.do == SHOWS and not own:
                unseen[step.player] -= 1
            if unseen[step.player] < 0:
                told = {"who": f"p{step.player + 1}", "card": pack.show(card)}
                raise TapeteError("action {number}: {who} was not dealt {card}", number=step.number, **told)
            lying[card] = step.player
        unseen[step.player] += step.cards.count(UNKNOWN) if step.do == DEALS_HAND else 0


def _face(number: int, card: str, pack: Pack) -> int:
    try:
        return pack.card(card)
    except TapeteError as error:
        raise TapeteError("action {number}: {why}", number=number, why=error.text) from None


def _list(data: dict[str, Any], name: str) -> list[Any]:
    values = data.get(name, [])
    if not isinstance(values, list):
        raise TapeteError("{name} is no list", name=name)
    return values


def _amounts(data: dict[str, Any], name: str) -> list[Decimal]:
    return [_decimal(value, name) for value in _list(data, name)]


def _amount(data: dict[str, Any], name: str) -> Decimal:
    return _decimal(data.get(name, 0), name)


def _decimal(value: Any, name: str) -> Decimal:
    if not isinstance(value, int | Decimal) or isinstance(value, bool) or not _sound(Decimal(value)):
        raise TapeteError("{name}: '{value}' is no amount", name=name, value=str(value)[:LONGEST])
    return Decimal(value)


def _smallest(data: dict[str, Any], least: Decimal) -> Decimal:
    """The smallest chip, where a hand of ours says it."""
    chip = _amount(data, CHIP)
    if chip and least % chip:
        words = "{field}: the smallest chip divides the least bet; {chip} does not divide {least}"
        raise TapeteError(words, field=CHIP, chip=chip, least=least)
    return chip


def _sound(amount: Decimal) -> bool:
    """Whether an amount is one of chips that people play with."""
    if not amount:
        return True
    within = amount.is_finite() and Decimal(1).scaleb(-PLACES) <= amount <= GREATEST
    return within and -int(amount.normalize().as_tuple().exponent) <= PLACES


def _number(text: str) -> bool:
    digits = text.isascii() and text.replace(".", "", 1).isdigit()
    return digits and len(text) <= LONGEST and _sound(Decimal(text))


def _step(number: int, words: list[str], scale: int, players: int) -> Step:
    """One action of the list."""
    match words:
        case ["d", "db", cards]:
            return Step(number, DEALS_BOARD, -1, _cards(cards))
        case ["d", "dh", who, cards]:
            return Step(number, DEALS_HAND, _player(number, who, players), _cards(cards))
        case [who, ("f" | "cc" | "pb" | "sm") as do]:
            return Step(number, do, _player(number, who, players))
        case [who, "sm", cards]:
            return Step(number, SHOWS, _player(number, who, players), (NONE,) if cards == NONE else _cards(cards))
        case [who, "cbr", amount] if _number(amount):
            return Step(number, RAISES, _player(number, who, players), amount=int(Decimal(amount) * scale))
    said = " ".join(words)[:LONGEST]
    raise TapeteError("action {number}: '{action}' is none that is known", number=number, action=said)


def _cards(text: str) -> tuple[str, ...]:
    return tuple(text[place : place + 2] for place in range(0, len(text), 2))


def _player(number: int, text: str, players: int) -> int:
    if text in [f"p{place}" for place in range(1, players + 1)]:
        return int(text[1:]) - 1
    raise TapeteError("action {number}: there is no player '{player}'", number=number, player=text[:LONGEST])
