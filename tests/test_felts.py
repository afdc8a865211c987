"""Felts live with their games: what draws them, colours what fell and names acts knows no game by name."""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import tapete
from tapete import i18n
from tapete.cli.felt import felt, rows_of
from tapete.engine.settings import standard
from tapete.engine.stakes import Layout
from tapete.games import game, games
from tapete.games.folders import FOLDERS
from tapete.games.shared.felt.geometry import Place, Rect
from tapete.i18n import law
from tapete.money import format_cents
from tapete.web.tables.telling import label, printed
from tapete.words import examples, read_stake

SOURCE = Path(tapete.__file__).parent
EVERYWHERE = [(found.id, region) for found in games() for region in found.regions]
STAKED = [(name, region) for name, region in EVERYWHERE if game(name).folder != "circulo"]  # against the house
SOLD = ("papeletas", "maquinas", "apuestas")  # one thing to buy, or what is only described: nothing to choose on a felt
OUTSIDE = sorted(path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] != "games")
NAMES = {*FOLDERS, *FOLDERS.values()}


# Nothing outside the games names one


def imported(tree: ast.Module) -> Iterator[str]:
    """Every module that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def said(tree: ast.Module) -> Iterator[str]:
    """Every text in a file, but for those that stand by themselves as docstrings do."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def of_a_game(module: str) -> bool:
    return any(f"{module}.".startswith(f"tapete.games.{folder}.") for folder in FOLDERS.values())


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_nothing_outside_the_games_imports_or_names_one(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [module for module in imported(tree) if of_a_game(module)] == []
    assert [text for text in said(tree) if text in NAMES] == []


def test_templates_styles_and_scripts_name_no_game() -> None:
    pages = [path for kind in ("html", "css", "js", "typ") for path in (SOURCE / "web").rglob(f"*.{kind}")]
    own = [path for path in pages if "vendor" not in path.parts]
    assert len(own) > 40
    names = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, NAMES))})(?![\w-])")
    assert [(path.name, found) for path in own for found in names.findall(path.read_text(encoding="utf-8"))] == []


def test_felts_import_nothing_from_above() -> None:
    """What draws felts lies below pages and commands: dependencies point downwards."""
    drawing = [*(SOURCE / "games").glob("*/felt.py"), *(SOURCE / "games" / "shared" / "felt").glob("*.py")]
    assert len(drawing) > 10
    for path in drawing:
        modules = list(imported(ast.parse(path.read_text(encoding="utf-8"))))
        above = ("tapete.web", "tapete.cli", "tapete.floor", "tapete.audit", "tapete.words", "tapete.drills")
        assert [module for module in modules if module.startswith(above)] == [], path


# What a game's felt says


@pytest.mark.parametrize(("name", "region"), STAKED)
def test_examples_are_stakes_that_the_felt_takes(name: str, region: str) -> None:
    found = game(name)
    rules = found.rules(region)
    layout = found.layout(rules, standard(rules))
    shown = examples(layout, found.examples)
    assert len(shown) >= (len(layout) if FOLDERS[name] in SOLD else 2)
    for text in shown:
        spot, cents = read_stake(layout, text)
        assert layout[spot].limits.admits(cents)


def test_every_example_is_taken_somewhere() -> None:
    """Games of one folder share their examples; each of them is a bet of one at least."""
    layouts: dict[str, list[Layout]] = {}
    for name, region in EVERYWHERE:
        rules = game(name).rules(region)
        chosen = [{id: value} for id, option in rules.options.items() for value in option.values]
        tables = [game(name).layout(rules, standard(rules, options=options)) for options in ({}, *chosen)]
        layouts.setdefault(FOLDERS[name], []).extend(tables)
    for found in games():
        for example in found.examples:
            assert any(examples(layout, [example])[0].startswith(f"{example} ") for layout in layouts[found.folder])


@pytest.mark.parametrize(
    ("name", "fell", "colour"),
    [
        ("ruleta-francesa", "0", "verde"),
        ("ruleta-francesa", "17", "negro"),
        ("ruleta-americana", "18", "rojo"),
        ("ruleta-doble-cero", "00", "verde"),
        ("bola", "5", "neutral"),
        ("bola", "1", "negro"),
        ("bola", "2", "rojo"),
        ("ruleta-fortuna", "joker-negro", "negro"),
        ("ruleta-fortuna", "joker-rojo", "rojo"),
        ("ruleta-fortuna", "24", ""),
        ("dados", "3-4", ""),
    ],
)
def test_what_fell_has_the_colour_of_its_game(name: str, fell: str, colour: str) -> None:
    found = game(name)
    assert found.result(found.rules(found.regions[0]), fell) == (fell, colour)


NUMBERS = (4, 5, 6, 8, 9, 10)


