"""Amounts as people write them, and as the house counts them: whole cents."""

import re

from tapete.errors import TapeteError

_AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?\s*(?:€|eur|euros?)?", re.IGNORECASE)


def euros(text: str) -> int:
    """The cents of an amount in euros.

    >>> euros("5"), euros("2,50"), euros("0.5 €")
    (500, 250, 50)
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise TapeteError(f"'{text}' is not an amount of euros: write 5, 2.50 or 2,50")
    whole, fraction = match.groups()
    return int(whole) * 100 + int((fraction or "").ljust(2, "0"))


def format_cents(cents: int) -> str:
    """An amount as a person reads it, without needless decimals.

    >>> format_cents(500), format_cents(250), format_cents(-5)
    ('5', '2.50', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"
