"""What a table may be opened as or changed to: what the law allows, within its authorisation, announced in time."""

import msgspec

from tapete.audit.breach import Breach
from tapete.audit.table import TableFile, check
from tapete.engine.lasting import changed_in_game, goes_on
from tapete.engine.settings import authorised_still
from tapete.errors import IllegalAction, Said, TapeteError, Word
from tapete.floor.editions import Known
from tapete.floor.standing import GameTable, Standing
from tapete.law.house import house
from tapete.law.sections import BankRulebook
from tapete.money import format_cents

LONGEST = 3600  # seconds that a table which runs by itself may wait
TABLE, BASES = Said("not a legal table"), Said("not a legal tournament")


class Illegal(TapeteError):
    """A table, or the bases of a tournament, that the law does not allow, with every breach."""

    def __init__(self, breaches: list[Breach], this: Said = TABLE) -> None:
        self.breaches = breaches
        first = breaches[0]
        said = {**first._asdict(), "article": first.article.removeprefix("art. ")}
        super().__init__("{this}: {where}: {what}; it must be {right} (art. {article})", this=this, **said)


def check_legal(file: TableFile, rules: BankRulebook | None = None) -> None:
    """Raises what is wrong with a table that somebody wants to open or change."""
    breaches = check(file, rules)
    if breaches:
        raise Illegal(breaches)


def still_authorised(table: GameTable, file: TableFile) -> TableFile:
    """A table's new file with the minimum or the band that is authorised for it, which no change of limits changes."""
    due, most = authorised_still(table.rules, table.settings), table.settings.authorised_most
    if most and file.authorised_most not in (0, most):
        raise IllegalAction(
            "the authorised band of this table ends at {amount}, and its limits change within it",
            table.rules.minimum.article,
            amount=format_cents(most),
        )
    if due and file.authorised not in (0, due):
        raise IllegalAction(
            "the authorised minimum of this table is {amount}, and its limits change without it",
            table.rules.minimum.article,
            amount=format_cents(due),
        )
    most = most or file.authorised_most
    return file.model_copy(update={"authorised_minimum": (due, most) if most else due}) if due else file


def check_announced(standing: Standing, file: TableFile) -> None:
    """Where a text has a change of limits announced some rounds ahead, they must have been announced and played."""
    rule, last, old, new = standing.table.rules.minimum, standing.round, standing.table.settings, file.settings()
    same = (old.minimum, old.maximum, old.minimums) == (new.minimum, new.maximum, new.minimums)
    if last is None or not (rule.announced_rounds or rule.announced_shoe) or same:
        return
    if not last.finished or last.carried.get("remaining", -1) != 0:
        if rule.announced_shoe:
            raise IllegalAction("the last shoe must be announced and played before the limits change", rule.article)
        raise IllegalAction(
            "the last {rounds} rounds must be announced and played before the limits change",
            rule.article,
            rounds=rule.announced_rounds,
        )


def check_beforehand(standing: Standing, file: TableFile) -> None:
    """What the house chooses before a game begins stays as it is until that is over."""
    last, sitting = standing.round, [seat.name for seat in standing.sitting]
    for option in changed_in_game(standing.table.rules, standing.table.settings, file.settings()):
        if last is not None and goes_on(last.carried, sitting):
            raise IllegalAction("this is chosen before a game begins, and one is being played", option.article)


def check_kind(table: GameTable, file: TableFile) -> None:
    """A table of which the text has so many, in sessions of its own, is opened as one, and stays it until it closes."""
    own = house(table.region)
    for name, rule in own.most_tables.items() if own and table.counts else ():
        if rule.concerns(table.rules, table.settings) != rule.concerns(table.rules, file.settings()):
            raise IllegalAction(
                "a table is opened with {what} or without, and stays so: close it and open another",
                rule.article,
                what=Word(name),
            )


def check_automatic(physical: bool, seconds: int) -> None:
    """A table can only run by itself where chance is not in somebody's hands."""
    if not 0 <= seconds <= LONGEST:
        raise TapeteError(
            "a table goes on by itself after 1 to {most} seconds, or not at all with 0, not {seconds}",
            most=LONGEST,
            seconds=seconds,
        )
    if seconds and physical:
        raise TapeteError("a physical table needs a croupier: let one with live chance run by itself")


def check_carry(standing: Standing, own: Known) -> None:
    """What the last round hands on must be something that the new procedure can take."""
    assert own.play is not None
    try:
        msgspec.convert(standing.round.carried if standing.round else {}, own.play.carry)
    except msgspec.ValidationError as error:
        raise IllegalAction(
            "what the last round hands on does not fit the new edition: {why}; close the table and open another",
            why=error,
        ) from None
