"""How long a page takes until something of it is painted, in Debian's chromium, warm: what the browser itself says.

A page is loaded once to warm server and browser up, then some times more; the median "first contentful paint" counts.
The peer is the goal of a second, so it is a machine without much else to do that should be asked.
"""

import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.measure import Words, report
from benchmarks.serving import OWN, House, served

PORT = 18_767
TIMES = 7
GOAL, PATIENCE = 1000.0, 120_000.0  # milliseconds
AT = "ruleta-francesa/extremadura"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def main() -> None:
    """Prints the time of each page, beside the goal."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("no chromium: apt install chromium, or the like")
        return
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'casino.db'}"
        house = House(url, 5)
        with served(OWN, url, PORT, "/healthz"), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            context = browser.new_context(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1280, "height": 800})
            context.add_cookies(
                [{"name": "tapete_session", "value": house.director, "url": f"http://127.0.0.1:{PORT}"}]
            )
            page = context.new_page()
            for name, path in _pages(house).items():
                report(f"first paint of {name}", _painted(page, path), "ms", GOAL, "goal", more_is_better=False)
            browser.close()


def _pages(house: House) -> dict[str, str]:
    return {
        "the start page": "/",
        "a table": f"/tables/{house.tables[0]}",
        "how a game is played": f"/learn/{AT}",
        "its odds": f"/games/{AT}/odds",
        "its law": f"/games/{AT}",
        "the floor": "/floor",
    }


def _painted(page: Page, path: str) -> float:
    """The median time of a page, in milliseconds."""
    found = []
    for _ in range(TIMES + 1):
        page.goto(path, timeout=PATIENCE)
        page.wait_for_function(f"() => {PAINTED} !== null")
        found.append(float(page.evaluate(PAINTED)))
    return statistics.median(found[1:])


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
