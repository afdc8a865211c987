"""The stakes against the bank: put down, called as banco, admitted up to what the bank holds; seats taken meanwhile."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from tapete.engine.last import LastHands
from tapete.engine.places import called, chips, felt
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Reported
from tapete.engine.stakes import Spot, Staking
from tapete.engine.table import Table
from tapete.engine.window import Effect, Offer, Option, Refusal, Window
from tapete.games.chemin_de_fer.bank import Bank
from tapete.games.chemin_de_fer.rules import BANCA, LINE, PUNTO, Rules, layout
from tapete.games.chemin_de_fer.seats import Seats
from tapete.games.chemin_de_fer.settle import AGAIN, ALONE, LAST, WITH_TABLE, Against, against
from tapete.games.shared.bacara.betting import take_bets
from tapete.games.shared.bacara.money import half
from tapete.games.shared.bacara.seats import Sitting
from tapete.law.rulebook import Section
from tapete.money import Range

SAID = {AGAIN: "banco seguido", ALONE: "banco", WITH_TABLE: "banco con la mesa", LAST: "con la mesa y último completo"}


class Bets:
    """All that is staked and called against the bank in a coup. `rights` are those who may call it again."""

    def __init__(self, rules: Rules, table: Table[Any], bank: Bank, seats: Seats, rights: Sequence[str]) -> None:
        self.rules, self.table, self.bank, self.seats = rules, table, bank, seats
        self.rights = [who for who in rights if who in table.players and who not in bank.members]
        self.order: list[str] = []
        self.callers: list[str] = []
        self.arrange()
        self.calls: dict[str, str] = {}
        self.followers: list[str] = []
        self.discarded = 0

    def arrange(self) -> None:
        """Who comes before whom with a stake, and whose call is heard first, as they sit now."""
        seats, bank = self.seats, self.bank
        self.order = [who for who in seats.priority(bank.who) if who not in bank.partners]
        self.callers = [who for who in seats.order(bank.who) if who not in bank.partners]

    def changes_freely(self, who: str) -> bool:
        """Whether somebody takes a free seat before who waits for one: when a shoe begins, who sits already."""
        return self.seats.new_shoe and who in self.seats.seated

    async def take(self, last: LastHands, spare: int) -> None:
        """The bets are open until the croupier closes them; cards drawn before their time may have to be discarded."""
        staking = Staking(self.rules, self.table, layout(self.rules, self.table.settings), limits=self.limits)
        offers = (staking, Calls(self), Chairs(self), last)
        self.discarded = await take_bets(self.rules, self.table, spare, *offers)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What somebody may have against the bank: no more than it holds."""
        bank, settings = self.bank, self.table.settings
        if spot.bet == BANCA:
            return Refusal("the bank is not staked on: it is had in turn", self.rules.bank.article)
        if who in bank.members:
            article = (self.rules.bank if who == bank.who else self.rules.bank.partner).article
            return Refusal("{who} is the bank and does not stake against it", article, who=who)
        times = 2 if spot.id == LINE else 1
        return Range(times * settings.least(PUNTO), times * bank.amount, times * settings.chip).floor()

    def able(self, who: str) -> int:
        """What somebody could play in all."""
        return sum(self.table.places.get(place, 0) for place in (chips(who), felt(who, PUNTO), felt(who, LINE)))

    async def admit(self) -> Against:
        """The stakes as they play: the half of what lies on the line, what was called, and no more than the bank."""
        for who in self.order:
            lying = self.table.places.get(felt(who, LINE), 0)
            if lying:
                article = self.rules.errors.line.article
                await Move(felt(who, LINE), chips(who), lying - lying // 2, article)
                await Move(felt(who, LINE), felt(who, PUNTO), lying // 2, article)
        return await self.lay(self.calls)

    async def lay(self, calls: dict[str, str]) -> Against:
        """Moves the stakes to where these calls have them."""
        stakes = {who: self.table.places.get(felt(who, PUNTO), 0) for who in self.order}
        chip, seated = self.table.settings.chip, self.seats.seated
        bank = self.bank
        staked = against(bank.amount, chip, self.order, stakes, calls, seated, bank.former, self.callers)
        article = self.rules.players.priority.article
        for who, lying in stakes.items():
            more = staked.stakes.get(who, 0) - lying
            if more > 0:
                await Move(chips(who), felt(who, PUNTO), more, self.called_by(calls.get(who, "")).article)
            elif more < 0:
                await Move(felt(who, PUNTO), chips(who), -more, article)
        return staked

    def called_by(self, kind: str) -> Section:
        """The rule of a call."""
        rule = self.rules.bancos
        return {AGAIN: rule.again, ALONE: rule, WITH_TABLE: rule.with_table, LAST: rule.last}.get(kind, rule.alone)

    def holds_by(self, against: Against) -> Section:
        """The rule by which somebody has the cards."""
        former, highest = self.rules.bank.former, self.rules.bancos.highest
        if against.holder in self.calls or against.bancos:
            return self.called_by(self.calls.get(against.holder, ""))
        return former if against.holder == self.bank.former else highest

    def late(self, against: Against) -> list[str]:
        """Who may still call the bank again."""
        if self.called_again(against):
            return []
        return [who for who in self.rights if who not in against.bancos and self.able(who) >= self.bank.amount]

    def called_again(self, against: Against) -> bool:
        """Whether one of those who may has called the bank again: the others can no more."""
        return self.calls.get(against.holder) == AGAIN

    async def give_cards(self, against: Against) -> Against:
        """The cards are for one of them, until he lifts them: who may call the bank again can still do so."""
        late = self.late(against)
        article = self.holds_by(against).article
        await Announce("hand", (against.holder,))
        while True:
            fault: Reported | None = None
            who, act = "", Act("")
            try:
                who, act = await Window("cards", article, Lifting(self, against, late))
            except Reported as report:
                fault = report
            if fault is not None:
                await Announce("noted")
            elif act.do == "lift":
                return against
            else:
                self.calls = {who: AGAIN}
                await Announce("reclaimed", (who,))
                against, late = await self.lay(self.calls), []


class Calls(Offer):
    """The bank is called: alone, again, in company, with the table, or for what the table leaves."""

    __slots__ = ("bets",)
    verbs = ("banco", "banco-again", "banco-with-table", "last-complete")
    kinds: ClassVar = dict(zip(verbs, (ALONE, AGAIN, WITH_TABLE, LAST), strict=True))

    def __init__(self, bets: Bets) -> None:
        self.bets = bets

    def actors(self) -> Iterable[str]:
        return self.bets.order

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        said = self.bets.calls.get(who, "")
        if who in self.bets.order:
            yield from ((verb, "") for verb, kind in self.kinds.items() if kind != said)
            others = (other for other in self.bets.order if other != who and said != f"{ALONE}:{other}")
            yield from (("banco", other) for other in others)

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bets = self.bets
        rule = bets.called_by(self.kinds[do]) if not on else bets.rules.bancos.alone
        if who not in bets.order or (on and (do != "banco" or on == who or on not in bets.order)):
            return Refusal("{who} cannot '{do}' now", rule.article, who=called(who), do=Act(do, on).said)
        if do == "banco-again" and who not in bets.rights:
            return Refusal("{who} did not play this bank and lose", rule.article, who=who)
        if do == "last-complete" and not any(kind == WITH_TABLE for kind in self._others(who).values()):
            return Refusal("nobody else has called the bank with the table", rule.article)
        bank, own = bets.bank.amount, half(bets.bank.amount, bets.table.settings.chip)
        needs = {"banco-with-table": own, "last-complete": bank - own}.get(do, own if on else bank)
        if bets.able(who) < needs:
            return Refusal("{who} has too few chips for that", rule.article, who=who)
        return Option(who, do, on, rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        kind = self.kinds[act.do]
        self.bets.calls[who] = f"{kind}:{act.on}" if act.on else kind
        said = f"{SAID[kind]} con {act.on}" if act.on else SAID[kind]
        return (Announce("called", (who, said)),)

    def _others(self, who: str) -> dict[str, str]:
        return {other: kind for other, kind in self.bets.calls.items() if other != who}


class Chairs(Sitting):
    """Seats are taken and waited for; who follows the hand about is noted."""

    __slots__ = ("bets",)
    verbs = ("wait", "sit", "follows")
    seats: Seats

    def __init__(self, bets: Bets) -> None:
        super().__init__(bets.rules.players, bets.table.players, bets.seats, lambda: bets.bank.members)
        self.bets = bets

    def actors(self) -> Iterable[str]:
        return (*self.players, "inspector")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        yield from super().acts(who)
        if who == "inspector":
            yield from (("follows", other) for other in self.seats.standing)

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if (who == "inspector") != (do == "follows"):
            article = self.bets.rules.players.article
            return Refusal("{who} cannot '{do}' now", article, who=called(who), do=Act(do, on).said)
        if do != "follows":
            return super().option(who, do, on)
        rule = self.bets.rules.players.following
        if on in self.bets.followers or on not in self.seats.standing:
            return Refusal("{who} does not stand, or is noted already", rule.article, who=on)
        return Option(who, do, on, rule.article)

    def sits(self, who: str, seat: str) -> Option | Refusal:
        rule = self.bets.rules.players
        by = rule.between_shoes if self.seats.new_shoe else rule.newcomers
        allowed = None if self.bets.changes_freely(who) else super().sits(who, seat)
        return allowed if isinstance(allowed, Refusal) else Option(who, "sit", seat, by.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        if act.do == "follows":
            self.bets.followers.append(act.on)
        else:
            super().perform(who, act)
        self.bets.arrange()
        return ()


class Lifting(Offer):
    """Who has the cards lifts them; until then the bank may be called again."""

    __slots__ = ("bets", "found", "late")
    verbs = ("lift", "again-late")

    def __init__(self, bets: Bets, against: Against, late: Sequence[str]) -> None:
        self.bets, self.found, self.late = bets, against, late

    def actors(self) -> Iterable[str]:
        return (self.found.holder, *(who for who in self.late if who != self.found.holder))

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        if who == self.found.holder:
            yield "lift", ""
        if who in self.late:
            yield "again-late", ""

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        rule = self.bets.rules
        if not on and do == "lift" and who == self.found.holder:
            return Option(who, do, on, rule.dealing.article, default=True)
        if not on and do == "again-late" and who in self.late:
            return Option(who, do, on, rule.bancos.late.article)
        return Refusal(
            "{who} has the cards, not {other}", rule.dealing.article, who=self.found.holder, other=called(who)
        )
