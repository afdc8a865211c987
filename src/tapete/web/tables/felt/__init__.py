"""The felt, drawn from a game's layout: each family in its own way, and any other game as tiles."""

import functools

from tapete.engine.settings import Settings
from tapete.games import Game
from tapete.law.sections import BankRulebook
from tapete.web.tables.felt.geometry import Drawing, Felt, Place, Rect


@functools.lru_cache(maxsize=128)
def drawn(game: Game, rules: BankRulebook, settings: Settings) -> Felt:
    """The felt of a table, wide and tall."""
    from tapete.games.banca_francesa.rules import Rules as ThreeDice
    from tapete.games.blackjack.rules import Rules as Blackjack
    from tapete.games.bola.rules import Rules as Boule
    from tapete.games.dados.rules import Rules as Craps
    from tapete.games.fortuna.rules import Rules as Fortune
    from tapete.games.monte.rules import Rules as Monte
    from tapete.games.ruleta.rules import Rules as Roulette
    from tapete.web.tables.felt import boule, craps, monte, roulette, squares, tiles

    layout = game.layout(rules, settings)
    match rules:
        case Roulette():
            return roulette.draw(rules, layout)
        case Craps():
            return craps.draw(rules, layout)
        case Boule():
            return boule.boule(rules, layout)
        case Fortune():
            return boule.fortune(rules, layout)
        case ThreeDice():
            return boule.three_dice(rules, layout)
        case Monte():
            return monte.draw(rules, layout)
        case Blackjack():
            return squares.draw(rules, layout)
        case _:
            return tiles.draw(rules, layout)


__all__ = ["Drawing", "Felt", "Place", "Rect", "drawn"]
