"""What to do at 31 to 31, and whether to insure a stake against it."""

from fractions import Fraction

from tapete.engine.settings import Settings
from tapete.games.shared.prision import guide as prision
from tapete.games.treinta_cuarenta.odds import LATER, Coup, full, odds
from tapete.games.treinta_cuarenta.rules import CHANCES, INSURANCE, Rules, pays
from tapete.odds.guide import Guide


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """From a full shoe."""
    return [at_31(rules), insuring(rules)]


def at_31(rules: Rules) -> Guide:
    """Half or prison. Later coups are not those of a full shoe, so what prison is worth is not exact."""
    coup = Coup(rules, full(rules))
    guide = prision.guide("refait", rules.zero, {name: coup.weights(name) for name in CHANCES}, pays(rules))
    rows = {
        row: tuple({**cell, "prision": float(cell["prision"])} for cell in cells) for row, cells in guide.rows.items()
    }
    return guide._replace(rows=rows, note=LATER)


def insuring(rules: Rules) -> Guide:
    """The insurance, for each unit of its premium, by what becomes of that; beside a stake of which half is taken."""
    insured = [row for row in odds(rules) if row.bet == INSURANCE]
    rows = {row.setting["prima"]: ({"asegurar": -row.figures.edge, "no-asegurar": Fraction(0)},) for row in insured}
    articles = {row.setting["prima"]: row.article for row in insured}
    return Guide(INSURANCE, "prima", "bet", (",".join(CHANCES),), rows, articles, "asegurar", insured[0].note)
