"""A toy game whose cards have backs, under boule's rulebook: what the engine promises of such games is tested on it.

Each player lays an ante and is dealt three cards face down, the bank one down and one up. In turn they discard up to
two, or fold; then the bank's card and those of who stayed are shown, and the highest card decides.
"""

from collections.abc import Iterable

from tapete.engine.carry import Carry
from tapete.engine.places import chips, felt, stakes
from tapete.engine.requests import Announce, Move, Shift
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settlement import due, settle
from tapete.engine.table import Table
from tapete.engine.window import Offer, Option, Refusal, Window
from tapete.games.bola.rules import Rules

ANTE, BET = 500, "rojo"


class Turn(Offer):
    """A player's turn: up to two cards are changed, or all are thrown away."""

    verbs = ("descartar", "abandonar")

    def __init__(self, who: str, hand: list[str], article: str) -> None:
        self.who, self.hand, self.article = who, hand, article

    def actors(self) -> Iterable[str]:
        return (self.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(verb, "") for verb in self.verbs] if who == self.who else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != self.who or on:
            return Refusal("it is {who}'s choice", self.article, who=self.who)
        if do == "abandonar":
            return Option(who, do, "", self.article)
        return Option(who, do, "", self.article, slots=tuple(self.hand), least=0, most=2, default=True)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand."""
    article, deck = rules.article, table.deck
    hands: dict[str, list[str]] = {}
    for who in table.players:
        await Move(chips(who), felt(who, BET), ANTE, article)
        hands[who] = [await deck.down(f"mano/{who}", who) for _ in range(3)]
    hidden = await deck.down("banca")
    best = max(await deck.up("banca", article), 0)
    for who in table.players:
        await turn(article, table, who, hands)
    best = max(best, await deck.show(hidden, article))
    dues = []
    for stake in list(stakes(table.places)):
        cards = [await deck.show(slot, article) for slot in hands[stake.who]]
        wins = bool(cards) and max(cards) > best
        dues.append(due(stake, BET, article, (2, 1) if wins else (0, 1), stays=False))
    await Announce("close")
    await settle(table, rules.settlement, dues)
    return Carry()


async def turn(article: str, table: Table[Carry], who: str, hands: dict[str, list[str]]) -> None:
    """One player's turn."""
    _, act = await Window(f"turno:{who}", article, Turn(who, hands[who], article))
    gone = hands[who] if act.do == "abandonar" else list(act.slots)
    for slot in list(gone):
        await Shift(slot, f"mano/{who}", "descartes")
    kept = [slot for slot in hands[who] if slot not in gone]
    if act.do == "descartar":
        kept += [await table.deck.down(f"mano/{who}", who) for _ in gone]
    hands[who] = kept


PLAY = Play(1, play, Carry, lambda rules, settings, carry: Stock("52", most=20))
