"""Blackjack and triple blackjack: one round, from the stakes to the last payment."""

from tapete.engine.places import stakes
from tapete.engine.requests import Announce, Shift
from tapete.engine.round import Play
from tapete.engine.settlement import Due, due, settle
from tapete.engine.table import Table
from tapete.games.blackjack.beside import beside, settle_sevens, settle_two_cards
from tapete.games.blackjack.hands import Coup, Hand, deal, play_hands
from tapete.games.blackjack.offers import offer_insurance, offer_surrender
from tapete.games.blackjack.pot import OwnPot, Pot
from tapete.games.blackjack.rules import INSURANCE, MAIN, SEVENS, Rules, spot_of
from tapete.games.blackjack.sabot import DISCARDS, Carry, Sabot
from tapete.games.blackjack.settle import (
    bank_draws,
    comes_back,
    insurance_back,
    is_blackjack,
    is_three_sevens,
    points,
    three_sevens_back,
)
from tapete.games.blackjack.squares import Squares


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One round; what accumulates may be won at other tables too."""
    return await play_for(Pot(rules, table), rules, table)


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """One round, as it was played when what accumulated was the table's own."""
    return await play_for(OwnPot(rules, table), rules, table)


async def play_for(pot: Pot, rules: Rules, table: Table[Carry]) -> Carry:
    """One round, from the stakes to the last payment."""
    sabot = Sabot(rules, table)
    await sabot.prepare()
    await pot.begin()
    squares = Squares(rules, table)
    await Announce("open")
    await squares.take_stakes()
    await Announce("close")
    coup = Coup.of(rules, table, sabot, pot)
    if coup.posts:
        await pot.feed(stake for _, stake in beside(coup, SEVENS))
        await deal(coup)
        await settle_two_cards(coup)
        await offer_before_third_cards(coup)
        await play_hands(coup)
        if coup.bank_ace and coup.terms.insurance == "before-bank-card":
            await offer_insurance(coup)
        for row in range(1, rules.rows + 1):
            await play_row(coup, row)
    return sabot.carry_on(squares.last.remaining(sabot.last), squares.guests)


async def offer_before_third_cards(coup: Coup) -> None:
    """The bank's ace is insured against; against anything else a hand may be given up, where the house admits it."""
    if coup.bank_ace:
        if coup.terms.insurance == "before-third-cards":
            await offer_insurance(coup)
    elif coup.terms.surrender:
        await offer_surrender(coup)


async def play_row(coup: Coup, row: int) -> None:
    """The bank plays for one square of every hand and settles it; sevens are settled with the first."""
    if row > 1:
        await keep_first_card(coup, row)
    await play_bank(coup, row)
    dues = [*stakes_due(coup, row), *insurance_due(coup, row)]
    await settle(coup.table, coup.rules.settlement, dues)
    if row == 1:
        await settle_sevens(coup)


async def keep_first_card(coup: Coup, row: int) -> None:
    """For the next squares the bank puts away all its cards but the first."""
    await Announce("row", (str(row),))
    for card in coup.bank[1:]:
        await Shift(coup.sabot.show(card), "banca", DISCARDS)
    del coup.bank[1:]


async def play_bank(coup: Coup, row: int) -> None:
    """The bank draws to 17 if anybody is left to play against, and one card if there is only an insurance to decide."""
    rivals = any(True for _ in coup.wagers(row))
    insurances = insurance_due(coup, row)
    if not rivals and not insurances:
        return
    article = coup.rules.bank.article
    coup.bank.append(await coup.sabot.card("banca", next_card(coup.rules, row, rivals=rivals)))
    if not is_blackjack(coup.bank_values, split=False):
        await settle(coup.table, coup.rules.settlement, insurance_due(coup, row))
        while rivals and bank_draws(coup.bank_values):
            coup.bank.append(await coup.sabot.card("banca", article))
    await Announce("result", (call(coup),))


def next_card(rules: Rules, row: int, *, rivals: bool) -> str:
    """The article by which the bank takes a card to its first: to play, anew for a further square, or for insurances
    of hands that are over.
    """
    if not rivals:
        return rules.insurance.after_bust.article
    return (rules.triple.anew if rules.triple and row > 1 else rules.bank).article


def call(coup: Coup) -> str:
    """What the croupier announces of the bank."""
    if is_blackjack(coup.bank_values, split=False):
        return "blackjack"
    total = points(coup.bank_values)[0]
    return f"{total}, pasa" if total > 21 else str(total)


def stakes_due(coup: Coup, row: int) -> list[Due]:
    """What becomes of every stake still on a square, from right to left."""
    stakes_due = []
    for _, hand, wager in coup.wagers(row):
        article, back = outcome(coup, hand, row)
        stakes_due.append(due(coup.stake(wager), MAIN, article, back, stays=False))
    return stakes_due


def outcome(coup: Coup, hand: Hand, row: int) -> tuple[str, tuple[int, int]]:
    """What a hand brings back against the bank's, and by which article."""
    rules, terms, bank = coup.rules, coup.terms, coup.bank_values
    prizes, bank_blackjack = rules.bets[MAIN].prizes, is_blackjack(bank, split=False)
    if terms.three_sevens and is_three_sevens(hand.values):
        back = three_sevens_back(bank_blackjack, is_three_sevens(bank), *terms.three_sevens)
        return prizes["tres-sietes"].article, back
    total, bank_total = hand.total(terms.ace_counts_one_when_doubling), points(bank)[0]
    back = comes_back(total, hand.blackjack, bank_total, bank_blackjack, *terms.blackjack)
    if hand.blackjack:
        return prizes["blackjack"].article, back
    if bank_blackjack:
        return rules.bank.blackjack.article, back
    if rules.triple and row > 1:
        return rules.triple.rows[str(row)].article, back
    return (rules.bank.bust if bank_total > 21 else rules.bank.compares).article, back


def insurance_due(coup: Coup, row: int) -> list[Due]:
    """What becomes of the insurances of a square, from right to left."""
    bet = coup.rules.bets[INSURANCE]
    back = insurance_back(is_blackjack(coup.bank_values, split=False), *bet.pays)
    lying = [stake for stake in stakes(coup.table.places) if stake.bet.startswith(INSURANCE)]
    return [
        due(stake, INSURANCE, bet.article, back, stays=False)
        for post in reversed(coup.posts)
        for stake in lying
        if stake.bet == spot_of(coup.rules, INSURANCE, post.number, row)
    ]


PLAY = Play(2, play, Carry, earlier=(Play(1, play_1, Carry),))
