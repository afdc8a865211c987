"""Who may do what: the five roles, and whom each may stand for at a table."""

from typing import NamedTuple

from tapete.engine.names import ROBOT
from tapete.errors import Missing, Said, TapeteError, either

ROLES = ("director", "inspector", "croupier", "player", "regulator")
STAFF = ("director", "inspector", "croupier")
CHIEFS = ("director", "inspector")
PLAYING = ("player", "director")
READING = (*STAFF, "regulator")
AUDITING = (*CHIEFS, "regulator")
HATS = {
    "director": ("director", "inspector", "croupier"),
    "inspector": ("inspector", "croupier"),
    "croupier": ("croupier",),
}
INVITES = {"director": ROLES, "inspector": ("croupier", "player"), "croupier": ("player",)}
WATCHER = "watcher"
FIRST = "director"  # what the first director is called: nobody else can be called by a role
VISITOR = "visita#"  # how the names of passers-by begin who play; nobody else's has such a sign, but a robot's


class Forbidden(TapeteError):
    """Somebody may not do this: their role is another, or they do not sit at the table."""


class NoTable(Missing):
    """Nothing is known of a table by this name."""

    def __init__(self, public_id: str) -> None:
        super().__init__("there is no table '{table}'", table=public_id)


class Account(NamedTuple):
    """A person, as the database knows them."""

    id: int
    name: str
    role: str
    language: str

    @property
    def visits(self) -> bool:
        """Whether this is a passer-by, who plays at tables of their own and has play chips only."""
        return self.name.startswith(VISITOR)


def robot(who: str) -> bool:
    """Whether somebody at a table is a robot."""
    return who.startswith(ROBOT)


def hat(who: str) -> str:
    """Somebody as a sentence names them: a role is a word to be translated, a name is a name."""
    return Said(who) if who in (*ROLES, WATCHER) else who


def require(account: Account, roles: tuple[str, ...], what: str) -> None:
    """Raises `Forbidden` unless the account has one of these roles."""
    if account.role not in roles:
        raise Forbidden(
            "{who} is {role} and may not {what}: that takes a {roles}",
            who=account.name,
            role=Said(account.role),
            what=Said(what),
            roles=either([Said(role) for role in roles]),
        )
