"""Editions of games: this release's own, and those kept of others, ready to be played again."""

from typing import Any

from tapete.engine.edition import edition
from tapete.engine.round import Play
from tapete.engine.transcript import Edition
from tapete.errors import TapeteError
from tapete.games import game
from tapete.law.loading import from_running


def current(name: str, region: str, choices: dict[str, str]) -> Edition:
    """The edition of a game that this release has."""
    return edition(game(name).play, game(name).rules(region, choices))


def restored(kept: Edition) -> tuple[Play, Any]:
    """The procedure and the rulebook of a kept edition, if this release still has that procedure."""
    play = game(kept.game).play.at(kept.procedure)
    rules = from_running(play.model or game(kept.game).model, kept.running, kept.labels, kept.choices)
    if rules.digest != kept.rulebook:
        raise TapeteError(
            "the kept edition of {game} is not the one it says: {digest}", game=kept.game, digest=kept.rulebook
        )
    return play, rules
