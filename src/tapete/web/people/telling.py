"""What was done to an account, as a page tells it."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from tapete.floor.acts import AccountAct
from tapete.floor.calendar import moment
from tapete.i18n import LANGUAGES
from tapete.i18n import gettext as _


class Line(NamedTuple):
    """An act in words, when it was, and who did it if not the account's owner."""

    when: datetime
    text: str
    by: str


def told(acts: Iterable[AccountAct]) -> list[Line]:
    """Acts as they are read."""
    return [Line(moment(act.at), _words(act), act.by if act.by != act.account else "") for act in acts]


def _words(act: AccountAct) -> str:
    old, _sep, new = act.detail.partition(" ")
    words = {
        "made": _("The account was made, as %(role)s") % {"role": _(old)},
        "link made": _("A sign-in link was made"),
        "came in by a link": _("Somebody came in by the link"),
        "signed in": _("Signed in"),
        "signed out": _("Signed out"),
        "password set": _("The password was set"),
        "password reset": _("The password was taken away, and every session ended"),
        "role changed": _("The role changed from %(old)s to %(new)s") % {"old": _(old), "new": _(new)},
        "deactivated": _("The account was deactivated"),
        "reactivated": _("The account was reactivated"),
        "language changed": _("The language became %(language)s") % {"language": LANGUAGES.get(old, old)},
        "looks like": _("The eye takes this name for %(name)s: both stay, and nobody else can have one")
        % {"name": act.detail},
    }
    return words[act.what]
