"""Dados: a throw of two dice, by the shooter in turn. A round is one throw; the point and the bets on it go on."""

from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.last import clear_felt
from tapete.engine.places import Stake, bet_of, called, felt, stakes, tail_of
from tapete.engine.requests import Act, Announce, Move, Roll
from tapete.engine.round import Play, Reported
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, settle
from tapete.engine.stakes import LastRounds, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Choose, Closing, Effect, Offer, Option, Refusal
from tapete.errors import Said, Word, either
from tapete.games.dados.rules import Rules, automata, layout, most_on_line, points
from tapete.games.dados.settle import LOSES, NULL, STAYS, TRAVELS, WINS, comes_back, next_point, resolve
from tapete.money import Range


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """The point (0 before a first throw), who throws, the players as they stood, and dice lost in this series."""

    point: int = 0
    shooter: str = ""
    order: list[str] = msgspec.field(default_factory=list)
    lost: int = 0

    @property
    def unsettled(self) -> bool:
        return bool(self.point)

    def people(self) -> Iterable[str]:
        return (self.shooter, *self.order) if self.shooter else self.order

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        if self.point not in (0, *points(rules)):
            return Said("{point} is no point", point=self.point)
        if self.shooter and self.shooter not in self.order:
            return Said("{who} throws and was not at the table", who=self.shooter)
        if not 0 <= self.lost <= rules.equipment.reserve:
            return Said("{count} dice are lost of {most}", count=self.lost, most=rules.equipment.reserve)
        return super().impossible(rules, settings)


class Throw:
    """One throw: the point it is thrown for, who throws, the dice lost so far in the series, whether it is null."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.point = table.carry.point
        self.shooter = first_shooter(table)
        self.lost = table.carry.lost
        self.null = False
        self.last = last_shooter(self)

    def ready(self) -> bool:
        """Whether the shooter has made the bet that a first throw asks of him."""
        return bool(self.point or self.staked(self.shooter))

    def staked(self, who: str) -> list[str]:
        """Those of the bets a shooter must make that somebody has made."""
        return [bet for bet in self.rules.shooter.stake.bets if self.table.places.get(felt(who, bet))]

    def pass_dice(self) -> None:
        """The dice go to the next player."""
        self.shooter = next_of(self.table.players, self.shooter)

    # What may be staked and taken back

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a spot takes at this point of the series."""
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
        """Why a stake may not be taken down."""
        name, _, number = spot.partition(":")
        bet = self.rules.bets[name]
        known = number or (automata(self.rules)[name].follows_point and self.point)
        when = bet.taken_down.when
        if when == "option":
            when = "always" if self.rules.option(self.table.settings, "dont-withdraw") == "si" else "until-number"
        if when == "never" or (when == "until-number" and known):
            return Refusal("{bet} stays until it is won or lost", self.taken_down(spot), bet=Word(bet.name))
        for other, associated in self.rules.bets.items():
            if associated.line == name and self.table.places.get(felt(who, f"{other}:{number}" if number else other)):
                article = associated.taken_down.article
                return Refusal("the bet associated with {bet} is taken down first", article, bet=spot)
        duty = self.rules.shooter.stake
        if who == self.shooter and self.point and name in duty.bets and self.staked(who) == [name]:
            return Refusal("{who} throws, and keeps a stake on {bets}", duty.article, who=who, bets=self._owed())
        return None

    def taken_down(self, spot: str) -> str:
        """The article by which a stake is taken down."""
        return self.rules.bets[bet_of(spot)].taken_down.article

    def unready(self) -> Refusal | None:
        """Why the bets cannot be closed yet."""
        if self.ready():
            return None
        duty = self.rules.shooter.stake
        who = self.shooter or Said("nobody")
        return Refusal("{who} throws, and has no stake on {bets}", duty.article, who=who, bets=self._owed())

    def _owed(self) -> str:
        """The bets of which a shooter must make one, by their names."""
        return either([Word(self.rules.bets[bet].name) for bet in self.rules.shooter.stake.bets])

    def _beside(self, who: str, spot: Spot) -> Range | Refusal:
        """What an associated bet takes: its line must be staked and on a number."""
        bet = self.rules.bets[spot.bet]
        number = int(tail_of(spot.id) or self.point)
        place = felt(who, spot.id.replace(spot.bet, bet.line))
        line = self.table.places.get(place, 0) if number else 0
        if not line:
            return Refusal("{who} has no stake on {bet} whose point is known", bet.article, who=who, bet=bet.line)
        lo, _, step = spot.limits
        return Range(lo, most_on_line(self.rules, self.table.settings, bet, number, line), step)


