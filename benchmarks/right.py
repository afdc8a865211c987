"""What is right to send to each route of a house, so that what is wrong gets as far as what is right."""

import tomllib
from collections.abc import Callable
from datetime import date
from typing import Any, Protocol

from benchmarks.corners import REPORTED, Corners
from tapete.floor.documents import BOXES
from tapete.games import games
from tapete.web.tournaments.pages import example

TABLE = 'game = "bola"\nregion = "extremadura"\nminimum = "5"\n'
BORN = "1990-05-31"
SIGNED = "/documents/{number}/{verdict}"
PRIZE = ("sala", "meter/progresivo")  # an accumulated prize, and the place it has in rounds
ACTS = ("open", "open", "end", "on", "off", "show", "tips", "seal", "hold", "free", "place", "paper", "turn")
# What a route is asked with that is read, by how it ends.
ASKED = {
    "/foreseen": ("value", "n"),
    "/preview": ("name",),
    "/offences": ("region",),
    "/statement": ("name", "path"),
    "/books/prizes": ("name", "path"),
    "/verdict": ("answer",),
    "/session": ("bet", "stake"),
}


# Who asks for what only one may, by how a route ends.
ASKERS = {
    "/wait/leave": "player",
    "/wait/strike": "director",
    "/edition": "inspector",
    "/report": "inspector",
    "/foresee": "croupier",
    "/foreseen": "croupier",
    "/fell": "croupier",
    "/rewind": "inspector",
    "/agree": "director",
    "/decline": "director",
    "/correct": "croupier",
    "/say": "ana",
    "/reactivate": "director",
    SIGNED: "director",
}


class House(Protocol):
    """What a house can be asked for while it is being written to."""

    table: str
    corners: Corners
    hash: str
    token: str
    rule: str
    fresh: str

    @property
    def irregularity(self) -> str:
        """What can go wrong at its table."""

    @property
    def tournament(self) -> str:
        """The tournament that was announced last."""

    @property
    def new_name(self) -> str:
        """What nobody is called yet."""


Value = Any | tuple[Any, ...] | Callable[[House], Any]  # of a tuple any one; of a house, what it has now

