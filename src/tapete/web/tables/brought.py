"""What a round brought one: what fell, the chips and things one has of it, and the spots that won."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tapete.engine.record import until_input
from tapete.engine.transcript import Entry, spoken
from tapete.floor.sight import Sight
from tapete.games import Game
from tapete.games.shared.felt.geometry import Drawing, Place
from tapete.i18n import gettext as _
from tapete.i18n import law
from tapete.web.tables.outcome import (
    Fell,
    Part,
    banks,
    imprisoned,
    is_void,
    last_drawn,
    last_fell,
    outcome,
    returned,
    settled,
    winners,
    winning,
)


@dataclass(frozen=True)
class Brought:
    """The result of the round that somebody sees, or of the one before it while this one waits for its stakes."""

    game: Game
    sight: Sight

    @cached_property
    def fell(self) -> Fell | None:
        """What fell last in this round, of wheel or dice."""
        return last_fell(self.sight.table.rules, self.sight.now, self.sight.position.round)

    @cached_property
    def _settled(self) -> tuple[Entry, ...]:
        """The round that was settled last: this one, or the one before while this one waits for its stakes."""
        now = self.sight.now
        return now if spoken(now) or any(True for _ in settled(self.sight.table.rules, now)) else self.sight.before

    @property
    def round(self) -> int:
        """The number of the round that was settled last."""
        return self.sight.position.round - (self._settled is not self.sight.now)

    @property
    def _over(self) -> bool:
        return self.sight.view is None or self.sight.view.finished

    @property
    def _late(self) -> bool:
        """Whether a round brings nothing before it is over: between players, and where prizes are drawn for."""
        table = self.sight.table
        return table.rules.between_players or bool(self.game.prizes(table.rules, table.settings))

    def things(self) -> list[Part]:
        """The things that the round settled last gave one as prizes."""
        return self.given(self._settled)

    def given(self, entries: Sequence[Entry]) -> list[Part]:
        """The things that a round gives one as prizes."""
        won = self.game.given(self.sight.table.rules, self.sight.table.settings, entries)
        return [Part(0, law(name), article) for who, name, article in won if who and who == self.sight.me]

    def chips(self) -> list[Part]:
        """What it brought one, or that a stake came back; between players and of prizes, once it is over."""
        rules, me = self.sight.table.rules, self.sight.me
        if not me or (self._late and not self._over):
            return []
        if is_void(self._settled):
            return [Part(0, _("the round is void: every chip lies where it lay before"), "")]
        kept = imprisoned(rules, self._settled, me)
        return [*outcome(rules, self._settled, me), *kept] or returned(rules, self._settled, me)

    def glowing(self, drawing: Drawing) -> list[Place]:
        """The places of a cloth that won in this round."""
        now = self.sight.now
        return [] if is_void(now) else drawing.glowing(self.won(), winners(self.sight.table.rules, now), banks(now))

    def won(self) -> frozenset[str]:
        """The spots that won in this round."""
        rules, now = self.sight.table.rules, self.sight.now
        if is_void(now):
            return frozenset()
        fell = last_drawn(now) or self.game.road(until_input(now[1:]))
        by_fall = self.game.winners(rules, fell) if fell else frozenset()
        return by_fall | winning(rules, now)
