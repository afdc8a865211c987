"""`odds --strategy`: best play as rules in words and as tables in which every case is looked up."""

from collections.abc import Collection, Mapping

from tapete.cli.arguments import only_region, ruled
from tapete.cli.output import answer, percent, progress, say, table
from tapete.errors import TapeteError
from tapete.games import game
from tapete.odds.guide import Cell, Guide
from tapete.odds.kept import watched

FEW = 4  # columns in which options are written out


def strategy(name: str | None, region: str | None, chosen: dict[str, str]) -> None:
    """Every table of best play of a game, in one region or in all, under the options of the house that are chosen."""
    from tapete.engine.settings import standard

    if name is None:
        raise TapeteError("{option} is for one game: say which", option="--strategy")
    its_game = game(name)
    if not its_game.has("guide"):
        raise TapeteError(f"there are no tables of best play for {its_game.id}")
    where = region or only_region(its_game)
    rules, options = ruled(its_game, where, chosen)
    with progress("counting deals") as tell, watched(tell):
        guides = its_game.guides(rules, standard(rules, options=options))

    def show() -> None:
        for guide in guides:
            _show(f"{its_game.id} in {where}: {guide.name}", guide)

    answer([{"game": its_game.id, "region": where, **guide.as_json()} for guide in guides], show)


def _show(title: str, guide: Guide) -> None:
    """What is best in every case or, where that is one thing or nothing, what the one thing is worth; then the rule."""
    short = _short({option for cells in guide.rows.values() for cell in cells for option in cell})
    written = short if len(guide.columns) > FEW else {option: option for option in short}
    lines = [(row, *(_cell(guide, cell, written) for cell in cells)) for row, cells in guide.rows.items()]
    across = "" if len(guide.columns) == 1 else f", by {guide.across}"
    worth = f", what {guide.priced} is worth" if guide.priced else ""
    table(f"{title}{across}{worth}", [guide.down, *guide.columns], lines, guide.columns if guide.priced else ())
    if written is short and not guide.priced:
        say(", ".join(f"{letters}: {option}" for option, letters in sorted(short.items())) + ".")
    if guide.note:
        say(f"{guide.note}.")


def _cell(guide: Guide, cell: Cell, written: Mapping[str, str]) -> str:
    return percent(cell[guide.priced], 2) if guide.priced else written[guide.best(cell)]


def _short(options: Collection[str]) -> dict[str, str]:
    """Each option by as many letters as tell it from the others.

    >>> sorted(_short({"pedir", "plantarse", "doblar"}).items())
    [('doblar', 'd'), ('pedir', 'pe'), ('plantarse', 'pl')]
    """

    def letters(option: str) -> str:
        starts = (option[:count] for count in range(1, len(option)))
        alone = (start for start in starts if sum(other.startswith(start) for other in options) == 1)
        return next(alone, option)

    return {option: letters(option) for option in options}
