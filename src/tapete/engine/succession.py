"""How one round follows another: the one place where the next header is made, for a session, a floor and an audit."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.engine.chance import Source
from tapete.engine.record import Record
from tapete.engine.round import Play
from tapete.engine.sealed import Sealing
from tapete.engine.settings import Settings
from tapete.engine.transcript import FORMAT, Header
from tapete.engine.views import purse
from tapete.errors import IllegalAction
from tapete.law.sections import BankRulebook

FIRST = "0" * 64


class Left(msgspec.Struct, frozen=True):
    """What a round leaves to the next: what it hands on, its hash, and the settings it was played under."""

    carry: dict[str, Any] = {}
    hash: str = FIRST
    settings: Settings | None = None


def left_by(last: Record | None) -> Left:
    """What the last round left, if there was one."""
    return Left(last.carried, last.hash, last.header.settings) if last else Left()


def carried(left: Left, settings: Settings) -> dict[str, Any]:
    """What the next round takes over; once the announced last rounds are played, only under other settings."""
    if left.carry.get("remaining") != 0:
        return left.carry
    if left.carry.get("ending"):
        raise IllegalAction("the announced last rounds are played, and with them the session: the table is closed")
    if settings == left.settings:
        raise IllegalAction("the announced last rounds are played: the table needs new limits, or it is closed")
    return {key: value for key, value in left.carry.items() if key != "remaining"}


def next_header(
    play: Play,
    rules: BankRulebook,
    settings: Settings,
    players: tuple[str, ...],
    places: dict[str, int],
    left: Left,
    chance: Source | None,
    salt: str,
    adopted: str = "",
    brought: Mapping[str, str] | None = None,
    house: str | msgspec.UnsetType = msgspec.UNSET,
) -> Header:
    """The header of the round that takes up where the last one ended."""
    balances = {path: cents for path, cents in places.items() if cents}
    carry = carried(left, settings)
    return Header(
        FORMAT,
        rules.game,
        rules.region,
        play.version,
        rules.digest,
        rules.choices,
        settings,
        players,
        balances,
        carry,
        left.hash,
        salt,
        chance.commitment if chance else "",
        purse(balances, salt),
        _sealing(play, rules, settings, carry, chance),
        adopted,
        dict(sorted(brought.items())) if brought else msgspec.UNSET,
        house,
    )


def _sealing(
    play: Play, rules: BankRulebook, settings: Settings, carry: dict[str, Any], chance: Source | None
) -> Sealing | None:
    stock = play.stock(rules, settings, carry)
    if stock is None:
        return None
    order = chance.order(stock) if chance else None
    return Sealing(stock.kind, stock.packs, stock.seen, order.leaves if order else ())
