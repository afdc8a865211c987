"""A key used again: the same is done once, and anything else under it is refused, whichever part of it differs."""

from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi.routing import APIRoute

from tapete.engine.requests import Act
from tapete.web.people.access import routes
from tapete.web.tables.commands import command_key
from tests.casino import Casino

HERE = "/api/v1/tables/{table}"
Ready = Callable[["Place"], object]


class Place:
    """A casino with a table, and another that paths may name instead."""

    def __init__(self, casino: Casino, game: str, region: str, physical: bool, more: dict[str, Any] | None) -> None:
        self.casino, self.floor = casino, casino.floor
        self.game, self.region = game, region
        self.table, self.other = (casino.table(game, region, physical=physical, **more or {}) for _ in range(2))
        offences = self.floor.conduct.offences("", region)
        self.rule, self.another = offences[0].rule, offences[-1].rule

    def post(self, who: str, path: str, body: Any = None) -> httpx.Response:
        """Somebody does something that is done."""
        answer = self.casino.post(who, path.format(**vars(self)), self.filled(body))
        assert answer.status_code < 300, answer.text
        return answer

    def filled(self, body: Any) -> Any:
        """What is sent, with what the place is called put in."""
        if isinstance(body, str):
            return body.format(**vars(self))
        return {name: self.filled(value) for name, value in body.items()} if isinstance(body, dict) else body

    def bet(self) -> None:
        """A round in which Ana has staked."""
        self.post("carla", f"{HERE}/rounds")
        self.floor.rounds.act(self.table, self.casino.people["ana"], Act("stake", "rojo", 500), self.casino.key())

    def spun(self) -> None:
        """A round in which something is about to fall."""
        self.bet()
        self.floor.rounds.act(self.table, self.casino.people["carla"], Act("close"), self.casino.key())

    def fallen(self) -> None:
        """A round that is over."""
        self.spun()
        self.post("carla", f"{HERE}/fell", {"value": "2"})

    def session(self) -> httpx.Response:
        """A session that is held."""
        return self.post("dora", "/api/v1/casino/acts/open", {"region": self.region, "hours": 5})


class Case(NamedTuple):
    """A command: who sends it where, what is sent, and what else each part of it could be; `paths` are elsewhere."""

    who: str
    path: str
    sent: dict[str, Any]
    other: dict[str, Any]
    paths: tuple[str, ...] = ()
    ready: Ready = lambda _: None
    physical: bool = True
    game: str = "bola"
    region: str = "extremadura"
    more: dict[str, Any] | None = None


