"""Who plays for how much against the bank, and who takes the cards. Plain integers.

Players are names in order of priority, amounts are cents.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tapete.games.shared.bacara.money import half

ALONE, AGAIN, WITH_TABLE, LAST = "banco", "seguido", "con-la-mesa", "ultimo-completo"


def shares(amount: int, parts: Sequence[int]) -> list[int]:
    """An amount in proportion to what each put up; odd cents are the first one's.

    >>> shares(1000, [300, 300, 300]), shares(0, [5, 0]), shares(0, [0, 0])
    ([334, 333, 333], [0, 0], [0, 0])
    """
    whole = sum(parts) or 1
    whole_shares = [amount * part // whole for part in parts]
    return [whole_shares[0] + amount - sum(whole_shares), *whole_shares[1:]]


def given(amount: int, parts: Sequence[int]) -> list[int]:
    """An amount taken from what each put up, in proportion; odd cents from the first, as far as he has them.

    >>> given(1000, [1, 500, 500]), given(500, [300, 300])
    ([1, 500, 499], [250, 250])
    """
    whole = sum(parts) or 1
    given = [amount * part // whole for part in parts]
    odd = amount - sum(given)
    for number, part in enumerate(parts):
        more = min(odd, part - given[number])
        given[number] += more
        odd -= more
    return given


class Against(NamedTuple):
    """Who plays against the bank and for how much, who takes the cards, and who makes banco, if anybody does."""

    stakes: dict[str, int]
    holder: str
    bancos: tuple[str, ...] = ()

    @property
    def sole(self) -> tuple[str, ...]:
        """Who may call the bank again if it is lost: who made banco, or the only one who staked."""
        return self.bancos or (tuple(self.stakes) if len(self.stakes) == 1 else ())


def against(
    bank: int,
    chip: int,
    order: Sequence[str],
    stakes: Mapping[str, int],
    calls: Mapping[str, str],
    seated: Sequence[str] = (),
    former: str = "",
    callers: Sequence[str] = (),
) -> Against:
    """How the stakes and calls of all are admitted against a bank.

    A bank called again comes before one called first, a lone call before one in company, any of them before the bank
    with the table, and that before stakes alone, which are admitted by priority up to what the bank holds. `former` is
    who made banco against the last banker and has a right to these cards for any stake; `callers` is the order in which
    calls are heard, where somebody has no priority for them.

    >>> against(1000, 50, ["ana", "eva"], {"ana": 700, "eva": 700}, {})
    Against(stakes={'ana': 700, 'eva': 300}, holder='ana', bancos=())
    """
    callers = callers or order
    for kind in (AGAIN, ALONE):
        for who in callers:
            if calls.get(who) == kind:
                return Against({who: bank}, who, (who,))
    for who in callers:
        other = calls.get(who, "").removeprefix(f"{ALONE}:")
        if other in callers and calls.get(other) == f"{ALONE}:{who}":
            own = half(bank, chip)
            return Against({who: own, other: bank - own}, who, (who, other))
    caller = next((who for who in callers if calls.get(who) == WITH_TABLE), "")
    last = next((who for who in callers if caller and calls.get(who) == LAST), "")
    return _shared(bank, chip, order, stakes, (caller, last), seated, former)


def _shared(
    bank: int,
    chip: int,
    order: Sequence[str],
    stakes: Mapping[str, int],
    called: tuple[str, str],
    seated: Sequence[str],
    former: str,
) -> Against:
    """Stakes of several, with one who plays half of the bank and one who completes it, or without."""
    caller, last = called
    taken = {caller: half(bank, chip)} if caller else {}
    room = bank - sum(taken.values())
    for who in order:
        cents = min(stakes.get(who, 0), room) if who not in (caller, last) else 0
        if cents:
            taken[who] = cents
            room -= cents
    if last and room:
        taken[last] = room
    holder = former if former in taken else last if last in taken else caller or _highest(order, taken, seated)
    return Against(taken, holder)


def _highest(order: Sequence[str], stakes: Mapping[str, int], seated: Sequence[str]) -> str:
    """The highest stake of who sits or, if nobody who sits has staked, of all; of equal ones the first by priority."""
    able = [who for who in order if who in stakes and who in seated] or [who for who in order if who in stakes]
    return max(able, key=lambda who: stakes[who], default="")
