"""What an installation may set about the application; the defaults suit one machine and its browser."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class WebSettings:
    """`secure` marks cookies for HTTPS only, and has browsers come back by it; the rest bounds what a visitor may ask.

    `address` is where people find the house, as in https://casino.example: links begin with it, never with what a
    request says. `hosts` are the names that a request may ask for; with none, any.

    What computes is done by `processes` of its own; with none, at so many `places` here. A visitor may ask for so many
    things `at_once`, and for so many `seconds_of_work` in ten minutes; an account for more. Where `most_waiting` wait,
    nobody else is let into the queue.

    A visitor may have so many `streams` of tables open, and all who pass by together so many, `streams_passing`.

    Without an account somebody may sit down at so many tables, `visits`, in the time in which they may try to sign in
    so often.
    """

    secure: bool = False
    address: str = ""
    hosts: tuple[str, ...] = ()
    sign_in_attempts: int = 8
    sign_in_window: timedelta = timedelta(minutes=5)
    most_rounds: int = 50_000_000
    processes: int = 0
    places: int = 4
    at_once: int = 8
    seconds_of_work: float = 300.0
    most_waiting: int = 100
    visits: int = 20
    streams: int = 1_200
    streams_passing: int = 5_000
