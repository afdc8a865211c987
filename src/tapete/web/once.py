"""What is one thing is sent once: a name that is there twice in a body, a form or an address could mean either."""

import contextlib
import json
import logging
from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_origin

from fastapi import Request
from fastapi.dependencies.models import Dependant
from starlette.datastructures import FormData, ImmutableMultiDict
from starlette.exceptions import HTTPException

from tapete.errors import TapeteError

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
LONGEST_NAME = 40
logging.getLogger("python_multipart").setLevel(logging.ERROR)  # a form that cannot be read is no event of the house's


class Twice(TapeteError):
    """Something was sent twice of which there is one."""

    def __init__(self, name: str) -> None:
        super().__init__("{name} was sent twice: send it once", name=name[:LONGEST_NAME])


async def once(request: Request) -> None:
    """A dependency of every route."""
    kind = request.headers.get("content-type", "")
    _check(request, request.query_params)
    if request.method == "GET":
        return
    if kind.startswith(FORMS):
        _check(request, await form(request))
    elif "json" in kind:
        with contextlib.suppress(ValueError, RecursionError):  # what is no JSON is refused where it is read
            read_once(await request.body())


async def form(request: Request) -> FormData:
    """A form as it was sent; Starlette fails at one that says it has parts, and not what lies between them."""
    try:
        return await request.form()
    except (KeyError, ValueError):
        raise HTTPException(400, "There was an error parsing the body") from None


def _check(request: Request, sent: ImmutableMultiDict[str, Any]) -> None:
    """Of the names that are there twice, whether the route takes several."""
    for name in set(_twice(name for name, _ in sent.multi_items())):
        if name not in _lists(request.scope["route"].dependant):
            raise Twice(name)


def read_once(body: bytes) -> Any:
    """What JSON says, if nothing in it has one name twice."""
    return _READER.decode(body.decode(json.detect_encoding(body), "surrogatepass"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        raise Twice(next(_twice(name for name, _ in pairs)))
    return read


_READER = json.JSONDecoder(object_pairs_hook=_object)


def _twice(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


def _lists(dependant: Dependant) -> Iterator[str]:
    """The names of which a route takes several."""
    for field in (*dependant.query_params, *dependant.body_params):
        if _is_list(field.field_info.annotation):
            yield field.alias
    for inner in dependant.dependencies:
        yield from _lists(inner)


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) is list or any(map(_is_list, get_args(annotation)))
