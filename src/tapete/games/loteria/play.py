"""Lotteries: tickets of printed numbers and a number drawn; or coupons, numbers drawn, and what is parted by hits."""

from collections import defaultdict

from tapete.engine.carry import Carry
from tapete.engine.meter import standing
from tapete.engine.places import BANK, Stake, bet_of, chips, meter, stakes, tail_of
from tapete.engine.requests import Announce, Drum, Move
from tapete.engine.round import Play
from tapete.engine.settlement import cover
from tapete.engine.stakes import Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Window
from tapete.games.loteria.coupons import Coupons, Marks
from tapete.games.loteria.rules import FORM, POOLED, ROLLED, Category, Rules, layout, prize, written
from tapete.games.loteria.settle import hits


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One draw of the form that the house has announced."""
    await Announce("open")
    pooled = rules.option(table.settings, FORM) == POOLED
    if pooled:
        await sell_coupons(rules, table)
    else:
        await take_stakes(rules, Staking(rules, table, layout(rules, table.settings)))
    await Announce("close")
    sold = list(stakes(table.places))
    if not sold:
        await Announce("empty")
        return table.carry
    for stake in sold:
        await Move(stake.place, BANK, stake.cents, rules.bets[bet_of(stake.bet)].article)
        await Announce("sold", (stake.who, tail_of(stake.bet)))
    await (draw_pool if pooled else draw_number)(rules, table, sold)
    return table.carry


async def sell_coupons(rules: Rules, table: Table[Carry]) -> None:
    """Coupons with one's own marks or the machine's, until the sale is closed."""
    coupons, article = Coupons(rules, table), rules.calls["close"].article
    window = Window("stakes", rules.article, coupons, Closing(article))
    while True:
        who, act = await window
        if act.do == "close":
            return
        if act.do == "mark":
            for effect in window.perform(who, act):
                await effect
            continue
        for _ in range(act.cents // table.settings.minimum):
            marks = await Marks(rules.equipment.pool, rules.equipment.pool.article)
            await coupons.paid(who, marks)


async def draw_number(rules: Rules, table: Table[Carry], sold: list[Stake]) -> None:
    """A number comes out, and every ticket is paid by how it stands to it."""
    number = int(await Drum(range(rules.size), (), rules.equipment.article))
    await Announce("result", (written(rules, number),))
    for stake in sold:
        wins = prize(rules, int(tail_of(stake.bet)), number) * stake.cents
        if wins:
            await Announce("won", (stake.who, tail_of(stake.bet)))
            await pay(table, stake.who, wins, rules.equipment.article)


async def draw_pool(rules: Rules, table: Table[Carry], sold: list[Stake]) -> None:
    """Numbers come out, and each category's share is parted among those who have so many of them."""
    pool, out = rules.equipment.pool, list[int]()
    for _ in range(pool.marks):
        out.append(int(await Drum(range(1, pool.numbers + 1), out, pool.article)))
    await Announce("result", (" ".join(map(str, sorted(out))),))
    sales, price = sum(stake.cents for stake in sold), table.settings.minimum
    winners: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for stake in sold:
        marks = [int(mark) for mark in tail_of(stake.bet).split("-")]
        winners[hits(marks, out)][stake.who] += stake.cents // price
    for name, category in rules.ranked:
        share = sales * category.share // 100
        if winners[category.hits]:
            await part(rules, table, category, share, winners[category.hits], name)
        elif share:
            await Announce("rolled", (name,))
            await Move(BANK, meter(ROLLED), share, rules.rollover.article)


async def part(
    rules: Rules, table: Table[Carry], category: Category, share: int, winners: dict[str, int], name: str
) -> None:
    """A category's share, and in the first what has rolled over, is parted by coupons."""
    coupons = sum(winners.values())
    first = name == rules.ranked[0][0]
    rolled = await standing(ROLLED, rules.rollover.article) if first else 0
    for who, count in winners.items():
        await Announce("won", (who, name))
        if share // coupons:
            rest = f"{share % coupons}/{coupons}" if share % coupons else ""
            await pay(table, who, share // coupons * count, category.article, rest)
        if rolled // coupons:
            rest = f"{rolled % coupons}/{coupons}" if rolled % coupons else ""
            await Move(meter(ROLLED), chips(who), rolled // coupons * count, rules.rollover.article, rest)


async def pay(table: Table[Carry], who: str, cents: int, article: str, rest: str = "") -> None:
    """A prize."""
    for move in cover(table, cents, article):
        await move
    await Move(BANK, chips(who), cents, article, rest)


PLAY = Play(1, play, Carry)