class OtherDice(Offer):
    """What the shooter may do about the dice before a first throw: refuse them, or ask for others."""

    __slots__ = ("throw",)
    verbs = ("refuse-dice", "change-dice")

    def __init__(self, throw: Throw) -> None:
        self.throw = throw

    def actors(self) -> Iterable[str]:
        return (self.throw.shooter,) if self.throw.shooter else ()

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(verb, "") for verb in self.verbs] if who == self.throw.shooter else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        throw, rule = self.throw, self.throw.rules.shooter if do == "refuse-dice" else self.throw.rules.shooter.change
        if who != throw.shooter or on:
            shooter = throw.shooter or Said("nobody")
            return Refusal("{shooter} has the dice, not {who}", rule.article, shooter=shooter, who=called(who))
        if throw.point:
            return Refusal("the series for the point {point} is played to its end", rule.article, point=throw.point)
        if do == "refuse-dice" and len(throw.table.players) == 1:
            return Refusal("there is nobody else to take the dice", rule.article)
        return Option(who, do, "", rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        if act.do == "change-dice":
            return (Announce("change"),)
        self.throw.pass_dice()
        return (Announce("dice", (self.throw.shooter,)),)


def last_shooter(throw: Throw) -> LastRounds:
    """How the last shooter is announced, where the text has one."""
    rules = throw.rules
    rule = rules.closing.get("ultimo-tirador")
    return LastRounds(
        throw.table.carry,
        lambda: Announce("last", (throw.shooter,)),
        Refusal("the last shooter is announced already", rule.article if rule else rules.article),
        None if rule else Refusal("this text announces no last shooter", rules.article),
    )


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One throw."""
    throw = Throw(rules, table)
    if throw.shooter != table.carry.shooter:
        await Announce("dice", (throw.shooter,))
    dice: tuple[int, ...] | None = None
    while dice is None:
        await Announce("open")
        await take_bets(throw)
        if not throw.null:
            await Announce("close")
            dice = await roll(throw)
        if throw.null:
            return await end_series(throw)
    d1, d2 = dice
    await call(throw, d1, d2)
    await settle_felt(throw, d1, d2)
    return await hand_on(throw, d1, d2)


async def take_bets(throw: Throw) -> None:
    """The bets are open until the croupier closes them; the dice may be refused, changed or taken away meanwhile."""
    rules, table = throw.rules, throw.table
    spots = layout(rules, table.settings)
    staking = Staking(rules, table, spots, limits=throw.limits, kept=throw.kept, back=throw.taken_down)
    closing = Closing(rules.calls["close"].article, throw.unready)
    while True:
        try:
            return await take_stakes(rules, staking, OtherDice(throw), throw.last, closing=closing)
        except Reported as report:
            trouble = report
        await remedy(throw, trouble)
        if throw.null:
            return None


async def roll(throw: Throw) -> tuple[int, ...] | None:
    """The shooter throws until a throw is valid; nothing, where the dice went to one who must bet first."""
    rules = throw.rules
    while throw.ready() and not throw.null:
        try:
            return await Roll(rules.dice, rules.shooter.throw.article)
        except Reported as report:
            trouble = report
        await remedy(throw, trouble)
    return None


async def remedy(throw: Throw, report: Reported) -> None:
    """What the text does about an irregularity; the bets stand."""
    match report.rule.remedy:
        case "throw-again":
            await Announce("null")
        case "replace-die":
            await Announce("null")
            await replace_die(throw, report.rule.article)
        case "change-dice":
            await Announce("change")
        case "next-shooter":
            throw.pass_dice()
            await Announce("dice", (throw.shooter,))
        case "next-shooter-or-null":
            await deprive(throw)
        case _:
            raise report


async def deprive(throw: Throw) -> None:
    """The next player takes the dice; with nobody else there, the series is null."""
    if len(throw.table.players) > 1:
        throw.pass_dice()
        await Announce("dice", (throw.shooter,))
    else:
        throw.null = True
        await Announce("null")


async def end_series(throw: Throw) -> Carry:
    """Nobody may throw: nothing is decided, and the stakes go back to whose they are."""
    await clear_felt(throw.table, throw.rules.shooter.article)
    return Carry(throw.table.carry.remaining, 0, throw.shooter, list(throw.table.players))


async def replace_die(throw: Throw, article: str) -> None:
    """The shooter takes another die from the reserve, or two of a new set once the reserve is gone."""
    left = throw.rules.equipment.reserve - throw.lost
    if left:
        reserve = tuple(str(die) for die in range(1, left + 1))
        await Choose(throw.shooter, "die", reserve, reserve[0], article)
        throw.lost += 1
    else:
        await Announce("new-dice")
        throw.lost = 0


async def call(throw: Throw, d1: int, d2: int) -> None:
    """The stickman calls the throw, and what it does to Win."""
    total = str(d1 + d2)
    await Announce("result", (str(d1), str(d2), total))
    win = automata(throw.rules)["win"]
    result = resolve(win.phase(throw.point), throw.point, d1, d2)
    if result == TRAVELS:
        await Announce("point", (total,))
    elif result == WINS:
        await Announce("wins", (total,))
    elif result == LOSES:
        await Announce("seven-out" if throw.point else "craps", (total,))


async def settle_felt(throw: Throw, d1: int, d2: int) -> None:
    """Losing stakes are taken and winners paid; then stakes that have found their number are put on it."""
    rules, table = throw.rules, throw.table
    stays = rules.settlement.winners_stay
    known = automata(rules)
    dues = []
    moving: list[Stake] = []
    for stake in stakes(table.places):
        name, _, own = stake.bet.partition(":")
        bet = known[name]
        number = int(own) if own else throw.point if bet.follows_point else 0
        result = resolve(bet.phase(number), number, d1, d2)
        if result == TRAVELS:
            if not bet.follows_point:
                moving.append(stake)
        elif result not in (STAYS, NULL):
            share = comes_back(result, *bet.pays[number or d1 + d2])
            dues.append(due(stake, name, rules.bets[name].article, share, stays))
    await settle(table, rules.settlement, dues)
    for stake in moving:
        numbered = felt(stake.who, f"{stake.bet}:{d1 + d2}")
        await Move(stake.place, numbered, stake.cents, rules.bets[stake.bet].article)


async def hand_on(throw: Throw, d1: int, d2: int) -> Carry:
    """What goes on to the next throw: the point, the dice, and the shooter, who loses them to the seven that loses."""
    rules, carry = throw.rules, throw.table.carry
    win = automata(rules)["win"]
    point = next_point(win.first, win.then, throw.point, d1, d2)
    if throw.lost and not point:
        await look_for_die(throw)
    remaining = 1 if throw.last.announced else carry.remaining
    if throw.point and resolve(win.then, throw.point, d1, d2) == LOSES:
        remaining = min(remaining, 0)
        throw.pass_dice()
        if remaining < 0:
            await Announce("dice", (throw.shooter,))
    return Carry(remaining, point, throw.shooter, list(throw.table.players), throw.lost)


async def look_for_die(throw: Throw) -> None:
    """At the end of the series: is the die found that fell on the floor? A new set is brought as the text has it."""
    rule = throw.rules.shooter.lost_die
    _, act = await Choose("croupier", "lost-die", ("missing", "found"), "missing", rule.article)
    if act.on == rule.renewed_when:
        await Announce("new-dice")
    throw.lost = 0


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
