"""Asking again after something was reported that does not end the hand."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tapete.engine.requests import Announce
from tapete.engine.round import Reported

A = TypeVar("A")
STANDS = "sigue"


async def asked(wanted: Callable[[], Awaitable[A]], remedy: Callable[[Reported], Awaitable[None]]) -> A:
    """Asks until there is an answer; `remedy` sees to what is reported meanwhile, or raises it again to void."""
    while True:
        try:
            return await wanted()
        except Reported as report:
            reported = report
        await remedy(reported)


async def heard(wanted: Callable[[], Awaitable[A]]) -> A:
    """Asks until there is an answer; a breach that changes nothing is noted, any other voids the hand."""
    return await asked(wanted, noted)


async def noted(report: Reported) -> None:
    """A breach whose remedy is that the hand stands is said aloud."""
    if report.rule.remedy != STANDS:
        raise report
    await Announce("noted")
