"""Whether to add an associated bet once a number is set."""

from fractions import Fraction

from tapete.engine.settings import Settings
from tapete.games.dados.odds import odds
from tapete.games.dados.rules import Rules
from tapete.odds.guide import Guide


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """The associated bets by the number that the dice have set."""
    worth = {row.bet: -row.figures.edge for row in odds(rules)}
    bets = {name: bet for name, bet in rules.bets.items() if bet.line}
    numbers = sorted({number for bet in bets.values() for number in rules.bets[bet.line].sets})
    rows = {
        name: tuple({"apostar": worth[f"{name}:{number}"], "pasar": Fraction(0)} for number in numbers) for name in bets
    }
    articles = {name: bet.article for name, bet in bets.items()}
    return [Guide("asociadas", "bet", "numero", tuple(map(str, numbers)), rows, articles, "apostar")]
