"""What an installation may set about the application; the defaults suit one machine and its browser."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class WebSettings:
    """`secure` marks cookies for HTTPS only; the rest bounds what one visitor may ask of the machine."""

    secure: bool = False
    link_lives: timedelta = timedelta(hours=24)
    sign_in_attempts: int = 8
    sign_in_window: timedelta = timedelta(minutes=5)
    most_rounds: int = 50_000_000
    simulations_at_once: int = 2
