"""What a rulebook and a table's settings come to for each of its hands: worked out once, in whole chips."""

import functools

import msgspec

from tapete.engine.settings import Settings
from tapete.games.circulo.cuts import cap, chosen, hand_fee
from tapete.games.circulo.lasting import manos
from tapete.games.circulo.rules import (
    ANTE,
    EARLY,
    SCHEME,
    YES,
    Post,
    Rules,
    Scheme,
    Street,
    antes,
    first_deal,
    pack,
    posts,
)
from tapete.law.sections import Cut
from tapete.law.values import values
from tapete.money import Ratio


class Terms(msgspec.Struct, frozen=True):
    """What a table plays for and with. `law` has the rulebook's values, `streets` its intervals.

    `share` is the house's part of a pot and `cap` its most, `fee` what a hand costs each. `posts` are the stakes before
    the cards round the table, `dues` how much each is, `entries` by which articles one comes in with one; `ante` is
    everybody's, if there is one. `opened`: somebody opens before the cards with as much as he likes. `early`: a common
    card is turned with the deal. `served`: for how many the pack is enough. `manos`: how often each who begins is to
    have the mano. `slow`: by which article the croupier warns who is slow, if the text has him warn.
    """

    law: Rules
    streets: dict[str, Street]
    scheme: Scheme
    cut: Cut
    share: tuple[int, int]
    cap: int | None
    fee: int
    posts: dict[str, Post]
    dues: dict[str, int]
    entries: dict[str, str]
    ante: int
    opened: bool
    early: bool
    served: int
    manos: int
    slow: str


@functools.lru_cache(maxsize=64)
def terms(rules: Rules, settings: Settings) -> Terms:
    """The terms of a table."""
    cut, share = chosen(rules, settings)
    ante = antes(rules, settings)
    law = values(rules)
    return Terms(
        law,
        values(rules.intervals),
        law.schemes[rules.option(settings, SCHEME)],
        values(cut),
        (share.numerator, share.denominator) if cut.of == "pot" else (0, 1),
        cap(rules, settings),
        hand_fee(rules, settings)[0],
        values(posts(rules, settings)),
        {name: _chips(post.amount, settings) for name, post in rules.posts.items()},
        _entries(rules),
        min(_chips(Ratio.part(rules.option(settings, ANTE)), settings), _chips(ante.up_to, settings)) if ante else 0,
        any(post.more for post in rules.posts.values()),
        rules.option(settings, EARLY) == YES,
        len(pack(rules, settings)) // first_deal(rules),
        manos(rules, settings),
        rules.rulings[rules.slow].article if rules.slow else "",
    )


def _chips(share: Ratio, settings: Settings) -> int:
    """A share of the minimum in whole chips, one at least."""
    return max(settings.chip, share.pay(settings.minimum) // settings.chip * settings.chip)


def _entries(rules: Rules) -> dict[str, str]:
    """By which article somebody comes in with a stake: back with the small one, anew with the great one."""
    rule, names = rules.entering, sorted(rules.posts, key=lambda name: rules.posts[name].seat)
    return {names[0]: rule.back.article, names[-1]: rule.new.article} if rule else {}