CHIPS = [{"value": 500, "number": 3}]
AS_MANY = [{"value": 1500, "number": 1}]  # cents
PIECES = {"pieces": CHIPS, "why": "counted twice"}
ACTS = "/api/v1/casino/acts"
CASES = [
    Case(
        *("ana", f"{HERE}/act", {"do": "stake", "on": "rojo", "cents": 500, "who": "ana", "slots": []}),
        {"do": "unstake", "on": "negro", "cents": 1000, "who": "", "slots": ["1"]},
        ("/api/v1/tables/{other}/act",),
        lambda place: place.post("carla", f"{HERE}/rounds"),
    ),
    Case("ana", f"{HERE}/act", {"do": "stake", "on": "rojo", "cents": 500}, {}, ready=Place.bet),
    Case(
        *("ana", f"{HERE}/say", {"text": "rojo 5"}, {"text": "negro 5"}),
        ready=lambda place: place.post("carla", f"{HERE}/rounds"),
    ),
    Case("dora", f"{HERE}/automatic", {"seconds": 5}, {"seconds": 6}, physical=False),
    Case("ana", f"{HERE}/bring", {"value": "a" * 64}, {"value": "b" * 64}, physical=False),
    Case("ana", f"{HERE}/buy-in", {"cents": 1000}, {"cents": 2000}, ("/api/v1/tables/{other}/buy-in",)),
    Case("ana", f"{HERE}/tip", {"cents": 1000}, {"cents": 2000}, (f"{HERE}/buy-in",)),
    Case("eva", f"{HERE}/seat", {"cents": 10_000, "name": "evita"}, {"cents": 20_000, "name": ""}),
    Case(
        *("dora", HERE, {"game": "bola", "region": "extremadura", "minimum": 1000}, {"minimum": 500, "chip": 500}),
    ),
    Case(
        *("dora", f"{HERE}/wait/strike", {"name": "teo"}, {"name": "sol"}),
        ready=lambda place: [place.post(who, f"{HERE}/wait") for who in ("teo", "sol")],
        more={"seats": 2},
    ),
    Case("carla", f"{HERE}/fell", {"value": "2"}, {"value": "3"}, ready=Place.spun),
    Case(
        *("iker", f"{HERE}/report", {"name": "bola-fuera"}, {"name": "objeto-en-el-cilindro"}),
        ready=Place.spun,
        game="ruleta-francesa",
    ),
    Case("iker", f"{HERE}/rewind", {"to": 0, "why": "a slip"}, {"to": 1, "why": "another"}, ready=Place.bet),
    Case(
        *("carla", f"{HERE}/correct", {"n": 3, "value": "4", "why": "5 was said"}),
        {"n": 2, "value": "4 5", "why": "was said"},
        ready=Place.fallen,
    ),
    Case(
        *("iker", f"{HERE}/void", {"why": "tilted", "article": "1.3"}, {"why": "a slip", "article": "1.4"}),
        ready=Place.fallen,
    ),
    Case(
        "carla", f"{HERE}/money", {"who": "ana", "cents": 1000}, {"who": "luis", "cents": 2000}, more={"float": "5000"}
    ),
    Case(
        *("iker", f"{HERE}/documents", {**PIECES, "kind": "count", "corrects": 1, "box": ""}),
        {"kind": "fill", "pieces": AS_MANY, "why": "again", "corrects": 2, "box": "drop"},
        ready=lambda place: place.post("iker", f"{HERE}/documents", {**PIECES, "kind": "count"}),
    ),
    Case(
        *("dora", f"{HERE}/documents/1/signed", {}, {}, (f"{HERE}/documents/2/signed", f"{HERE}/documents/1/refused")),
        lambda place: [place.post("iker", f"{HERE}/documents", {**PIECES, "kind": "count"}) for _ in range(2)],
    ),
    Case(
        *("iker", "/api/v1/books/chips", {**PIECES, "what": "stock"}),
        {"what": "count", "pieces": AS_MANY, "why": "another"},
    ),
    Case(
        *("dora", "/api/v1/books/chips/1/signed", {}, {}),
        ("/api/v1/books/chips/2/signed", "/api/v1/books/chips/1/refused"),
        lambda place: [place.post("iker", "/api/v1/books/chips", {**PIECES, "what": "stock"}) for _ in range(2)],
    ),
    Case(
        *("carla", "/api/v1/books/orphans", {"cents": 500, "found": "on the floor", "table": "{table}"}),
        {"cents": 1000, "found": "on a chair", "table": "{other}"},
    ),
    Case(
        *("dora", "/api/v1/books/orphans/1/returned", {"name": "Ana", "proof": "a card"}),
        {"name": "Eva", "proof": "another"},
        ("/api/v1/books/orphans/2/returned", "/api/v1/books/orphans/1/handed-over"),
        lambda place: [
            place.post("carla", "/api/v1/books/orphans", {"cents": 500, "found": where}) for where in ("here", "there")
        ],
    ),
    Case(
        *("dora", f"{ACTS}/open", {"region": "extremadura", "hours": 5}, {"region": "pais-vasco", "hours": 6}),
    ),
    Case(
        *("dora", f"{ACTS}/on", {"who": "iker", "post": "jefe-de-mesa", "table": "{table}"}),
        {"who": "dora", "table": "{other}"},
        (f"{ACTS}/off",),
        Place.session,
    ),
    Case(
        *("dora", f"{ACTS}/on", {"who": "carla", "post": "crupier", "table": "{table}"}, {"post": "stickman"}),
        ready=Place.session,
        game="dados",
    ),
    Case(
        *("dora", f"{ACTS}/place", {"table": "{table}", "detail": "A"}, {"table": "{other}", "detail": "B"}),
        ready=Place.session,
    ),
    Case(
        *("dora", f"{ACTS}/show", {"table": "{table}", "detail": "pagos"}, {"table": "{other}", "detail": "opciones"}),
        ready=Place.session,
        game="trijoker",
    ),
    Case("dora", f"{ACTS}/tips", {"detail": "refused"}, {"detail": "taken"}, ready=Place.session),
    Case(
        *("dora", f"{ACTS}/paper", {"paper": "autorizacion", "detail": "12", "game": "bola"}),
        {"paper": "a-distancia", "detail": "13", "game": "blackjack"},
        ready=Place.session,
        region="pais-vasco",
    ),
    Case(
        *("dora", f"{ACTS}/seal", {"table": "{table}", "detail": "12"}, {"table": "{other}", "detail": "13"}),
        ready=lambda place: [
            place.session(),
            *(place.post("dora", f"{HERE[:-7]}{{{name}}}/close") for name in ("table", "other")),
        ],
        more={"seats": 2},
    ),
    Case(
        *("dora", f"{ACTS}/turn", {"table": "{table}", "game": "trijoker", "minimum": "5", "float": "30000"}),
        {"game": "reto", "minimum": "10", "float": "60000"},
        ready=Place.session,
        game="blackjack",
    ),
    Case("iker", "/api/v1/casino/stock", {"kind": "cards", "label": "A-1"}, {"kind": "dice", "label": "A-2"}),
    Case(
        *(
            "iker",
            "/api/v1/casino/stock/1/take",
            {"table": "{table}", "says": "new"},
            {"table": "{other}", "says": "old"},
        ),
        ("/api/v1/casino/stock/2/take", "/api/v1/casino/stock/1/return"),
        lambda place: [
            place.post("iker", "/api/v1/casino/stock", {"kind": "cards", "label": label}) for label in ("A", "B")
        ],
        game="blackjack",
    ),
    Case(
        *("iker", "/api/v1/conduct", {"who": "Z", "rule": "{rule}", "told": "a", "table": "", "region": "{region}"}),
        {"who": "Y", "rule": "{another}", "told": "b"},
        region="pais-vasco",
    ),
    Case(
        *("iker", "/api/v1/conduct/1/note", {"words": "heard"}, {"words": "seen"}),
        ("/api/v1/conduct/2/note", "/api/v1/conduct/1/warning"),
        lambda place: [
            place.post("iker", "/api/v1/conduct", {"who": who, "rule": "{rule}", "region": "{region}"}) for who in "YZ"
        ],
    ),
]
# Commands with nothing but a table in them: of these only which it is can differ.
BARE = ("agree", "close", "decline", "edition", "rounds", "stand-up", "wait", "wait/leave")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.removeprefix("/api/v1/"))
def test_what_differs_from_what_a_key_was_used_for_is_refused(casino: Casino, case: Case) -> None:
    place = Place(casino, case.game, case.region, case.physical, case.more)
    case.ready(place)
    send = casino.client.put if case.path == HERE else casino.client.post

    def sent(path: str, body: dict[str, Any]) -> tuple[int, str]:
        answer = send(path.format(**vars(place)), json=place.filled(body), headers=casino.headers(case.who, "again"))
        return answer.status_code, answer.text

    first = sent(case.path, case.sent)
    assert first[0] < 300, first
    assert sent(case.path, case.sent)[0] < 300
    for name, value in case.other.items():
        status, said = sent(case.path, {**case.sent, name: value})
        assert (status, "clave" in said) == (403, True), (name, said)
    for path in case.paths:
        status, said = sent(path, case.sent)
        assert (status, "clave" in said) == (403, True), (path, said)


def test_every_command_of_the_api_is_among_them(casino: Casino) -> None:
    keyed = [route for route in routes(casino.app.router) if _has_key(route) and route.path.startswith("/api/")]
    known = {_plain(case.path) for case in CASES} | {_plain(f"{HERE}/{end}") for end in BARE}
    assert {_plain(route.path) for route in keyed} - known == set()


def _has_key(route: APIRoute) -> bool:
    return any(inner.call is command_key for inner in route.dependant.dependencies)


def _plain(path: str) -> str:
    """A path by its words, without what it names."""
    words = [word for word in path.split("/") if word and not word.startswith("{") and not word.isdigit()]
    named = {"signed", "returned", "take", "note", *("open", "on", "place", "show", "tips", "paper", "seal", "turn")}
    return "/".join(word for word in words if word not in named)
