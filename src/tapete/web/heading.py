"""HEAD: what GET would answer but for its body, and without the work that only a body is for."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect
from starlette.types import Message, Scope, Send

_heads: ContextVar[bool] = ContextVar("heads", default=False)
NOTHING = {"type": "http.response.body", "body": b""}


class Spared(Exception):
    """All that HEAD asks is known: whatever GET would do now is work for its body."""


def heads() -> bool:
    """Whether the head of an answer is all that is asked for."""
    return _heads.get()


def spare() -> None:
    """Ends what is done for a head alone."""
    if heads():
        raise Spared


class Sparing(APIRoute):
    """A route that computes: HEAD is told whether it may be asked for so, and no more is done."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        super().__init__(path, _spared(endpoint), **more)


def _spared(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    if iscoroutinefunction(endpoint):

        @wraps(endpoint)
        async def waits(*args: Any, **named: Any) -> Any:
            spare()
            return await endpoint(*args, **named)

        return waits

    @wraps(endpoint)
    def works(*args: Any, **named: Any) -> Any:
        spare()
        return endpoint(*args, **named)

    return works


def as_get(scope: Scope, send: Send) -> tuple[Scope, Send]:
    """A request for a head as the application is asked it; of what streams nothing is waited for."""
    _heads.set(True)
    over = False

    async def sent(message: Message) -> None:
        nonlocal over
        if over:
            return
        if message["type"] == "http.response.start":
            await send(message)
        over = message["type"] != "http.response.start" or not _measured(message)
        if over:
            await send(NOTHING)
        if over and (message["type"] == "http.response.start" or message.get("more_body")):
            raise ClientDisconnect  # nobody reads on

    return {**scope, "method": "GET"}, sent


def _measured(start: Message) -> bool:
    return any(name == b"content-length" for name, _ in start.get("headers", ()))
