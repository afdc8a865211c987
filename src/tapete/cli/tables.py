"""`check`, `audit` and `verify`: is it legal, and was chance honest?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tapete.audit.breach import Breach
from tapete.cli.output import answer, say, table

if TYPE_CHECKING:
    from tapete.audit.editions import Kept

Given = Annotated[
    Path | None,
    Parameter(
        help="A file with editions of the rules that you vouch for, as a log of a table you trust. Without it, a log "
        "by another edition than this release's is not proved."
    ),
]
UNKNOWN = "By an edition that only the log vouches for: --editions FILE takes those that you vouch for."


def check(file: Annotated[Path, Parameter(name="FILE.toml")], /) -> int:
    """Is it legal here: a table, a casino with all its tables, a tournament? Of a raffle or a bet also what it is.

    Each breach comes with its article.

    Parameters
    ----------
    file
        The table: game, region, minimum, and what else is to be checked: docs/table.md. Or a casino, a region and its
        tables: docs/casino.md. Or a tournament with its bases: docs/tournaments.md. Or a description of a bingo
        room, a machine, a bet, a lottery, tickets, a raffle, a tombola or a promotion: docs/draws.md.
    """
    from tapete.audit.file import checked
    from tapete.audit.table import load

    verdict = checked(load(file), str(file))
    about = verdict.about

    def shown() -> None:
        for what, article in verdict.is_ or ():
            say(f"It is: {what} ({article}).")
        what = about.get("game") or _count(about["tables"], "table")
        _show(verdict.breaches, f"Legal: {what} in {about['region']}.")

    answer(verdict.as_json(), shown)
    return 1 if verdict.breaches else 0


def audit(file: Annotated[Path, Parameter(name="LOG.jsonl")], /, *, editions: Given = None) -> int:
    """Are these rounds legal and rightly paid? Each breach with its article.

    Parameters
    ----------
    file
        A log of rounds, as `tapete play --log` writes it. docs/transcript.md has its lines.
    """
    from tapete.audit.log import audit_file

    report = audit_file(file, _kept(editions))
    notes = report.notes if report.own else [UNKNOWN, *report.notes]
    data = {
        "rounds": report.rounds,
        "inputs": report.inputs,
        "clean": report.clean,
        "breaches": [breach.as_json() for breach in report.breaches],
        "notes": notes,
    }

    def shown() -> None:
        counted = f"{_count(report.rounds, 'round')}, {_count(report.inputs, 'input')}"
        _show(report.breaches, f"{'Clean' if report.own else 'Not proved'}: {counted}, replayed to the byte.")
        for note in notes:
            say(note)

    answer(data, shown)
    return 0 if report.clean else 1


def verify(file: Annotated[Path, Parameter(name="LOG.jsonl")], /, *, editions: Given = None) -> int:
    """Was chance honest? Commitments, draws, shown cards and hashes of a log, without playing it.

    Parameters
    ----------
    file
        A log of rounds, or the lines of one as a player is shown them. docs/transcript.md says how it is done.
    """
    from tapete.audit.verify import verify_file

    proof = verify_file(file, _kept(editions))
    data = {**proof._asdict(), "honest": proof.honest, "breaches": [one.as_json() for one in proof.breaches]}

    def shown() -> None:
        seeds = _count(proof.seeds, "commitment")
        counted = f"{_count(proof.rounds, 'round')}, {seeds}, {_count(proof.draws, 'draw')}"
        _show(proof.breaches, f"{'Honest' if proof.own else 'Not proved'}: {counted}.")
        if not proof.own:
            say(UNKNOWN)
        if proof.proofs:
            say(f"{_count(proof.proofs, 'shown card')}, each proved by its leaf.")
        if proof.unchecked:
            say(f"{_count(proof.unchecked, 'fall')} that no seed can prove: entered by hand, or the seed is not shown.")

    answer(data, shown)
    return 0 if proof.honest else 1


def _kept(editions: Path | None) -> "Kept":
    from tapete.audit.editions import none_kept, vouched

    return vouched(editions) if editions else none_kept


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('ch') else 's'}"


def _show(breaches: list[Breach], fine: str) -> None:
    if breaches:
        table(_count(len(breaches), "breach"), ["where", "article", "is", "should be"], breaches)
    else:
        say(fine)
