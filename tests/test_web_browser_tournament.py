"""A tournament in a real browser, from its bases to its prizes: re-entry, tables that are balanced, places, the book.

Players do what they do in their own windows; what the desk says of money and chips is reckoned again from the bases.
"""

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import House, browser, house, in_chromium, sideways
from tests.test_web_tournaments import bases
from tests.torneo import SEATING

__all__ = ["browser", "house"]
pytestmark = in_chromium

PLAYERS = ("ana", "luis", "eva", "teo", "sol", "pau", "noa")
STACK, FEE, KEPT = 5_000, 100, 5  # euros, per cent


SHORT = {"{ minutes = 20, minimum = 50 }": "{ minutes = 1, minimum = 50 }"}  # after which nobody signs up any more


class Evening:
    """A tournament with the windows of its director, its croupier and whoever plays."""

    def __init__(self, house: House, **changes: str) -> None:
        self.house, self.casino = house, house.casino
        self.director = house.window("dora", "/tournaments")
        self.director.locator("#f-bases").fill(bases(**changes))
        self.director.locator("#f-automatic").fill("0")
        self.director.locator("#announce-it").click()
        self.director.wait_for_url(re.compile(r"/desk$"))
        self.path = "/" + self.director.url.split("/", 3)[3].removesuffix("/desk")
        self.clerk = house.window("carla", f"{self.path}/desk")
        self.windows: dict[str, Page] = {}

    def signs_up(self, name: str, born: str = "1990-05-31") -> None:
        """The croupier enters somebody at the desk."""
        self.clerk.goto(f"{self.path}/desk")
        self.clerk.locator("#f-name").fill(name)
        self.clerk.locator("#f-born").fill(born)
        self.clerk.locator("#f-admitted").check()
        with self.clerk.expect_navigation():
            self.clerk.locator("#register").click()

    def presses(self, button: str) -> None:
        """The director presses something on the desk's page."""
        self.director.goto(f"{self.path}/desk")
        with self.director.expect_navigation():
            self.director.locator(button).click()

    def told(self) -> dict[str, Any]:
        """What a program is told."""
        found: dict[str, Any] = self.casino.get("", f"/api/v1{self.path}").json()
        return found

    def tables(self) -> dict[int, list[str]]:
        """Who sits where."""
        seated: dict[int, list[str]] = {}
        for one in self.told()["stacks"]:
            seated.setdefault(one["table"], []).append(one["name"])
        return seated

    def hand(self, number: int) -> None:
        """A hand at a table: who speaks goes all in, or does what the clock would, in their own window."""
        table = f"{self.path.rpartition('/')[2]}-{number}"
        opened = self.casino.post("carla", f"/api/v1/tables/{table}/rounds")
        assert opened.status_code == 200, (opened.text, self.told()["stacks"], self.tables())
        while (view := self.casino.view("dora", table)["view"])["pending"]:
            offers = {who: self.offered(who, table) for who in view["actors"]}
            who, own = next((who, own) for who, own in offers.items() if own)
            if "raise" in own or "bet" in own:
                self.house.types(self.at(who, table), "all in")
            elif "call" in own:
                self.house.types(self.at(who, table), "voy")
            else:
                first = next(one for one in own.values() if one["default"])
                by = who if who in PLAYERS else "carla"
                assert self.casino.act(by, table, first["do"], first["on"]).status_code == 200
        self.casino.floor.running.look(self.path.rpartition("/")[2])

    def offered(self, who: str, table: str) -> dict[str, dict[str, Any]]:
        """What somebody may do that ends a hand, by its verb."""
        found = self.casino.view(who if who in PLAYERS else "carla", table)["view"]["open"]
        return {one["do"]: one for one in found if one["who"] == who and one["do"] not in SEATING}

    def at(self, who: str, table: str) -> Page:
        """Somebody's window at the table where they sit."""
        if who not in self.windows:
            self.windows[who] = self.house.window(who, f"/tables/{table}")
        page = self.windows[who]
        if not page.url.endswith(table):
            page.goto(f"/tables/{table}")
        return page


def test_pv_art_2_bis_1_a_freeze_out_with_a_second_entry_is_walked_in_windows(house: House) -> None:
    """Seven at two tables of four; whoever goes first comes again once; 95 per cent of all fees are paid as prizes."""
    evening = Evening(house, **{"seats = 9": "seats = 4", "late = 3": "late = 1", **SHORT})
    for name in PLAYERS:
        evening.signs_up(name)
    evening.presses("#start")
    assert sorted(len(names) for names in evening.tables().values()) == [3, 4]
    watcher = house.window("", evening.path)
    expect(watcher.get_by_role("status").first).to_contain_text("7 in play")
    again: list[str] = []
    for _ in range(60):
        seated = evening.tables()
        if sum(map(len, seated.values())) < 2:
            break
        evening.hand(min(seated, key=lambda number: (len(seated[number]) < 2, number)))
        told = evening.told()
        entries = len(PLAYERS) + len(again)
        if told["state"] == "running":
            assert sum(one["chips"] for one in told["stacks"]) == 100 * STACK * entries
            sizes = [len(names) for names in evening.tables().values()]
            assert max(sizes) - min(sizes) <= 1 and len(sizes) == -(-sum(sizes) // 4)
        gone = [name for name in PLAYERS if name not in {one["name"] for one in told["stacks"]}]
        if gone and not again and told["state"] == "running":
            evening.signs_up(gone[0])
            again.append(gone[0])
            assert gone[0] in {one["name"] for one in evening.told()["stacks"]}
            evening.casino.floor.running.look(evening.path.rpartition("/")[2])
    until = time.monotonic() + 2 * 60
    while (told := evening.told())["state"] == "running" and time.monotonic() < until:
        time.sleep(0.5)  # until the level ends in which one could still come again
        evening.casino.floor.running.look(evening.path.rpartition("/")[2])
    assert told["state"] == "finished"
    entries = len(PLAYERS) + len(again)
    assert again
    pot = 100 * FEE * entries * (100 - KEPT) // 100
    assert pot == 76_000
    places = sorted(told["places"], key=lambda one: one["place"])
    assert sum(one["won"] for one in places) == pot
    if all(one["sharing"] == 1 for one in places[:3]):
        assert [one["won"] for one in places if one["won"]] == [38_000, 22_800, 15_200]
    for one in places:
        if one["won"]:
            evening.presses(f"#pay-{one['entry']}")
    page = evening.director
    expect(page.locator("dl.sums")).to_contain_text(f"€{pot / 100:,.0f}")
    assert sideways(page) == 0
    watcher.goto(evening.path)
    expect(watcher.get_by_role("status").first).to_contain_text(f"{entries} entries")
    book = house.window("rosa", "/tournaments/book")
    expect(book.locator("main")).to_contain_text(f"€{pot / 100:,.0f}")
