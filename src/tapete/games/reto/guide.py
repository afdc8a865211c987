"""What to do at a tie, for each number of packs."""

from tapete.cards.composition import Composition
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.games.reto.odds import at_tie
from tapete.games.reto.rules import Rules
from tapete.odds.guide import Guide


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """From whole packs less the two cards that tie. There are as many of every rank, so any two that tie are alike."""
    pack, numbers = card_pack(rules), rules.options["mazos"].values
    tied = pack.cards[:2]
    rows = {number: (at_tie(rules, Composition.full(int(number), pack).less(tied)),) for number in numbers}
    articles = dict.fromkeys(numbers, rules.challenge.who.article)
    return [Guide("empate", "mazos", "valor", ("cualquiera",), rows, articles)]
