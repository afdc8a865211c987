"""The shoe's way round the table: who sits, whose turn it is to deal, who refused, who lost the seat for it."""

from collections.abc import Iterator, Sequence

import msgspec

from tapete.engine.settings import Settings
from tapete.errors import Said
from tapete.games.punto_banca.rules import Rules, form, players_deal


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a coup: whose turn it is, whether the croupier deals instead, whether a coup of it was dealt.

    `order` is how the players sat; `saluted` counts refusals since the shuffle, `refused` those in a row up to now.
    """

    who: str = ""
    croupier: bool = False
    dealing: bool = False
    order: list[str] = msgspec.field(default_factory=list)
    saluted: dict[str, int] = msgspec.field(default_factory=dict)
    refused: dict[str, int] = msgspec.field(default_factory=dict)
    unseated: list[str] = msgspec.field(default_factory=list)

    def people(self) -> Iterator[str]:
        """The players that it names."""
        yield from filter(None, (self.who, *self.order, *self.saluted, *self.refused, *self.unseated))

    def impossible(self) -> str | None:
        """Why no coup can have handed this on, if none can."""
        if self.who and self.order and self.who not in self.order:
            return Said("{who} deals and was not at the table", who=self.who)
        if min((0, *self.saluted.values(), *self.refused.values())) < 0:
            return Said("a number of refusals is below 0")
        return None


class Turn:
    """The turn during a coup. The seats are taken in the players' order, which is also that of the waiting list."""

    def __init__(self, rules: Rules, settings: Settings, players: Sequence[str], held: Held, *, new_shoe: bool) -> None:
        self.rules, self.settings, self.players = rules, settings, players
        self.unseated = [who for who in held.unseated if who in players]
        self.refused = dict(held.refused)
        self.saluted = {} if new_shoe else dict(held.saluted)
        self.order = self.seated
        self.passed: list[str] = []
        self.who = "" if not self.rotates else self._first([] if new_shoe else held.order, held.who)
        same = not new_shoe and self.who == held.who
        self.croupier = same and held.croupier
        self.dealing = same and held.dealing

    @property
    def rotates(self) -> bool:
        """Whether the players deal at this table."""
        return players_deal(self.rules, self.settings)

    @property
    def dealer(self) -> str:
        """Who deals; nobody among the players where the croupier does."""
        return "" if self.croupier else self.who

    @property
    def seated(self) -> list[str]:
        """Who sits: the first who have not lost their seat, as many as there are seats."""
        return [who for who in self.players if who not in self.unseated][: form(self.rules, self.settings).seats]

    def may_refuse(self) -> bool:
        """Whether the dealer may refuse: once dealing, at will; before that as the text has it, or for the seat."""
        rule = self.rules.turn.salute
        if self.dealing or rule is None:
            return True
        return self.saluted.get(self.who, 0) < rule.in_a_shoe or self._last_straw()

    def refuse(self) -> None:
        """The dealer does not deal: the shoe goes to the right or, as the house has it, to the croupier."""
        who, right = self.who, list(self._right_of(self.order, self.who))
        if self.rules.turn.salute and not self.dealing:
            if self._last_straw():
                self.unseated.append(who)
            self.saluted[who] = self.saluted.get(who, 0) + 1
            self.refused[who] = self.refused.get(who, 0) + 1
        self.dealing = False
        self.passed.append(who)
        willing = [other for other in right if other not in self.passed and other in self.seated]
        if willing and (who in self.unseated or self.rules.option(self.settings, "renuncia") != "crupier"):
            self.who = willing[0]
        else:
            self.croupier = True

    def after(self, passes: bool) -> Held:
        """What the next coup takes over: the same turn, or the next one where the shoe passes on."""
        if self.dealer:
            self.refused.pop(self.dealer, None)
        who = next(self._right_of(self.order, self.who), self.who) if passes else self.who
        return Held(
            who,
            self.croupier and not passes,
            bool(self.dealer) and not passes,
            self.order,
            self.saluted,
            self.refused,
            self.unseated,
        )

    def _first(self, order: list[str], who: str) -> str:
        """Whose turn it is: still the same player's, or the next one's who is there, or the first seat's."""
        seated = self.seated
        if who in seated and order:
            return who
        return next((other for other in self._right_of(order, who) if other in seated), seated[0] if seated else "")

    @staticmethod
    def _right_of(order: list[str], who: str) -> Iterator[str]:
        """The others at the table, from the right of a player on."""
        if who in order:
            turn = order.index(who)
            yield from (*order[turn + 1 :], *order[:turn])

    def _last_straw(self) -> bool:
        """Whether one more refusal in a row costs the seat."""
        rule = self.rules.turn.salute
        return rule is not None and self.refused.get(self.who, 0) + 1 >= rule.in_a_row
