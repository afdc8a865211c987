"""Days and hours of the books: moments are milliseconds since 1970, days begin at midnight UTC."""

from datetime import UTC, date, datetime, timedelta

from tapete.errors import TapeteError

DAY = 86_400_000


def moment(at: int) -> datetime:
    """A moment as a date and a time."""
    return datetime.fromtimestamp(at / 1000, UTC)


def day_of(at: int) -> date:
    """The day of a moment.

    >>> day_of(first_of(date(2026, 5, 31)) + DAY - 1)
    datetime.date(2026, 5, 31)
    """
    return moment(at).date()


def first_of(day: date, later: int = 0) -> int:
    """The first moment of a day, or of the one so many days later."""
    try:
        return int((datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=later)).timestamp() * 1000)
    except OverflowError:
        raise TapeteError("'{text}' is no date: write 2026-05-31", text=day) from None
