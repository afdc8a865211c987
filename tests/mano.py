"""What tests of hands against the bank share: stakes, cards that are turned over, what was won."""

from tapete.engine.round import Round
from tapete.engine.session import Session
from tests.helpers import close, lies, stake, total


def begin(session: Session, *bets: tuple[str, str, str]) -> Round:
    """A hand with these stakes: who, where, how many euros; no more bets."""
    table = session.open()
    for who, on, amount in bets:
        stake(table, who, on, amount)
    close(table)
    return table


def read(table: Round, cards: str) -> Round:
    """The croupier reads cards as they are turned over."""
    for card in cards.split():
        table.fell(card)
    return table


def won(table: Round, who: str = "ana") -> int:
    """What somebody has won, in cents, once nothing lies on the felt."""
    assert table.finished
    assert lies(table, "felt/") == {}
    assert total(table) == sum(table.header.balances.values())
    return table.places[f"chips/{who}"] - 100_000
