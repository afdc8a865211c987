"""The law of a moment: the article by which a table waits, and those by which somebody may do what is open to them."""

from collections.abc import Sequence
from typing import NamedTuple

from tapete.engine.window import Option
from tapete.law.sections import BankRulebook
from tapete.web.tables.telling import amounting, doing, verb
from tapete.wording import capital

SEVERAL = 3  # things of one kind that are said by their kind alone


class Cited(NamedTuple):
    """Something that holds now, and its article."""

    text: str
    article: str


def cited(rules: BankRulebook, waits: str, article: str | None, options: Sequence[Option]) -> list[Cited]:
    """What the table waits for, then what is open, once for each article."""
    cited_now = [(waits, article)] if article else []
    by_kind: dict[tuple[str, str], list[Option]] = {}
    for item in options:
        by_kind.setdefault((item.do, item.article), []).append(item)
    for (do, cited_by), items in by_kind.items():
        names = [amounting(doing(rules, item.do, item.on), item.lo < item.hi) for item in items]
        cited_now.append((verb(rules, do) if len(items) >= SEVERAL else ", ".join(names), cited_by))
    return [Cited(capital(text), by) for text, by in cited_now if by]
