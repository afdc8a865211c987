"""A hand: who is in it, the cards dealt, the stakes before them, the pots."""

import functools
from itertools import filterfalse

from tapete.engine.places import COMMISSION, POT, chips, felt
from tapete.engine.requests import Announce, Move, Several, Shift, Spin
from tapete.engine.round import Reported
from tapete.engine.table import Table
from tapete.games.circulo.limits import most, pot_raise
from tapete.games.circulo.rules import BURN, BURN_ONE, DOWN, MISDEAL, NO_BETS, REPLACE, Rules, Street
from tapete.games.circulo.seats import Carry, Ring
from tapete.games.circulo.settle import NOBODY, cut, layers, spread, uncalled
from tapete.games.circulo.terms import terms

BET, BURNT, DEAD, DISCARDS = "apuesta", "quemadas", "muertas", "descartes"


class Seat:
    """A player in a hand: where his chips lie, his cards, what he has staked, whether he must and may speak."""

    __slots__ = (
        "barred",
        "bet",
        "cards",
        "free",
        "front",
        "home",
        "live",
        "opened",
        "out",
        "place",
        "put",
        "raises",
        "skipped",
        "speaks",
        "tied",
        "up",
        "who",
    )

    def __init__(self, who: str) -> None:
        self.who = who
        self.home, self.front, self.place = seat_places(who)
        self.cards: list[str] = []
        self.up: list[int] = []
        self.bet = self.put = self.raises = 0
        self.live, self.out, self.speaks, self.free = True, False, False, True
        self.tied = self.barred = self.opened = self.skipped = False


@functools.lru_cache(maxsize=4096)
def seat_places(who: str) -> tuple[str, str, str]:
    """Where somebody's chips lie, his stakes and his cards."""
    return chips(who), felt(who, BET), f"mano/{who}"


def pot_place(number: int) -> str:
    """Where a pot lies: the main one, then the side pots from the second on."""
    return f"{POT}/{number + 1}" if number else POT


POTS = tuple(map(pot_place, range(60)))


def board_place(number: int) -> str:
    """Where a line of common cards lies."""
    return f"mesa/{number + 1}" if number else "mesa"


