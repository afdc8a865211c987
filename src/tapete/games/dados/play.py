"""Dados: a throw of two dice, by the shooter in turn. A round is one throw; the point and the bets on it go on."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.places import Stake, called, felt, stakes
from tapete.engine.requests import Announce, Choose, Move, Opening, Refusal, Request, Roll
from tapete.engine.round import Play, Reported, Table
from tapete.engine.settlement import due, settle
from tapete.engine.stakes import Spot, Stakes
from tapete.errors import Said, Word, either
from tapete.games.dados.rules import Rules, automata, layout, most_on_line
from tapete.games.dados.settle import LOSES, NULL, STAYS, TRAVELS, WINS, comes_back, next_point, resolve
from tapete.money import Range

A = TypeVar("A")
NONE_APART: frozenset[str] = frozenset()


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """The point (0 before a first throw), who throws, the players as they stood, and dice lost in this series."""

    point: int = 0
    shooter: str = ""
    order: list[str] = msgspec.field(default_factory=list)
    lost: int = 0


class Bets(Stakes):
    """The window of bets before a throw, with what the shooter may do about the dice in it."""

    __slots__ = ("lost", "point", "shooter")
    rules: Rules
    table: Table[Carry]

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        super().__init__(rules, table, layout(rules, table.settings))
        self.point = table.carry.point
        self.shooter = first_shooter(table)
        self.lost = table.carry.lost

    def candidates(self, who: str) -> Iterable[tuple[str, str]]:
        yield from super().candidates(who)
        if who == self.shooter:
            yield "refuse-dice", ""
            yield "change-dice", ""

    def opening(self, who: str, do: str, on: str) -> Opening | Refusal:
        if do in ("refuse-dice", "change-dice"):
            return self._dice(who, do)
        if do == "last" and who == "director":
            return self._last_shooter()
        return super().opening(who, do, on)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        bet = self.rules.bets[spot.bet]
        if bet.line:
            return self._beside(who, spot)
        if bet.made == "first-throw" and self.point:
            return Refusal(
                "{bet} is bet before a first throw, and the point is {point}",
                bet.article,
                bet=Word(bet.name),
                point=self.point,
            )
        if bet.made == "later-throws" and not self.point:
            return Refusal(
                "{bet} is bet after the first throw, and there is no point yet", bet.article, bet=Word(bet.name)
            )
        return spot.limits

    def kept(self, who: str, spot: str) -> Refusal | None:
        name, _, number = spot.partition(":")
        bet = self.rules.bets[name]
        known = number or (automata(self.rules)[name].follows_point and self.point)
        when = bet.taken_down.when
        if when == "option":
            when = "always" if self.rules.option(self.table.settings, "dont-withdraw") == "si" else "until-number"
        if when == "never" or (when == "until-number" and known):
            article = self.withdrawal_article(spot)
            return Refusal("{bet} stays until it is won or lost", article, bet=Word(bet.name))
        for other, associated in self.rules.bets.items():
            if associated.line == name and self.table.places.get(felt(who, f"{other}:{number}" if number else other)):
                article = associated.taken_down.article
                return Refusal("the bet associated with {bet} is taken down first", article, bet=spot)
        duty = self.rules.shooter.stake
        if who == self.shooter and self.point and name in duty.bets and self._staked(who) == [name]:
            return Refusal("{who} throws, and keeps a stake on {bets}", duty.article, who=who, bets=either(duty.bets))
        return None

    def withdrawal_article(self, spot: str) -> str:
        return self.rules.bets[spot.partition(":")[0]].taken_down.article

    def closing(self) -> Opening | Refusal:
        if self.ready():
            return super().closing()
        duty = self.rules.shooter.stake
        who = self.shooter or Said("nobody")
        return Refusal("{who} throws, and has no stake on {bets}", duty.article, who=who, bets=either(duty.bets))

    def ready(self) -> bool:
        """Whether the shooter has made the bet that a first throw asks of him."""
        return bool(self.point or self._staked(self.shooter))

    def pass_dice(self) -> None:
        """The dice go to the next player."""
        self.shooter = next_of(self.table.players, self.shooter)

    def _staked(self, who: str) -> list[str]:
        return [bet for bet in self.rules.shooter.stake.bets if self.table.places.get(felt(who, bet))]

    def _beside(self, who: str, spot: Spot) -> Range | Refusal:
        """What an associated bet takes: its line must be staked and on a number."""
        bet = self.rules.bets[spot.bet]
        number = int(spot.id.partition(":")[2] or self.point)
        place = felt(who, spot.id.replace(spot.bet, bet.line))
        line = self.table.places.get(place, 0) if number else 0
        if not line:
            return Refusal("{who} has no stake on {bet} whose point is known", bet.article, who=who, bet=bet.line)
        lo, _, step = spot.limits
        return Range(lo, most_on_line(self.rules, self.table.settings, bet, number, line), step)

    def _dice(self, who: str, do: str) -> Opening | Refusal:
        rule = self.rules.shooter if do == "refuse-dice" else self.rules.shooter.change
        if who != self.shooter:
            shooter = self.shooter or Said("nobody")
            return Refusal("{shooter} has the dice, not {who}", rule.article, shooter=shooter, who=called(who))
        if self.point:
            return Refusal("the series for the point {point} is played to its end", rule.article, point=self.point)
        if do == "refuse-dice" and len(self.table.players) == 1:
            return Refusal("there is nobody else to take the dice", rule.article)
        return Opening(do, "", rule.article)

    def _last_shooter(self) -> Opening | Refusal:
        rule = self.rules.closing.get("ultimo-tirador")
        if rule is None:
            return Refusal("this text announces no last shooter", self.rules.article)
        if self.announced_last or self.table.carry.remaining >= 0:
            return Refusal("the last shooter is announced already", rule.article)
        return Opening("last", "", rule.article)


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One throw."""
    window = Bets(rules, table)
    if window.shooter != table.carry.shooter:
        await Announce("dice", (window.shooter,))
    throw: tuple[int, ...] | None = None
    while throw is None:
        await Announce("open")
        await take_bets(window)
        await Announce("close")
        throw = await roll(window)
    d1, d2 = throw
    await call(window, d1, d2)
    await settle_felt(window, d1, d2)
    return await hand_on(window, d1, d2)


