"""The code by which a winning ticket is validated: drawn with it, so that nothing but the round's seal knows it."""

from collections.abc import Sequence
from typing import Any

from tapete.engine.requests import Chance
from tapete.errors import IllegalAction


class Code(Chance[str]):
    """So many digits, each combination as likely as any other."""

    __slots__ = ("digits",)

    def __init__(self, digits: int, article: str) -> None:
        super().__init__(f"code:{digits}", article)
        self.digits = digits

    @property
    def sizes(self) -> tuple[int, ...]:
        return (10**self.digits,)

    def read(self, draws: Sequence[int]) -> str:
        return f"{draws[0]:0{self.digits}d}"

    def accept(self, value: Any) -> str:
        if isinstance(value, str) and len(value) == self.digits and value.isdecimal() and value.isascii():
            return value
        digits = self.digits
        raise IllegalAction("'{value}' is no code: it has {digits} digits", self.article, value=value, digits=digits)

    def plain(self, value: str) -> str:
        return value
