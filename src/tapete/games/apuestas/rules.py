"""What may differ between the texts in what a bet is."""

from tapete.games.shared.described import DescribedRulebook
from tapete.law.marks import Checked, Label
from tapete.law.rulebook import Section


class Bet(Section):
    """What makes it a bet: money risked on an event fixed before, of uncertain end and foreign to who bets."""


class Forbidden(Section):
    """What no bet may be about."""

    subjects: Checked[tuple[str, ...]]


class Subject(Section):
    """A kind of event that may be bet on."""

    name: Label


class Form(Section):
    """Where a bet is made, and where its event is held: `same` as the place of the bet, another, or several."""

    name: Label
    made: Checked[str]
    held: Checked[tuple[str, ...]]


class Premises(Section):
    """Premises for betting, which need leave."""


class Rules(DescribedRulebook):
    """A region's rules of betting."""

    equipment: Checked[Bet]
    forbidden: Checked[Forbidden]
    subjects: Checked[dict[str, Subject]]
    forms: Checked[dict[str, Form]]
    premises: Checked[Premises]
