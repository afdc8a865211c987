"""Who may ask for what: role against route, read from the application's own gates. `python -m` it to write the page."""

from collections.abc import Iterator
from typing import NamedTuple

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from tapete.floor.roles import ROLES
from tapete.web.people.security import Gate

PUBLIC = ("", *ROLES)
HEADING = """# Who may ask for what

Every path with every method, and the roles that its gate lets in; whoever is not signed in is *public*. The page is
written by `./tapete run python -m tapete.web.people.access` from the application's own gates, and
`tests/test_access.py` tries every one of them with everybody. `HEAD` is let in where `GET` is.

Behind a gate a table decides more: who plays decides nothing there, a player acts under their own name only, persons
and amounts in history are for themselves, staff and regulator ([application.md](application.md)). With + the owner of a
practice table is let in there as well, whatever their role.

| | | public | director | inspector | croupier | player | regulator |
|---|---|---|---|---|---|---|---|
"""


class Access(NamedTuple):
    """A path with a method: who is let in, the public by an empty name, and with `practice` a table's owner."""

    method: str
    path: str
    roles: tuple[str, ...]
    practice: bool


def access(app: FastAPI) -> list[Access]:
    """All that can be asked for, in the order of its paths."""
    access = []
    for route in routes(app.router):
        gates = list(_gates(route.dependant))
        allowed = tuple(role for role in PUBLIC if all(role in gate.roles for gate in gates))
        practice = any(gate.practice for gate in gates)
        access += [Access(method, route.path, allowed, practice) for method in sorted(route.methods or ())]
    return sorted(access, key=lambda item: (item.path, item.method))


def routes(router: object) -> Iterator[APIRoute]:
    """Every route of an application's router, and of those that it includes."""
    for route in getattr(router, "routes", ()):
        if isinstance(route, APIRoute):
            yield route
        else:
            yield from routes(getattr(route, "original_router", None))


def _gates(dependant: Dependant) -> Iterator[Gate]:
    if isinstance(dependant.call, Gate):
        yield dependant.call
    for inner in dependant.dependencies:
        yield from _gates(inner)


def page(app: FastAPI) -> str:
    """The table as the documentation shows it."""
    return HEADING + "".join(f"{_line(item)}\n" for item in access(app))


def _line(item: Access) -> str:
    marks = ["✓" if role in item.roles else "+" if item.practice and role else "" for role in PUBLIC]
    return f"| `{item.method}` | `{item.path}` | {' | '.join(marks)} |"


if __name__ == "__main__":
    import sys
    import tempfile

    from tapete.floor import Floor
    from tapete.web.app import create_app

    with tempfile.TemporaryDirectory() as folder, Floor(f"sqlite:///{folder}/roles.db") as floor:
        sys.stdout.write(page(create_app(floor)))