async def take_bets(window: Bets) -> None:
    """The bets are open until the croupier closes them; the dice may be refused, changed or taken away meanwhile."""
    while True:
        answer = await heard(window)
        if isinstance(answer, Reported):
            await remedy(window, answer)
            continue
        who, act = answer
        if act.do == "close":
            return
        if act.do == "refuse-dice":
            window.pass_dice()
            await Announce("dice", (window.shooter,))
        elif act.do == "change-dice":
            await Announce("change")
        else:
            for move in window.perform(who, act):
                await move
            if act.do == "last":
                await Announce("last", (window.shooter,))


async def roll(window: Bets) -> tuple[int, ...] | None:
    """The shooter throws until a throw is valid; nothing, where the dice went to one who must bet first."""
    rules = window.rules
    while window.ready():
        answer = await heard(Roll(rules.equipment.thrown, rules.shooter.throw.article))
        if not isinstance(answer, Reported):
            return answer
        await remedy(window, answer)
    return None


async def heard(request: Request[A]) -> A | Reported:
    """The answer to a request, or the irregularity that was reported instead."""
    try:
        return await request
    except Reported as report:
        return report


async def remedy(window: Bets, report: Reported) -> None:
    """What the text does about an irregularity; the bets stand."""
    match report.rule.remedy:
        case "throw-again":
            await Announce("null")
        case "replace-die":
            await Announce("null")
            await replace_die(window, report.rule.article)
        case "change-dice":
            await Announce("change")
        case "next-shooter":
            window.pass_dice()
            await Announce("dice", (window.shooter,))
        case _:
            raise report


