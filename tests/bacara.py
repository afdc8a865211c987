"""What tests of the baccarats between players share: coups that are dealt from the cards given; amounts in euros."""

from tapete.engine.requests import Act, Show
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.window import Window
from tapete.games import game
from tests.helpers import choose, sit


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