@pytest.mark.parametrize(
    ("name", "thrown", "won"),
    [
        ("banca-francesa", "3 3 1", {"pequeno", "pequeno-borde"}),
        ("banca-francesa", "6 5 5", {"grande", "grande-borde"}),
        ("banca-francesa", "1 1 1", {"ases"}),
        ("banca-francesa", "3 3 2", set()),  # no bet covers eight
        ("dados", "2 5", {"juego-de-7", *(f"wrong-bet:{number}" for number in NUMBERS)}),
        ("dados", "2 2", {"field", "under-7", "hard-ways:4", "right-bet:4"}),
        ("dados", "3 1", {"field", "under-7", "right-bet:4"}),
        ("dados", "6 6", {"field", "over-7", "any-craps", "craps-12", "horn"}),
        ("dados", "4 4", {"over-7", "big-8", "hard-ways:8", "right-bet:8"}),
    ],
)
def test_what_a_throw_alone_decides_is_marked_whoever_has_bet_on_it(name: str, thrown: str, won: set[str]) -> None:
    found = game(name)
    assert found.winners(found.rules("extremadura"), thrown) == won


@pytest.mark.parametrize(
    ("name", "region", "spot", "pays"),
    [
        ("tripoker", "extremadura", "fortuna", "Fortuna, hasta 40 a 1"),
        ("tripoker", "pais-vasco", "par-plus", "Par plus, hasta 50 a 1"),
        ("texas-bonus", "extremadura", "bonus", "Bonus, hasta 1000 a 1"),
        ("texas-poker", "pais-vasco", "ante", "Ante, hasta 100 a 1"),
        ("texas-poker", "pais-vasco", "txb", "Texas bonus (TXB), 7 a 1 · 25 a 1"),
        ("poker-cuatro-cartas", "extremadura", "ases", "Ases, hasta 40 a 1"),
        ("trijoker", "galicia", "apuesta:2", "Apuesta 2, hasta 500 a 1"),
        ("blackjack", "extremadura", "casilla:3", "Casilla 3, 1 a 1 · 3 a 2"),
    ],
)
def test_a_bet_that_pays_by_the_hand_says_each_of_its_ratios_or_the_greatest(
    name: str, region: str, spot: str, pays: str
) -> None:
    """As the texts' tables have them, and never as if it paid once the stake whatever one holds."""
    found = game(name)
    rules = found.rules(region)
    with i18n.speaking("es"):
        assert label(rules, found.layout(rules, standard(rules))[spot]) == pays


# The terminal


def lettered(name: str, region: str, width: int, places: dict[str, int]) -> str:
    """The felt of a standard table as a terminal of this width shows it."""
    found = game(name)
    rules = found.rules(region)
    settings = standard(rules)
    screen = io.StringIO()
    console = Console(file=screen, width=width, color_system=None, highlight=False)
    console.print(felt(rules.title, found.felt(rules, settings), found.layout(rules, settings), places))
    return screen.getvalue()


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
@pytest.mark.parametrize("width", [60, 80, 140])
def test_all_chips_are_seen_in_any_terminal_and_no_line_is_too_long(name: str, region: str, width: int) -> None:
    rules = game(name).rules(region)
    amounts = {spot: (1001 + i) * 100 for i, spot in enumerate(game(name).layout(rules, standard(rules)))}
    shown = lettered(name, region, width, {f"felt/ana/{spot}": cents for spot, cents in amounts.items()})
    assert sorted(re.findall(r"\b\d{4}\b(?!:)", shown)) == sorted(map(format_cents, amounts.values()))
    assert max(map(len, shown.splitlines())) <= width


def test_a_roulette_has_three_rows_of_twelve_in_eighty_columns() -> None:
    title, *rows = lettered("ruleta-doble-cero", "extremadura", 80, {"felt/ana/pleno:17": 500}).splitlines()
    assert title == "Ruleta americana de doble cero"
    assert [row.split() for row in rows[:4]] == [
        ["00", *map(str, range(3, 37, 3)), "2:1"],
        [*map(str, range(2, 17, 3)), "17", "5", *map(str, range(20, 37, 3)), "2:1"],
        ["0", *map(str, range(1, 37, 3)), "2:1"],
        ["Docena", "1", "Docena", "2", "Docena", "3"],
    ]


def test_chips_on_lines_are_listed_below_the_felt() -> None:
    shown = lettered("ruleta-francesa", "extremadura", 80, {"felt/ana/caballo:4-7": 500, "prison/ana/rojo": 1000})
    assert shown.splitlines()[-2] == "caballo:4-7 5"
    assert "Rojo 10" in shown


def test_a_felt_too_fine_for_a_terminal_is_a_list_of_its_spots() -> None:
    assert "vista-hermosa:1 32:1" in lettered("monte", "extremadura", 80, {})
    assert "VIS" in lettered("monte", "extremadura", 140, {})


def test_places_stand_in_the_row_of_their_middle() -> None:
    tall, first, second = (Place(name, rect, "", "cell") for name, rect in HIGH_AND_LOW.items())
    assert rows_of([tall, second, first]) == [[first], [tall, second]]


HIGH_AND_LOW = {"tall": Rect(0, 0, 10, 20), "first": Rect(10, 0, 10, 10), "second": Rect(10, 10, 10, 10)}


@pytest.mark.parametrize(("language", "low"), [("en", "Low hand"), ("gl", "Man baixa"), ("eu", "Esku baxua")])
def test_words_on_a_felt_are_whole_in_every_language(language: str, low: str) -> None:
    with i18n.speaking(language):
        assert printed("Mano baja") == low
        assert printed("Segunda apuesta · Apuesta inicial") == f"{law('Segunda apuesta')} · {law('Apuesta inicial')}"
        assert printed("Docena 1") == f"{law('Docena')} 1"
