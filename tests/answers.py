"""The answers that the release ships: those that games ask for in the texts as they are.

`python -m tests.answers` works out what is missing or was counted by other sources, and drops what nobody asks for any
more.
"""

import contextlib
import functools
from collections.abc import Iterator
from itertools import permutations
from typing import Any
from unittest.mock import patch

from tapete.engine.settings import standard
from tapete.games import Game, games
from tapete.law.sections import BankRulebook
from tapete.odds import edges, kept, remembered, worth
from tapete.odds.report import BetOdds


@functools.cache
def questions() -> dict[str, tuple[kept.Kept[Any, Any], Any]]:
    """Every question that odds and guides ask in every region, by the name of its answer."""
    asked: dict[str, tuple[kept.Kept[Any, Any], Any]] = {}

    def ask(self: kept.Kept[Any, Any], facts: Any) -> Any:
        asked[self.key(facts)] = self, facts
        return answered(self, facts)

    answered = kept.Kept.__call__
    with patch.object(kept.Kept, "__call__", ask):
        for found in games():
            for region in found.regions:
                rules = found.rules(region)
                with contextlib.suppress(kept.Awaited):
                    if found.has("odds"):
                        found.odds(rules)
                    if found.has("frequencies"):
                        found.frequencies(rules)
                    found.guides(rules, standard(rules))
    return asked


def shipped() -> Iterator[str]:
    """The names of the answers that are shipped."""
    return (path.name for path in kept.SHIPPED.glob("*-*"))


def counted() -> dict[str, remembered.Counted]:
    """The odds of every rulebook as it is, and with each value that another region has instead."""
    shipped: dict[str, remembered.Counted] = {}

    def rows(found: Game, rules: BankRulebook) -> list[BetOdds]:
        odds = remembered.ready(found, rules) or found.odds(rules)
        lines = tuple(map(remembered.Line.of, odds))
        shipped[remembered.name(found, rules)] = remembered.Counted(remembered.counted_by(found.folder), lines)
        return odds

    with patch.object(edges, "rows", rows):
        for found in games():
            for region in found.regions if found.has("odds") else ():
                edges.edges(found, found.rules(region))
            for one, other in permutations(found.regions, 2) if found.has("odds") else ():
                worth.priced.__wrapped__(found, one, other)
    return shipped


def main() -> None:
    """Makes what is shipped what is asked for."""
    remembered.SHIPPED.write_bytes(remembered.pack(counted()))
    wanted = questions()
    kept.SHIPPED.mkdir(exist_ok=True)
    for name in set(shipped()) - wanted.keys():
        (kept.SHIPPED / name).unlink()
    for name in wanted.keys() - set(shipped()):
        function, facts = wanted[name]
        (kept.SHIPPED / name).write_bytes(function.work_out(facts))


if __name__ == "__main__":
    main()
