"""Amounts as people write them, and as the house counts them: whole cents."""

import re

from tapete.errors import TapeteError

_AMOUNT = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2}))?\s*(?:€|eur|euros?)?", re.IGNORECASE)


def euros(text: str) -> int:
    """The cents of an amount in euros.

    >>> euros("5"), euros("2,50"), euros("0.5 €")
    (500, 250, 50)
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise TapeteError("'{text}' is not an amount of euros: write 5, 2.50 or 2,50", text=text)
    whole, fraction = match.groups()
    return int(whole) * 100 + int((fraction or "").ljust(2, "0"))


class Money(str):
    """An amount written out, which still knows how much it is: a page writes it as its reader's language does."""

    __slots__ = ("cents",)
    cents: int


def format_cents(cents: int) -> Money:
    """An amount as a person reads it, without needless decimals.

    >>> format_cents(500), format_cents(250), format_cents(-5)
    ('5', '2.50', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    written = Money(f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}")
    written.cents = cents
    return written
