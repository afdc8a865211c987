"""Posts at tables: who may take one, and besides which others."""

from collections.abc import Sequence
from typing import NamedTuple

from tapete.errors import Said, UnknownError, either
from tapete.floor.roles import CHIEFS, Account, Forbidden
from tapete.floor.standing import GameTable

# Posts that are over a table; whoever has one may have several tables.
CHIEF_POSTS = ("jefe-de-mesa", "inspector", "jefe-de-sector")
SHARED = (*CHIEF_POSTS, "cambista")


class Post(NamedTuple):
    """Somebody on duty."""

    who: str
    post: str
    table: str
    since: int


def free(post: str, held: Sequence[Post]) -> bool:
    """Whether one may take a post besides those one holds: who is over tables may have several, others one."""
    return all(at.post in SHARED and post in SHARED for at in held)


def fitting(post: str) -> Sequence[str]:
    """The roles that a post takes."""
    return CHIEFS if post in CHIEF_POSTS else ("croupier",)


def check_post(who: Account, post: str, table: GameTable) -> None:
    """A post is one that the table's text has, and whoever is over a table is an inspector or a director."""
    known = list(dict.fromkeys(role for form in table.rules.staff.values() for role in form.roles))
    if post not in known:
        raise UnknownError(Said("post"), post, known)
    fits = fitting(post)
    if who.role not in fits:
        raise Forbidden(
            "{who} is {role}: this post takes a {roles}",
            who=who.name,
            role=Said(who.role),
            roles=either([Said(role) for role in fits]),
        )