async def replace_die(window: Bets, article: str) -> None:
    """The shooter takes another die from the reserve, or two of a new set once the reserve is gone."""
    left = window.rules.equipment.reserve - window.lost
    if left:
        reserve = tuple(str(die) for die in range(1, left + 1))
        await Choose(window.shooter, "die", reserve, reserve[0], article)
        window.lost += 1
    else:
        await Announce("new-dice")
        window.lost = 0


async def call(window: Bets, d1: int, d2: int) -> None:
    """The stickman calls the throw, and what it does to Win."""
    total = str(d1 + d2)
    await Announce("result", (str(d1), str(d2), total))
    win = automata(window.rules)["win"]
    result = resolve(win.phase(window.point), window.point, d1, d2)
    if result == TRAVELS:
        await Announce("point", (total,))
    elif result == WINS:
        await Announce("wins", (total,))
    elif result == LOSES:
        await Announce("seven-out" if window.point else "craps", (total,))


async def settle_felt(window: Bets, d1: int, d2: int) -> None:
    """Losing stakes are taken and winners paid; then stakes that have found their number are put on it."""
    rules, table = window.rules, window.table
    stays = rules.settlement.winners_stay
    known = automata(rules)
    dues = []
    moving: list[Stake] = []
    for stake in stakes(table.places):
        name, _, own = stake.bet.partition(":")
        bet = known[name]
        number = int(own) if own else window.point if bet.follows_point else 0
        result = resolve(bet.phase(number), number, d1, d2)
        if result == TRAVELS:
            if not bet.follows_point:
                moving.append(stake)
        elif result not in (STAYS, NULL):
            share = comes_back(result, *bet.pays[number or d1 + d2])
            dues.append(due(stake, name, rules.bets[name].article, share, stays))
    await settle(table, rules.settlement, dues, NONE_APART)
    for stake in moving:
        numbered = felt(stake.who, f"{stake.bet}:{d1 + d2}")
        await Move(stake.place, numbered, stake.cents, rules.bets[stake.bet].article)


async def hand_on(window: Bets, d1: int, d2: int) -> Carry:
    """What goes on to the next throw: the point, the dice, and the shooter, who loses them to the seven that loses."""
    rules, carry = window.rules, window.table.carry
    win = automata(rules)["win"]
    point = next_point(win.first, win.then, window.point, d1, d2)
    if window.lost and not point:
        await look_for_die(window)
    remaining = 1 if window.announced_last else carry.remaining
    if window.point and resolve(win.then, window.point, d1, d2) == LOSES:
        remaining = min(remaining, 0)
        window.pass_dice()
        if remaining < 0:
            await Announce("dice", (window.shooter,))
    return Carry(remaining, point, window.shooter, list(window.table.players), window.lost)


async def look_for_die(window: Bets) -> None:
    """At the end of the series: is the die found that fell on the floor? A new set is brought as the text has it."""
    rule = window.rules.shooter.lost_die
    _, act = await Choose("croupier", "lost-die", ("missing", "found"), "missing", rule.article)
    if act.on == rule.renewed_when:
        await Announce("new-dice")
    window.lost = 0


def first_shooter(table: Table[Any]) -> str:
    """Who has the dice: the one who had them, or the next who is still there, or the first of all."""
    carry, players = table.carry, table.players
    if carry.shooter in players:
        return str(carry.shooter)
    if carry.shooter in carry.order:
        turn = carry.order.index(carry.shooter)
        for who in (*carry.order[turn:], *carry.order[:turn]):
            if who in players:
                return str(who)
    return players[0] if players else ""


def next_of(players: tuple[str, ...], who: str) -> str:
    """The next player, clockwise."""
    return players[(players.index(who) + 1) % len(players)] if who in players else ""


PLAY = Play(1, play, Carry)
