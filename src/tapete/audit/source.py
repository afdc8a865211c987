"""Where what fell says that it came from, against what its round's header says of chance."""

from tapete.engine.places import ROLES
from tapete.engine.transcript import Header, In
from tapete.errors import Said


def misplaced(header: Header, entry: In) -> tuple[Said, Said] | None:
    """Why something that fell cannot have come from there, and what it should come from."""
    if header.commitment:
        entered = Said("'{who}' entered what fell", who=entry.who)
        return None if entry.who == "chance" else (entered, Said("live chance, which the header commits to"))
    if entry.who == "chance":
        return Said("live chance without a commitment"), Said("a commitment in the header")
    if entry.who not in ("script", *ROLES):
        return Said("'{who}' entered what fell", who=entry.who), Said("the croupier")
    return None
