"""`check` and `audit`: is it legal?"""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tapete.audit.breach import Breach
from tapete.cli.output import answer, say, table


def check(file: Annotated[Path, Parameter(name="TABLE.toml")]) -> int:
    """Is this table legal here? Each breach with its article.

    Parameters
    ----------
    file
        The table: game, region, minimum, and what else is to be checked. docs/table.md has the keys.
    """
    from tapete.audit.table import check as breaches_of
    from tapete.audit.table import read

    found = read(file)
    breaches = breaches_of(found)
    data = {
        "game": found.game,
        "region": found.region,
        "legal": not breaches,
        "breaches": [b.as_json() for b in breaches],
    }
    answer(data, lambda: _show(breaches, f"Legal: {found.game} in {found.region}."))
    return 1 if breaches else 0


def audit(file: Annotated[Path, Parameter(name="LOG.jsonl")]) -> int:
    """Are these rounds legal and rightly paid? Each breach with its article.

    Parameters
    ----------
    file
        A log of rounds, as `tapete play --log` writes it. docs/transcript.md has its lines.
    """
    from tapete.audit.log import audit_file

    report = audit_file(file)
    data = {
        "rounds": report.rounds,
        "inputs": report.inputs,
        "clean": not report.breaches,
        "breaches": [breach.as_json() for breach in report.breaches],
        "notes": report.notes,
    }

    def shown() -> None:
        _show(report.breaches, f"Clean: {report.rounds} rounds, {report.inputs} inputs, replayed to the byte.")
        for note in report.notes:
            say(note)

    answer(data, shown)
    return 1 if report.breaches else 0


def _show(breaches: list[Breach], fine: str) -> None:
    if breaches:
        table(f"{len(breaches)} breaches", ["where", "article", "is", "should be"], breaches)
    else:
        say(fine)
