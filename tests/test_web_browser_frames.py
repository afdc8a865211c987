"""Two rounds of each family as they are painted: nothing jumps far or tells a result before its moment ends.

Where motion is reduced nothing moves at all.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import browser, in_chromium
from tests.frames import Recording
from tests.helpers import EVERYTHING
from tests.keys import Door, Visit, door, until

__all__ = ["browser"]
pytestmark = in_chromium
GOOD = 0.1  # what web.dev calls good of a "cumulative layout shift"
# Whatever begins to move, by script or by style.
MOVES = """
  window.moved = [];
  const note = (part, how) => window.moved.push(`${part.id || part.getAttribute("class") || part.nodeName} ${how}`);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    note(this, "animate");
    return animate.apply(this, how);
  };
  document.addEventListener("animationstart", (event) => note(event.target, event.animationName), true);
  document.addEventListener("transitionrun", (event) => note(event.target, event.propertyName), true);
"""
FAMILIES = [
    ("bola", "extremadura", "rojo", ()),
    ("ruleta-francesa", "extremadura", "rojo", ()),
    ("ruleta-fortuna", "extremadura", "24", ()),
    ("dados", "extremadura", "win", ()),
    ("banca-francesa", "extremadura", "grande$", ()),
    ("treinta-cuarenta", "extremadura", "negro", ()),
    ("monte", "extremadura", "camo", ()),
    ("blackjack", "extremadura", "casilla:1", ("do-choose-plantarse", "do-choose-.*")),
    ("punto-banca", "extremadura", "punto", ()),
    ("poker-sin-descarte", "extremadura", "inicial", ("do-choose-ir",)),
    ("poker-con-descarte", "extremadura", "inicial", ("do-choose-ir", "do-descartar-it", "do-choose-.*")),
    ("texas-bonus", "extremadura", "ante", ("do-choose-.*",)),
    ("holdem", "extremadura", "", ("do-check-it", "do-call-it", "do-choose-.*")),
    ("chemin-de-fer", "extremadura", "punto", ("do-refuse-it", "do-choose-.*")),
    ("bacara-dos-panos", "extremadura", "primero", ("do-choose-.*",)),
    ("bingo", "pais-vasco", "carton", ()),
    ("loteria", "pais-vasco", "billete", ()),
]


@pytest.fixture(scope="module")
def entrance(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Door, str]]:
    with door(browser, tmp_path_factory.mktemp("frames")) as found:
        yield found


@pytest.mark.parametrize(("game", "region", "spot", "buttons"), FAMILIES if EVERYTHING else FAMILIES[:1])
def test_rounds_are_painted_without_jumps_and_told_when_their_moment_has_ended(
    entrance: tuple[Door, str], game: str, region: str, spot: str, buttons: tuple[str, ...]
) -> None:
    at, url = entrance
    context = at.browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}, locale="en-GB")
    visit = Visit(at, context.new_page(), game, region)
    recording = Recording(visit.page)
    for _ in range(2 if EVERYTHING else 1):
        visit.plays(spot, *buttons)
        until(visit.page, "document.getAnimations().every((one) => one.playState === 'finished')")
        visit.page.evaluate("window.heard = []")
    recording.keep(game)
    jumps, early = visit.page.evaluate("window.jumps"), recording.told_early()
    jumped = recording.jumped()
    context.close()
    assert early == []
    assert jumped < GOOD, jumps


@pytest.mark.parametrize(("game", "region", "spot", "buttons"), FAMILIES if EVERYTHING else FAMILIES[:1])
def test_where_motion_is_reduced_nothing_moves(
    entrance: tuple[Door, str], game: str, region: str, spot: str, buttons: tuple[str, ...]
) -> None:
    at, url = entrance
    context = at.browser.new_context(
        base_url=url, viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(MOVES)
    visit = Visit(at, context.new_page(), game, region)
    recording = Recording(visit.page)
    visit.plays(spot, *buttons)
    recording.keep(f"{game}-still")
    moved = visit.page.evaluate("window.moved")
    context.close()
    assert moved == []
