"""A bet described: whether it is one, whether it is allowed, internal or external."""

from collections.abc import Iterator

from tapete.errors import Said, UnknownError, Word, either
from tapete.games.apuestas.rules import Rules
from tapete.games.shared.described import Finding, Verdict
from tapete.law.rulebook import Model


class Description(Model):
    """What is bet on, where the bet is made and where the event is held."""

    subject: str
    money: bool = True
    fixed_before: bool = True
    uncertain: bool = True
    foreign_to_bettors: bool = True
    made: str
    held: str = ""
    authorised: bool = True


def describe(rules: Rules, given: Description) -> Verdict:
    """What a bet is, and what is wrong with it."""
    known, premises = [*rules.subjects, *rules.forbidden.subjects], rules.premises
    if given.subject not in known:
        raise UnknownError("subject of a bet", given.subject, known)
    wrong = [*_no_bet(rules, given), *_forbidden(rules, given)]
    is_: list[tuple[str, str]] = []
    if given.subject in rules.subjects:
        subject = rules.subjects[given.subject]
        is_.append((Word(subject.name), subject.article))
    forms = [form for form in rules.forms.values() if form.made == given.made and given.held in form.held]
    if forms:
        is_.append((Word(forms[0].name), forms[0].article))
    elif not wrong:
        right = either([Word(form.made) for form in rules.forms.values()])
        wrong.append(Finding("made", premises.article, Said("'{option}'", option=given.made), right))
    if not given.authorised:
        wrong.append(Finding("authorised", premises.article, Said("no"), Said("yes")))
    return Verdict(tuple(is_), tuple(wrong))


def _no_bet(rules: Rules, given: Description) -> Iterator[Finding]:
    bet = rules.equipment
    for key in ("money", "fixed_before", "uncertain", "foreign_to_bettors"):
        if not getattr(given, key):
            yield Finding(key.replace("_", "-"), bet.article, Said("no"), Said("yes"))


def _forbidden(rules: Rules, given: Description) -> Iterator[Finding]:
    if given.subject in rules.forbidden.subjects:
        right = either([Word(name) for name in rules.subjects])
        yield Finding("subject", rules.forbidden.article, Said("'{option}'", option=given.subject), right)