class Hand:
    """A hand under way. Seats are in the order of play, the mano first.

    `dealing`: which cards players were dealt before what is asked now, the first ones or others, if any; `acted`: how
    often players have acted on them. `early`: by which article a card came out before the betting was over, if one did;
    `burning`: what was last reported that cost the pack cards.
    """

    # Whether who has but the least opens, a stake of one's own will is a raise, only who is to open must stay in, the
    # house has no part of what goes back to somebody, a bet counts as unmatched only if it went back, limits are
    # of whole chips, and the croupier warns who is slow.
    short_opens = straddles_raise = stays_himself = returns_whole = unmatched_back = in_chips = warns = True

    __slots__ = (
        "acted",
        "added",
        "alone",
        "bettor",
        "boards",
        "bounds",
        "burning",
        "burnt",
        "count",
        "dead",
        "dealing",
        "deck",
        "early",
        "expelled",
        "first_cards",
        "folded",
        "kept",
        "last",
        "law",
        "level",
        "opener",
        "places",
        "posted",
        "quiet",
        "ring",
        "rules",
        "seats",
        "serves_again",
        "settings",
        "seventh",
        "short",
        "straddled",
        "table",
        "taken",
        "terms",
        "unmatched",
        "warned",
    )

    def __init__(self, rules: Rules, table: Table[Carry], ring: Ring) -> None:
        self.rules, self.table, self.ring = rules, table, ring
        self.settings, self.places, self.deck = table.settings, table.places, table.deck
        self.seats = [Seat(who) for who in ring.players]
        self.count = len(self.seats)
        self.alone = self.count == 1  # whether one is left
        self.terms = terms(rules, table.settings)
        self.law = law = self.terms.law
        self.boards: list[list[int]] = [[] for _ in range(law.making.boards)]
        self.bounds: list[int] = []
        self.level = 0
        self.last = self.posted = 0
        self.straddled = False
        self.bettor: int | None = None
        self.opener: int | None = None
        self.kept: list[str] = []
        self.first_cards: list[tuple[str, ...]] = []
        self.seventh: int | None = None
        self.added = [self.places.get(POT, 0)]
        self.taken = 0
        self.unmatched = 0
        self.burnt = 0
        self.quiet = False
        self.dealing, self.acted, self.early = "", 0, ""
        self.burning: Reported | None = None
        dead = law.dead
        self.short = (dead.completes.article, dead.common.article) if dead else None
        self.serves_again = bool(dead and dead.folded)
        self.dead: list[str] = []
        self.folded: list[str] = []
        self.warned = dict(table.carry.warned)
        self.expelled: list[str] = []

    # Who is in

    def live(self) -> list[Seat]:
        """Those who have not given up their cards."""
        return [seat for seat in self.seats if seat.live]

    def contested(self) -> bool:
        """Whether there is anything to say in an interval: a stake to answer, or two who have chips to bet."""
        return self.level > 0 or [seat.live and not seat.out for seat in self.seats].count(True) > 1

    def stack(self, seat: Seat) -> int:
        """The chips that somebody can still stake: whole ones."""
        cents = self.places.get(seat.home, 0)
        return cents - cents % self.settings.chip

    # Stakes before the cards

    async def stakes(self) -> None:
        """Antes, blinds, and what others stake to come in."""
        if self.terms.ante:
            await self._antes(self.terms.ante)
        ring, posts, dues = self.ring, self.law.posts, self.terms.dues
        for number, seat in enumerate(self.seats):
            who = seat.who
            name = ring.posts.get(who) or ring.enters.get(who)
            if name is not None and not posts[name].more:
                due, cents = dues[name], min(dues[name], self.stack(seat))
                if who in ring.posts:
                    await self.post(number, due, cents, posts[name].article)
                else:
                    await self.post(self.posted, due, cents, self.terms.entries[name], seat)

    async def post(self, number: int, due: int, cents: int, article: str, seat: Seat | None = None) -> None:
        """A stake before the cards; all must match the greatest, and who laid it speaks after the others."""
        if move := self.paid_in(seat or self.seats[number], cents, article):
            await move
        if due >= self.level:
            self.posted = self.last = number
        self.level = max(self.level, due)

    def most_before(self, seat: Seat, least: int) -> int:
        """The most that somebody may stake before the cards: as far as the limit goes and his chips do."""
        scheme, chip = self.terms.scheme, self.settings.chip
        by = pot_raise(self.pot(), self.level - seat.bet, scheme.share)
        return min(most(scheme.kind, least, self.level, by, self.settings.minimum, chip), self.stack(seat))

    async def _antes(self, due: int) -> None:
        assert self.law.ante is not None
        amounts = [min(due, self.stack(seat)) for seat in self.seats]
        self.bounds = sorted({cents for cents in amounts if cents < due})
        for seat, cents in zip(self.seats, amounts, strict=True):
            seat.put, seat.out = cents, cents == self.stack(seat)
            for pot, part in enumerate(layers(0, cents, self.bounds)):
                if part:
                    await Move(seat.home, pot_place(pot), part, self.law.ante.article)
                    self._add(pot, part)

    async def fees(self, due: int) -> None:
        """What a hand costs everybody who is dealt in, where the house takes that."""
        for seat in self.seats:
            cents = min(due, self.stack(seat))
            if cents:
                await Move(seat.home, COMMISSION, cents, self.terms.cut.article)
                seat.out = seat.out or not self.stack(seat)

    async def pay_in(self, seat: Seat, cents: int, article: str) -> None:
        """Chips before a seat; who has none left is out of the betting."""
        if move := self.paid_in(seat, cents, article):
            await move

    def paid_in(self, seat: Seat, cents: int, article: str) -> Move | None:
        """The move that brings chips before a seat, if there is one; the seat is as it will be after it."""
        seat.out = self.stack(seat) <= cents
        seat.bet += cents
        return Move(seat.home, seat.front, cents, article) if cents else None

    # Cards

    async def deal(self, street: Street) -> int:
        """What a street deals: to each who is in, one by one, then to the board, after a burnt card; how many there."""
        if street.cards:
            await self._deal_round(street)
        for _ in range(min(street.apart, self.deck.rest) if self.burning else street.apart):
            self.dead.append(await self.deck.down(DEAD, article=street.article))
        common = self.common(street)
        for _ in range(street.burnt - self.burnt if street.common else 0):
            await self.deck.down(BURNT, article=street.article)
        self.burnt = max(0, self.burnt - street.burnt)
        for number, board in enumerate(self.boards if common else ()):
            for _ in range(common):
                board.append(await self.deck.up(board_place(number), street.article))
        return common

    async def _deal_round(self, street: Street) -> None:
        """To each who is in, one by one."""
        order = self._dealt_from()
        places, people = [seat.place for seat in order], [seat.who for seat in order]
        for kind in street.cards:
            if self.deck.rest < len(order) and self.short:
                await self._last_cards(order, kind, street)
            elif kind == DOWN and not any(seat.opened for seat in order):
                cards = self.deck.around(places, people, street.article)
                for seat, card in zip(order, cards, strict=True):
                    seat.cards.append(card.slot)
                await Several(cards)
            else:
                for seat in order:
                    await self.give(seat, kind, street.article)

    def common(self, street: Street) -> int:
        """How many common cards a street turns, one of them with the deal where the house has it so."""
        if not self.terms.early:
            return street.common
        if not street.common:
            return 0 if self.boards[0] else 1
        return street.common - (len(self.boards[0]) == 1)

    async def _last_cards(self, order: list[Seat], kind: str, street: Street) -> None:
        """Too few are left for all: cards set apart and thrown away serve too, or one card serves all.

        That is the last card only: where too many were burnt for another, and for one after it, the hand is annulled.
        """
        assert self.short is not None
        completes, common = self.short
        later = street.number < len(self.terms.streets)
        again = self.again(len(order) + later)
        if self.deck.rest + len(again) < len(order) + later:
            if later and self.burning:
                raise self.burning
            await self._one_for_all(common)
            return
        for seat in order:
            if self.deck.rest:
                await self.give(seat, kind, street.article)
            else:
                slot = await Spin(tuple(slot for slot, _ in again), completes, "mix")
                place = dict(again)[slot]
                again.remove((slot, place))
                (self.dead if place == DEAD else self.folded).remove(slot)
                await Shift(slot, place, seat.place, seat.who)
                seat.cards.append(slot)
                if self._opens(seat, kind):
                    seat.up.append(await self.deck.show(slot, completes))

    def again(self, count: int) -> list[tuple[str, str]]:
        """What serves where the pack is not enough for so many: cards set apart, and if need be those thrown away."""
        apart = [(slot, DEAD) for slot in self.dead]
        if self.deck.rest + len(apart) >= count or not self.serves_again:
            return apart
        return [*apart, *((slot, DISCARDS) for slot in self.folded)]

    async def _one_for_all(self, article: str) -> None:
        """A card in the middle is everybody's last."""
        if self.deck.rest:
            self.seventh = await self.deck.up(board_place(0), article)
        else:
            slot, place = (self.dead[0], DEAD) if self.dead else (self.folded[0], DISCARDS)
            await Shift(slot, place, board_place(0))
            self.seventh = await self.deck.show(slot, article)
        await Announce("seventh", (self.deck.text(self.seventh),))

    # What goes wrong

    async def remedy(self, report: Reported, name: str) -> None:
        """What was reported at a step is noted; some of it ends the betting, some costs cards."""
        await noted(report)
        remedy, article = report.rule.remedy, report.rule.article
        self.quiet = self.quiet or remedy == NO_BETS
        if remedy == REPLACE and self.deck.rest - 1 < self.wanted(name):
            raise report
        if remedy == BURN:
            self.early = article
        if remedy in (BURN, BURN_ONE, REPLACE) and self.deck.rest:
            self.burning = report
            slot = await self.deck.down(BURNT, article=article)
            if remedy == REPLACE:
                await self.deck.show(slot, article)

    async def retire(self) -> None:
        """Once the betting is over in which a card came out too early, as many more as are in go with it."""
        article, self.early = self.early, ""
        for _ in range(0 if self.alone else min(self.count, self.deck.rest)):
            await self.deck.down(BURNT, article=article)

    def wanted(self, after: str) -> int:
        """How many cards are still to be dealt after a street, if nobody gives up."""
        names, count = list(self.terms.streets), len(self.live())
        later = [self.terms.streets[name] for name in names[names.index(after) + 1 :]]
        boards = len(self.boards)
        return sum(len(each.cards) * count + each.apart + each.burnt + each.common * boards for each in later)

    def received(self, cards: str) -> None:
        """Players have been dealt the first cards, or others, or none: what is said of a deal is said of these."""
        self.dealing = cards
        if cards:
            self.acted = 0

    async def give(self, seat: Seat, kind: str, article: str) -> None:
        """A card to somebody, face down or up."""
        opens = self._opens(seat, kind)
        slot = await self.deck.down(seat.place, "" if opens else seat.who, article)
        seat.cards.append(slot)
        if opens:
            seat.up.append(await self.deck.show(slot, article))

    def _opens(self, seat: Seat, kind: str) -> bool:
        """Whether a card lies open: as the street has it, or because its owner has shown what was covered."""
        opened, seat.opened = seat.opened, False
        return opened or kind != DOWN

    def _dealt_from(self) -> list[Seat]:
        """Those who are in, from whom cards are dealt first."""
        nearest = self.ring.players.index(self.ring.nearest)
        start = {"mano": 0, "tras-la-mano": 1, "puesto-1": nearest}[self.law.button.deals]
        return [seat for seat in (*self.seats[start:], *self.seats[:start]) if seat.live]

    def call(self, name: str, turned: int) -> Announce:
        """The croupier calls the common cards that were turned, and how many are in."""
        cards = [self.deck.text(card) for board in self.boards for card in board[-turned:]]
        return Announce(name, (*cards, str(self.count)))

    def put_away(self, seat: Seat) -> Several:
        """Somebody is out of the hand: his cards go to the discards, unseen."""
        self.count -= seat.live
        self.alone = self.count == 1
        seat.live = seat.speaks = False
        self.folded += filterfalse(self.deck.faces.__contains__, seat.cards)
        return Several([Shift(slot, seat.place, DISCARDS) for slot in seat.cards])

    # Pots

    def pot(self) -> int:
        """All that is staked, in pots and before the seats."""
        return sum(self.added_all()) + sum([seat.bet for seat in self.seats])

    def added_all(self) -> list[int]:
        """What lies in each pot."""
        return [self.places.get(path, 0) for path in POTS[: len(self.bounds) + 1]]

    def goes_back(self, pot: int, cents: int) -> None:
        """Chips go back out of a pot: what the house has not had its part of yet, it has none of."""
        if self.returns_whole and pot < len(self.added):
            self.added[pot] -= min(cents, self.added[pot])

    def _add(self, pot: int, cents: int) -> None:
        while len(self.added) <= pot:
            self.added.append(0)
        self.added[pot] += cents

    def gathered(self) -> list[Move]:
        """An interval is over: what nobody matched goes back, the rest to the pots, the house's part to the house."""
        article, seats = self.law.pots.article, self.seats
        gathered: list[Move] = []
        number, over = uncalled([seat.bet for seat in seats]) if self.level else (NOBODY, 0)
        self.unmatched = 0 if self.unmatched_back else over
        if over and (seat := seats[number]).live:
            self.unmatched = over
            gathered.append(Move(seat.front, seat.home, over, article))
            seat.bet -= over
            seat.out = False
        for seat in seats:
            if seat.out and seat.live and (end := seat.put + seat.bet) not in self.bounds:
                self.bounds = sorted((*self.bounds, end))
        for seat in seats if self.level else ():
            if bet := seat.bet:
                for pot, part in enumerate(layers(seat.put, seat.put + bet, self.bounds)):
                    if part:
                        gathered.append(Move(seat.front, POTS[pot], part, article))
                        self._add(pot, part)
                seat.put += bet
                seat.bet = 0
        self.level = 0
        if self.terms.cut.each == "interval":
            gathered += self.raked()
        return gathered

    def opens(self, start: int) -> Seat | None:
        """Who is the first to speak from a place on, if anybody has anything to say."""
        if self.quiet or not self.contested():
            return None
        return next(seat for seat in (*self.seats[start:], *self.seats[:start]) if seat.live and not seat.out)

    def unopened(self, asked: bool) -> bool:
        """Whether nobody opened of those who were asked to: where last chips are all staked, nobody has passed."""
        return asked and self.opener is None and not self.alone

    async def blank(self) -> None:
        """Nobody opened: all that was staked waits for the next hand."""
        await Announce("blank")
        await self.into_one(self.law.calls["blank"].article)

    async def into_one(self, article: str) -> None:
        """What lies in side pots is laid to the first."""
        for number, cents in enumerate(self.added_all()[1:], 1):
            if cents:
                await Move(POTS[number], POT, cents, article)

    def raked(self) -> list[Move]:
        """The house's part of what was added to the pots since it took the last."""
        added, self.added = self.added, [0]
        if not any(added):
            return []
        chip, most = self.settings.chip, self.terms.cap
        part = cut(sum(added), *self.terms.share, chip)
        if most is not None:
            part = min(part, (most - self.taken) // chip * chip)
        if part <= 0:
            return []
        self.taken += part
        article = self.terms.cut.article
        parts = enumerate(spread(part, added, chip))
        return [Move(POTS[pot], COMMISSION, cents, article) for pot, cents in parts if cents]


async def noted(report: Reported) -> None:
    """A deal that does not count voids the hand; of everything else the inspector takes note."""
    if report.rule.remedy == MISDEAL:
        raise report
    await Announce("noted", (report.name,))
