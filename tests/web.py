"""What tests of the application share: an application on a fresh database, and people signed in to it."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tapete.floor import Floor
from tapete.floor.roles import Account
from tapete.web.app import create_app
from tapete.web.people.security import SESSION
from tapete.web.settings import WebSettings
from tests.database import fresh

PASSWORD = "una contraseña larga"
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def read_rows(page: str) -> list[list[str]]:
    """The rows of a page's tables, headings among them, as their cells are read.

    >>> read_rows('<tr><th>Bet</th></tr><tr><td class="num"><a href="/17">17</a>\\n at&nbsp;35</td></tr>')
    [['Bet'], ['17 at 35']]
    """
    return [
        [" ".join(html.unescape(TAG.sub("", cell)).split()) for cell in CELL.findall(row)] for row in ROW.findall(page)
    ]


class House:
    """An application and its people."""

    def __init__(self, floor: Floor, settings: WebSettings | None = None) -> None:
        self.floor = floor
        self.app = create_app(floor, settings or WebSettings(address="http://testserver"))
        self.people: dict[str, Account] = {}

    def person(self, role: str, name: str = "", password: str | None = None) -> Account:
        """Somebody of a role, made when first asked for."""
        name = name or f"{role}1"
        if name not in self.people:
            self.people[name] = self.floor.accounts.create(name, role, password)
        return self.people[name]

    def visitor(self, language: str = "es") -> TestClient:
        """A browser with nobody signed in."""
        return TestClient(
            self.app, headers={"accept-language": language, "accept": "text/html"}, follow_redirects=False
        )

    def browser(self, role: str, name: str = "") -> TestClient:
        """A browser with somebody signed in; its requests carry the token that forms carry."""
        session = self.floor.accounts.open_session(self.person(role, name))
        client = self.visitor()
        client.cookies.set(SESSION, session.token)
        client.headers["x-csrf-token"] = session.csrf
        return client

    def machine(self, role: str, name: str = "") -> TestClient:
        """A program with somebody's token."""
        session = self.floor.accounts.open_session(self.person(role, name))
        return TestClient(self.app, headers={"authorization": f"Bearer {session.token}"}, follow_redirects=False)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house on a fresh SQLite database."""
    with fresh(f"sqlite:///{tmp_path}/casa.db") as floor:
        yield House(floor)
