"""What browser tests share: the application served for real, Debian's chromium, and windows for a casino's people."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests import PATIENCE
from tests.casino import Casino

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = next((Path(__file__).parent / "vendor").glob("axe-*.min.js"))
in_chromium = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium: apt install chromium, or the like"),
    pytest.mark.slow,
]
COMPLAINTS = (  # of what is wrong with a page, and not with what somebody sent or with the line
    *("Content Security Policy", "violates"),
    *("htmx:oobError", "htmx:swapError", "htmx:targetError", "htmx:onLoadError"),
)
expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def served(app: FastAPI) -> Iterator[uvicorn.Server]:
    """The application on a port of its own."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server has ended"
        time.sleep(0.01)
    try:
        yield server
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not end"


def address(server: uvicorn.Server) -> str:
    """Where a server listens."""
    return f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


def serious(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    return [line for impact, line in _violations(page) if impact in ("serious", "critical")]


def anything(page: Page) -> list[str]:
    """What axe finds at all."""
    return [line for _impact, line in _violations(page)]


def _violations(page: Page) -> list[tuple[str, str]]:
    """What axe finds, with how grave it is. Its script is let past the page's own policy."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(result => result.violations)")
    return [(item["impact"], f"{item['id']}: {node['html'][:120]}") for item in found for node in item["nodes"]]


def sideways(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider


# Live tables


class House:
    """A casino that is being served, with a window for whoever is asked for. What its pages complain of is kept."""

    def __init__(self, casino: Casino, browser: Browser, server: uvicorn.Server) -> None:
        self.casino, self.browser, self.server = casino, browser, server
        self.url = address(server)
        self.errors: list[str] = []

    def window(self, who: str, path: str, **settings: Any) -> Page:
        """A window of somebody's own; of a passer-by's without a name."""
        usual = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"}
        context = self.browser.new_context(base_url=self.url, **{**usual, **settings})
        if who:
            context.add_cookies([{"name": "tapete_session", "value": self.casino.tokens[who], "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self._note(said.text))
        page.goto(path)
        return page

    def windows(self, table: str, *people: str) -> list[Page]:
        """A table in several people's windows."""
        return [self.window(who, f"/tables/{table}") for who in people]

    def does(self, page: Page, do: Callable[[], None]) -> None:
        """Sends a command from a window that is up to date, and waits until it shows what came of it."""
        self.up_to_date(page)
        with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
            do()
        assert sent.value.ok, sent.value.text()
        self.up_to_date(page)

    def enters(self, page: Page, do: Callable[[], None]) -> None:
        """The croupier enters what fell, and confirms it where it is shown back because chips move by it.

        What answers an act that came before, as closing the bets, is not taken for the answer to it.
        """
        self.up_to_date(page)
        with page.expect_response(lambda sent: sent.request.method == "POST" and not sent.url.endswith("/act")) as sent:
            do()
        assert sent.value.ok, sent.value.text()
        if sent.value.status == 200:
            self.does(page, page.locator("#confirm-fell").click)
        self.up_to_date(page)

    def types(self, page: Page, text: str) -> None:
        """Sends a command in words; the line is emptied once they are taken."""
        page.locator("#typed").fill(text)
        self.does(page, lambda: page.locator("#typed").press("Enter"))
        expect(page.locator("#typed")).to_have_value("")

    def up_to_date(self, page: Page) -> None:
        """A window comes to show its table as it stands, which may go on by what was done just before."""
        until = time.monotonic() + 120
        while True:
            seen = self.casino.view("dora", page.url.rpartition("/")[2])
            position = f"{seen['round']}.{seen['n']}.{seen['change']}"
            try:
                expect(page.locator(".standing")).to_have_attribute("data-position", position, timeout=1000)
                return
            except AssertionError:
                if time.monotonic() > until:
                    raise

    def drop(self, page: Page) -> None:
        """Cuts everybody's lines; only one window cannot make its own again, until it is back `online`."""
        page.context.set_offline(True)
        for line in list(self.server.server_state.connections):
            line.loop.call_soon_threadsafe(line.transport.abort)
        expect(page.locator("#offline")).to_be_visible()

    def _note(self, text: str) -> None:
        if any(complaint in text for complaint in COMPLAINTS):
            self.errors.append(text)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module."""
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    """A casino of its own, whose people read English, in which no page may complain."""
    casino = Casino(tmp_path, "en")
    with served(casino.app) as server:
        found = House(casino, browser, server)
        yield found
        for context in browser.contexts:
            context.close()
    casino.close()
    assert found.errors == [], found.errors


def spot(page: Page, name: str) -> Locator:
    """A spot on the felt that is shown; the first, where a bet lies on several."""
    return page.locator(f'.shape:visible [data-spot="{name}"]').first


def discs(page: Page) -> Locator:
    """The chips on the felt that is shown."""
    return page.locator(".shape:visible .disc")


def purse(page: Page, euros: str) -> None:
    """A window comes to show that its player holds so much."""
    expect(page.locator("#purse")).to_have_text(f"Your chips: €{euros}")
