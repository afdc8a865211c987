"""What tests of the application share: an application on a fresh database, and people signed in to it."""

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
