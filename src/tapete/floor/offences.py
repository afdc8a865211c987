"""What may be recorded of somebody's conduct: each text's prohibitions, what follows, and how serious it is."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapete.floor.calendar import DAY
from tapete.law.house import SEVERITIES, House, Infraction, house
from tapete.law.rulebook import Section
from tapete.law.sections import TableRulebook
from tapete.law.text import text

NOTED, WARNING, LOSS = "note", "warning", "loss"
FOLLOWS = {"advierte": WARNING, "pierde": LOSS}
RULINGS = "rulings"
PARTS = ("irregularities", RULINGS)
PENALTY = "penalty"  # where a game's rulebook takes the hand of whoever breaks its rules


class Offence(NamedTuple):
    """Something forbidden: where it stands, its article, what follows, and whose it is.

    `again`: whether the text sends away who does it again. `infraction` names what the authority punishes it as.
    """

    rule: str
    name: str
    article: str
    follows: str
    again: bool
    whose: str
    severity: str
    infraction: str


# No text of ours names it: the casino regulation of 1979 does, which is a default where a text does not send there.
DISORDER = Offence(
    "casino:disorder",
    "Desorden o juego irregular (Reglamento de Casinos de 1979, art. 31)",
    *("", WARNING, False, "player", "", ""),
)


def of_table(rules: TableRulebook) -> list[Offence]:
    """What may be recorded at a table: what its game's rulebook names, and what the house's does."""
    own = house(rules.region)
    return [*(_offence(rules, path, section, own) for path, section in _forbidden(rules)), *of_house(rules.region)]


def of_house(region: str) -> list[Offence]:
    """What a text punishes wherever it happens."""
    rules = house(region)
    return [
        *(
            Offence(f"casino:infractions.{id}", item.name, item.article, NOTED, False, item.whose, item.severity, id)
            for id, item in (rules.infractions.items() if rules else ())
        ),
        *(
            Offence(f"casino:prohibitions.{id}", item.name, item.article, WARNING, False, item.whose, "", "")
            for id, item in (rules.prohibitions.items() if rules else ())
        ),
        DISORDER,
    ]


def _forbidden(rules: TableRulebook) -> Iterator[tuple[str, Section]]:
    for path, section in rules.sections():
        part, _, rest = path.partition(".")
        if path == PENALTY or (part in PARTS and "." not in rest):
            yield path, section


def _offence(rules: TableRulebook, path: str, section: Section, own: House | None) -> Offence:
    article = section.article
    name = getattr(section, "name", "") or text(rules.region).articles[article]
    follows = LOSS if path == PENALTY else FOLLOWS.get(getattr(section, "remedy", ""), NOTED)
    again = getattr(section, "again", None) is not None
    id, punished = infraction_of(own, article)
    severity = punished.severity if punished else ""
    whose = punished.whose if punished else "player"
    return Offence(f"{rules.game}:{path}", name, article, follows, again, whose, severity, id)


def infraction_of(rules: House | None, article: str) -> tuple[str, Infraction | None]:
    """What the authority punishes a breach of an article as."""
    for id, item in rules.infractions.items() if rules else ():
        if any(article == base or article.startswith((f"{base}.", f"{base}§")) for base in item.of):
            return id, item
    return "", None


class Weighed(NamedTuple):
    """How serious a case is in the end, and by which article recidivism made it so."""

    severity: str
    article: str


def weigh(rules: House | None, cases: Sequence[tuple[int, str]]) -> list[Weighed]:
    """How serious each of somebody's cases is, given when they happened and how serious they are by themselves.

    >>> [found.severity for found in weigh(house("galicia"), [(0, "light"), (364 * DAY, "light")])]
    ['light', 'serious']
    >>> [found.severity for found in weigh(house("galicia"), [(0, "light"), (365 * DAY, "light")])]
    ['light', 'light']
    """
    weighed: list[Weighed] = []
    for n, (at, severity) in enumerate(cases):
        now = Weighed(severity, "")
        for rule in sorted(rules.recidivism.values() if rules else (), key=lambda one: SEVERITIES.index(one.severity)):
            lately = [i for i in range(n) if at - cases[i][0] < rule.days * DAY]
            before = sum(rule.severity in (cases[i][1], weighed[i].severity) for i in lately)
            if now.severity == rule.severity and before + 1 > rule.more_than:
                now = Weighed(rule.makes, rule.article)
        weighed.append(now)
    return weighed
