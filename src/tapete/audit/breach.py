"""A breach: where, by which article, what is wrong and what would be right."""

from typing import Any, NamedTuple


class Breach(NamedTuple):
    """`where` is a key of a table's file or a line of a log; `right` says what the law would have."""

    where: str
    article: str
    what: str
    right: str

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return self._asdict()
