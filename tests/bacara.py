"""What tests of the baccarats between players share: coups that are dealt from the cards given; amounts in euros."""

from collections.abc import Iterator

import pytest

from tapete.engine.requests import Act, Show
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.window import Window
from tapete.games import game
from tests.helpers import choose, refused, sit

EX, PV = "extremadura", "pais-vasco"
# The articles of one text, and where the other has the same: its paragraphs have no letters, and some are one there.
THERE = {
    "2.1.A.4.3.a": "08.IV§5",
    "2.1.A.5.1.a": "08.V§1",
    "2.1.A.5.1.b": "08.V§2",
    "2.1.A.5.1.c": "08.V§2",
    "2.1.A.5.1.d": "08.V§3",
    "2.1.A.5.1.e": "08.V§4",
    "2.1.A.5.1.g": "08.V§6",
    "2.1.A.5.1.i": "08.V§8",
    "2.1.A.5.1.n": "08.V§13",
    "2.1.A.5.2.a": "08.V.a",
    "2.1.A.5.2.d": "08.V.d",
    "2.1.A.7.10": "08.VII§9",
    "2.1.A.7.16": "08.VII§14",
    "2.1.B.1§2": "09.I§2",
    "2.1.B.1§4": "09.I§3",
    "2.1.B.4.6": "09.IV§5",
    "2.1.B.5.1": "09.V.1§1",
    "2.1.B.5.4": "09.V.1§4",
    "2.1.B.5.7": "09.V.1§7",
    "2.1.B.5.9": "09.V.2§1",
    "2.1.B.6.e": "09.VI§6",
}


class Here:
    """The text that a test is played under, where it does not name one itself: each is played under both."""

    region = EX


def under_both(metafunc: pytest.Metafunc) -> None:
    """Has a test that names no text played under each."""
    if "region" not in metafunc.fixturenames:
        metafunc.parametrize("text", [EX, PV], indirect=True)


@pytest.fixture(autouse=True)
def text(request: pytest.FixtureRequest) -> Iterator[None]:
    """Sets the text of a test, and back."""
    Here.region = getattr(request, "param", EX)
    yield
    Here.region = EX


def denied(round: Round, who: str, act: Act, article: str) -> None:
    """An act is refused by this article, or by its like in the other text."""
    refused(round, who, act, THERE.get(article, article) if round.rules.region == PV else article)


class Coups:
    """A table and its rounds, each from the bank to the payment."""

    def __init__(self, name: str, region: str, players: tuple[str, ...], options: dict[str, str]) -> None:
        known = game(name).rules(region).options
        every = {**{option: choice.default for option, choice in known.items()}, **options}
        self.session: Session = sit(name, region, chips=dict.fromkeys(players, 100_000), options=every)
        self.round: Round = self.session.open()
        self.rounds = [self.round]

    @property
    def label(self) -> str:
        """What the table waits for."""
        return self.round.pending.label if self.round.pending else ""

    @property
    def kind(self) -> str:
        """What kind of thing that is."""
        return self.label.partition(":")[0]

    @property
    def asked(self) -> str:
        """Whom it waits for."""
        pending = self.round.pending
        return pending.actors()[0] if isinstance(pending, Window) else ""

    def next(self) -> None:
        """The next round."""
        assert self.round.finished, self.round.pending
        self.round = self.session.open()
        self.rounds.append(self.round)

    def without(self, who: str) -> None:
        """The next round, once somebody has left the table with all that is theirs."""
        session = self.session
        session.carry, session.previous, session.round = self.round.carried, self.round.hash, None
        session.players = tuple(other for other in session.players if other != who)
        session.places = {place: cents for place, cents in self.round.places.items() if not place.endswith(f"/{who}")}
        self.round = session.open()
        self.rounds.append(self.round)

    def left_in_shoe(self, cards: int) -> None:
        """The next coup, from a shoe of which only so many cards are left, the others gone unseen."""
        session = self.session
        session.carry = {**self.round.carried, "shoe": {"unseen": 6 * 52 - cards}}
        session.places, session.previous, session.round = self.round.places, self.round.hash, None
        self.round = session.open()

    def act(self, who: str, do: str, on: str = "", euros: float = 0) -> None:
        """Somebody does something."""
        self.round.act(who, Act(do, on, round(100 * euros)))

    def show(self, *cards: str) -> None:
        """Cards are turned over: those that were dealt, in the order in which they lay in the shoe."""
        while isinstance(self.round.pending, Show):
            self.round.fell(cards[int(self.round.pending.slot[1:])])

    def say(self, *words: str, cards: tuple[str, ...]) -> None:
        """Whoever is asked says these words, one after another; cards are shown as they must be."""
        for word in words:
            self.show(*cards)
            choose(self.round, self.asked, word)
        self.show(*cards)

    def pay(self) -> None:
        """The croupier pays; where that ends the shoe, nobody asks for its cards."""
        assert self.label == "choose:croupier:pago", self.label
        choose(self.round, "croupier", "pagar")
        self.end_shoe()

    def end_shoe(self) -> None:
        """Where a shoe has ended, nobody asks for its cards."""
        if self.label == "choose:croupier:control-de-las-cartas":
            choose(self.round, "croupier", "nadie-lo-pide")

    def opens(self, who: str, do: str) -> bool:
        """Whether an act is open to somebody."""
        pending = self.round.pending
        return isinstance(pending, Window) and any(item.do == do for item in pending.open(who))

    def lies(self, place: str) -> float:
        """What lies in a place."""
        return self.round.places.get(place, 0) / 100
