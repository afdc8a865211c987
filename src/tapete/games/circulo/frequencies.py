"""How often each final hand comes in a variant, for every pack of its text, and what the house takes in an hour."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from tapete.engine.settings import Settings, idle, standard
from tapete.errors import TapeteError
from tapete.games.circulo.counting import NO_LOW, Deal, counted
from tapete.games.circulo.cuts import cap, chosen, session_base
from tapete.games.circulo.hands import HAND
from tapete.games.circulo.lasting import END
from tapete.games.circulo.rules import CAP, CUT, LEAST, MOST, PACK, SHARE, Rules, low_ranking, ranking
from tapete.games.circulo.settle import cut
from tapete.odds.frequency import Frequency, Take

LINES, FROM_HAND, HALF, HIGH, LOW = "lineas", "de-la-mano", "mitad", "alta", "baja"
HANDS = {"poker": "poquer"}  # the game and the hand share a word; rows say the hand's own


def frequencies(rules: Rules) -> list[Frequency]:
    """Every hand of every pack, the best first. In draw poker it is the hand as it is dealt."""
    option = rules.options.get(PACK)
    packs = option.values if option else (rules.equipment.cards.pack,)
    return [row for pack in packs for row in _of_pack(rules, pack)]


def _of_pack(rules: Rules, pack: str) -> Iterator[Frequency]:
    making = rules.making
    order = ranking(rules, standard(rules, options={PACK: pack} if PACK in rules.options else {})).order
    setting = {PACK: pack, LINES: str(making.boards), FROM_HAND: _from_hand(rules)}
    lowest = low_ranking(rules)
    halves = {HALF: HIGH} if lowest else {}
    deal = Deal(pack, order, making.own, making.board, making.from_hand or 0, low=False)
    for hand, count, of in _rows(deal):
        made = rules.hands.kinds[hand]
        told = HANDS.get(hand, hand)
        yield Frequency(rules.game, rules.region, told, made.name, made.article, count, of, setting | halves)
    if lowest and making.low:
        deal = Deal(pack, lowest.order, making.own, making.board, making.from_hand or 0, low=True)
        for hand, count, of in _rows(deal):
            article = making.article if hand == NO_LOW else making.low.article
            yield Frequency(rules.game, rules.region, hand, hand, article, count, of, setting | {HALF: LOW})


def _rows(deal: Deal) -> Iterator[tuple[str, int, int]]:
    counts = counted(deal)
    return ((hand, count, counts.of) for hand, count in reversed(counts.counts.items()))


def _from_hand(rules: Rules) -> str:
    """How many of the five cards are one's own: just so many, or from the fewest to the most."""
    making = rules.making
    fewest, most = max(0, HAND - making.board), min(making.own, HAND)
    if making.from_hand or fewest == most:
        return str(making.from_hand or most)
    return f"{fewest}-{most}"


class Hour(NamedTuple):
    """What an hour is taken to be: so many hands, players, and minimums in the pot of a hand, all of it matched."""

    hands: int = 30
    players: int = 8
    pot: int = 20


def takes(rules: Rules, options: Mapping[str, str], hour: Hour | None = None) -> list[Take]:
    """What the house takes in an hour by each of the text's cuts, at the least and at the most, or as it is chosen."""
    of, takes, lacks = hour or Hour(), [], False
    for name in [options[CUT]] if CUT in options else rules.options[CUT].values:
        for share in [options[SHARE]] if SHARE in options else (LEAST, MOST):
            asked = {**options, CUT: name, SHARE: share}
            settings = standard(rules, options=asked)
            rule, part = chosen(rules, settings)
            alone = any(idle(rules, asked))
            lacks = lacks or alone
            if rule.allows(part) and not alone:
                dealt = of._replace(players=min(of.players, rules.seating(asked)[0] or of.players))
                minimums = taken(rules, settings, dealt) / settings.minimum
                told = {**dealt._asdict(), **_paid_of(rules, settings)}
                setting = {key: asked[key] for key in (CUT, SHARE, CAP) if key in asked}
                takes.append(Take(rules.game, rules.region, name, rule.article, minimums, setting, told))
    if not takes and lacks:
        raise TapeteError("'{option}' counts only where the house takes its part otherwise", option=CAP)
    if not takes:
        raise TapeteError("the house may not take {share} per cent in that way", share=options[SHARE])
    return takes


def _paid_of(rules: Rules, settings: Settings) -> dict[str, int | float]:
    """Of how many minimums a session is paid: of the first stack or of the table's maximum."""
    rule, _ = chosen(rules, settings)
    if rule.each != "session":
        return {}
    base = Fraction(session_base(rules, settings), settings.minimum)
    return {rule.of: int(base) if base.denominator == 1 else float(base)}


def taken(rules: Rules, settings: Settings, hour: Hour) -> Fraction:
    """What the house takes in an hour, in cents. A session is an hour and the hands that are announced as its last.

    What each player pays is the share itself: chips that would round it out of what the text allows are no legal ones.
    """
    rule, share = chosen(rules, settings)
    if rule.of == "pot":
        part = cut(hour.pot * settings.minimum, share.numerator, share.denominator, settings.chip)
        most = cap(rules, settings)
        return Fraction(hour.hands * (part if most is None else min(part, most)))
    if rule.each == "session":
        last = rules.closing[END].announced_rounds
        return hour.players * share * session_base(rules, settings) * Fraction(hour.hands, hour.hands + last)
    return hour.hands * hour.players * share * settings.minimum
