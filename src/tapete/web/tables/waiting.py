"""What a table waits for, in words: stakes, a decision and whose it is, a card, a number."""

from collections.abc import Collection, Mapping
from typing import Any

from tapete.engine.refusing import by_name
from tapete.engine.requests import Request
from tapete.engine.window import Option, Window
from tapete.errors import IllegalAction
from tapete.games import Game
from tapete.games.shared.felt.circle import decides
from tapete.i18n import gettext as _
from tapete.i18n import translated
from tapete.law.sections import BankRulebook
from tapete.web import articles
from tapete.web.tables.telling import hand_name, role_name
from tapete.wording import capital


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


def hindered(rules: BankRulebook, region: str, awaited: Request[Any] | None) -> str:
    """Why the bets cannot be closed yet, with its article; nothing where they can be, or nobody is to close any."""
    if not isinstance(awaited, Window) or not any("close" in offer.verbs for offer in awaited.offers):
        return ""
    found = awaited.option("croupier", "close", "")
    if isinstance(found, Option):
        return ""
    said = capital(translated(IllegalAction(by_name(found.reason, rules.bets), found.article).text))
    return articles.cited(said, region, found.article)


def _turn(who: str, about: str, mine: Collection[str]) -> str:
    """Whose decision it is, and about what."""
    turn = _("It is your decision") if who in mine else _("%(who)s decides") % {"who": role_name(who)}
    return f"{turn}: {hand_name(about)}"
