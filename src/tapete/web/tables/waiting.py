"""What a table waits for, in words: stakes, a decision and whose it is, a card, a number."""

from collections.abc import Collection, Mapping

from tapete.games import Game
from tapete.games.shared.felt.circle import decides
from tapete.i18n import gettext as _
from tapete.i18n import translated
from tapete.web.tables.telling import hand_name, role_name


def waits_for(
    game: Game, pending: str, actors: Collection[str], mine: Collection[str], slots: Mapping[str, Collection[str]]
) -> str:
    """What is pending, to somebody who goes by these names; `slots` are the cards that lie in each place."""
    kind, _colon, rest = pending.partition(":")
    if kind in game.waiting:
        return translated(game.waiting[kind])
    if kind == "choose":
        who, _colon, about = rest.partition(":")
        return _turn(who, about, mine)
    if kind == "card":
        return _("A card is dealt: %(where)s") % {"where": hand_name(rest)}
    if kind == "show":
        where = next((place for place, lying in slots.items() if rest in lying), "")
        if where:
            return _("A card is turned over: %(where)s") % {"where": hand_name(where)}
        return _("A card is turned over")
    if kind == "drum":
        return _("A number is drawn")
    words = {"stakes": _("Place your bets"), "spin": _("The wheel turns"), "roll": _("The dice are thrown")}
    who = decides(pending, [who for who in actors if who != "inspector"])
    if kind not in words and who:
        return _turn(who, pending, mine)
    return words.get(kind) or _("The table waits for: %(what)s") % {"what": hand_name(pending)}


def _turn(who: str, about: str, mine: Collection[str]) -> str:
    """Whose decision it is, and about what."""
    turn = _("It is your decision") if who in mine else _("%(who)s decides") % {"who": role_name(who)}
    return f"{turn}: {hand_name(about)}"