# Of the routes that name a game, mostly one that is there.
GAME = {
    "name": (*["bola"] * len(games()), *(found.id for found in games())),
    "region": ("extremadura", "extremadura", "pais-vasco"),
}
OF_GAMES = ("/games/{name}", "/learn/{name}", "/train/{name}", "/play/{name}")
# By the name of a field or of a part of a path, whatever the route.
NAMED: dict[str, Value] = {
    "table_id": lambda house: house.table,
    "table": lambda house: house.table,
    "id": lambda house: house.tournament,
    "token": lambda house: house.token,
    "hash": lambda house: house.hash,
    "rule": lambda house: house.rule,
    "number": (1, 2, 3),
    "item": (1, 2, 3),
    "n": 1,
    "path": "jackpot/acumulada",
    "bet": "rojo",
    "stake": "500",
    "day": "20000",
    "card": ("1o", "7c"),
    "article": "1.3",
    "verdict": ("signed", "refused"),
    "region": "extremadura",
    "game": "bola",
    "box": BOXES,
    "who": ("ana", "croupier9"),
    "role": ("player", "croupier"),
    "name": lambda house: house.new_name,
    "password": "una contraseña larga",
    "again": "una contraseña larga",
    "language": ("es", "eu"),
    "theme": ("dark", "light"),
    "next": "/tables",
    "active": (True, False),
    "kind": "cards",
    "label": lambda house: house.new_name,
    "says": ("complete", "iker, dora"),
    "words": "heard",
    "told": "late",
    "why": "a slip",
    "proof": "a card",
    "found": "under the table",
    "amount": "5",
    "euros": "5",
    "cents": 500,
    "minimum": 500,
    "pieces": [{"value": 500, "number": 3}],
    "chips": "3x5",
    "seconds": (0, 1),
    "value": "2",
    "seed": 1,
    "stakes": 1,
    "answer": "5",
    "to": 0,
    "session": 0,
    "born": BORN,
    "admitted": True,
    "toml": TABLE,
    "practice": True,
    "hours": 5,
    "post": "crupier",
    "detail": ("A-1", "yes"),
    "float": "",
    "since": "2026-01-01",
    "until": "2026-12-31",
    "step": 0,
}
# By how a route ends, where a name means something of its own; the first that fits.
AT: tuple[tuple[str, dict[str, Value]], ...] = (
    ("/bring", {"value": "a" * 64}),
    ("/act", {"do": ("stake", "close", "undo"), "on": ("rojo", "negro"), "who": ""}),
    ("/report", {"table_id": lambda house: house.corners.thrown, "name": REPORTED}),
    ("/preview", {"name": lambda house: house.irregularity}),
    ("/preview/{name}", {"name": lambda house: house.irregularity}),
    ("/correct", {"table_id": lambda house: house.corners.fallen, "n": 3, "value": "4"}),
    ("/say", {"table_id": lambda house: house.corners.open, "text": "rojo 5"}),
    ("/reactivate", {"name": lambda house: house.corners.gone.name}),
    ("/edition", {"table_id": lambda house: house.corners.aged}),
    ("/wait/leave", {"table_id": lambda house: house.corners.full}),
    ("/wait/strike", {"table_id": lambda house: house.corners.full, "name": "player9"}),
    (SIGNED, {"table_id": lambda house: house.corners.counted, "number": lambda house: house.corners.document}),
    ("/money", {"who": "ana"}),
    ("/statement", {"name": PRIZE[0], "path": PRIZE[1]}),
    ("/books/prizes", {"name": PRIZE[0], "path": PRIZE[1]}),
    ("/documents", {"kind": ("fill", "credit", "count")}),
    ("/{table_id}/seat", {"name": ""}),
    ("/{table_id}/foresee", {"table_id": lambda house: house.corners.spun, "die0": 0}),
    ("/{table_id}/limits", {"euros": ("5", "10")}),
    ("/tables", {"automatic": 0, "physical": False, "name": "A table", "minimum": ("5", 500)}),
    ("/books/chips", {"what": ("stock", "withdraw", "count")}),
    ("/books/cage", {"what": ("stock", "withdraw", "count")}),
    ("/orphans/{number}/{what}", {"what": ("returned", "handed-over")}),
    ("/orphans/{number}", {"what": ("returned", "handed-over")}),
    ("/certify", {"day": "2026-01-01"}),
    ("/stock/{item}/{what}", {"what": ("take", "check", "return", "withdraw", "seize", "clear", "reject", "destroy")}),
    ("/conduct", {"who": "player9", "table": ""}),
    ("/conduct/{item}/{what}", {"what": ("note", "warning", "report", "annul", "close", "bar", "lift")}),
    ("/acts/{what}", {"what": ACTS, "minimum": "5"}),
    ("/casino/{what}", {"what": ACTS, "minimum": "5"}),
    ("/clock/{what}", {"what": ("start", "pause", "resume", "cancel")}),
    ("/entries/{number}/{what}", {"what": ("withdraw", "pay")}),
    ("/tournaments/{id}/entries", {"name": ("ana", "player9")}),
    ("/tournaments/{id}/register", {"name": ("ana", "player9")}),
    ("/tournaments/barred", {"name": "player9", "lift": (True, False)}),
    ("/api/v1/tournaments", {"bases": lambda _: tomllib.loads(example(date.today())), "automatic": 0}),
    ("/tournaments", {"bases": lambda _: example(date.today()), "automatic": 0}),
    ("/check", {"text": TABLE}),
    ("/sign-in", {"name": "ana"}),
    ("/api/v1/session", {"name": "ana"}),
    ("/foreseen", {"table_id": lambda house: house.corners.fallen, "value": "4", "n": 3}),
    ("/fell", {"table_id": lambda house: house.corners.spun}),
    ("/rewind", {"table_id": lambda house: house.corners.open}),
    ("/agree", {"table_id": lambda house: house.corners.asked}),
    ("/decline", {"table_id": lambda house: house.corners.asked}),
    ("/answer", {"role": "croupier", "since": 0, "asked": 0, "right": 0, "cost": 0}),
)


def right(house: House, path: str, name: str, choose: Callable[[tuple[Any, ...]], Any]) -> Any:
    """Something that a route takes under a name; nothing where nobody knows."""
    own = next((known for end, known in AT if path.endswith(end) and name in known), {})
    if not own and name in GAME and any(start in path for start in OF_GAMES):
        return choose(GAME[name])
    if not own and name == "name" and "/people/{name}" in path:
        return choose(("player9", "croupier9", house.fresh))
    found = own.get(name, NAMED.get(name))
    if isinstance(found, tuple):
        return choose(found)
    return found(house) if callable(found) else found
