"""The table of a game between players as a terminal shows it: a line for each seat, then the middle."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from tapete.engine.places import chips
from tapete.engine.round import Round
from tapete.games import Game
from tapete.games.shared.felt.circle import Around
from tapete.money import format_cents

BACK = "▒▒"
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = "dh"


def oval(title: str, game: Game, round: Round) -> RenderableType:
    """The seats with stacks, bets and cards as each player sees their own, common cards, pots and the bank."""
    view = round.view("croupier")
    stacks = {name: round.places.get(chips(name), 0) for name in round.header.players}
    around = Around(game.circle(round.rules, view, round.log), view, round.log, stacks)
    return Group(Text(title, style="bold green"), *_seats(around, round), *_middle(around), Text())


def _seats(around: Around, round: Round) -> Iterator[Text]:
    """A line for each, from the first seat on: button, number, name, stack, bet, cards, marks."""
    circle = around.circle
    numbers = circle.numbers or tuple(range(1, len(circle.seats) + 1))
    sitting = sorted(zip(numbers, circle.seats, strict=False))
    for number, who in [*sitting, *((0, who) for who in circle.standing)]:
        if not who:
            continue
        turn = who == around.turn
        bet = around.bets.get(who, 0) or around.banks.get(who, 0)
        line = Text("D" if who == circle.button else " ", "bold yellow")
        line += Text(f" {number or '-':>2} ", "dim")
        line += Text(f"{who[:12]:<13}", "bold reverse" if turn else "bold")
        line += Text(f"{format_cents(around.stack(who) or 0):>9}", "")
        line += Text(f"{format_cents(bet) if bet else '':>9}  ", "yellow")
        line += _cards(_hand(around, round, who))
        marks = " · ".join((*around.marks(who), *(("speaks",) if turn else ())))
        yield line + Text(f"  {marks}" if marks else "", "italic")


def _hand(around: Around, round: Round, who: str) -> list[str]:
    """Somebody's cards as they see them: one person plays for all here."""
    cards = round.view(who).cards
    return [card for path, whose in around.circle.hands.items() if whose == who for card in cards.get(path, ())]


def _middle(around: Around) -> Iterator[Text]:
    for line in around.boards():
        yield Text("   board ", "dim") + _cards(line)
    for words in around.middle():
        yield Text(f"   {words}", "bold yellow")


def _cards(cards: list[str]) -> Text:
    return Text(" ").join(_card(card) for card in cards)


def _card(card: str) -> Text:
    suit = card[-1:]
    if suit not in SUITS:
        return Text(card or BACK, "red" if not card else "")
    return Text(f"{card[:-1]}{SUITS[suit]}", "bold red" if suit in RED else "bold")
