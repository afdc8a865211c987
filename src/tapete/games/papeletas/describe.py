"""A raffle, a tombola, a promotion or a lot of instant tickets described: what it is, and what is wrong with it."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Annotated

from pydantic import BeforeValidator, Field

from tapete.errors import Said, Word
from tapete.games.papeletas.rules import Rules, fits
from tapete.games.shared.described import Finding, Verdict
from tapete.law.rulebook import Model, Whole
from tapete.money import euros, format_cents
from tapete.validation import refusing

Euros = Annotated[int, BeforeValidator(refusing(lambda value: euros(str(value))))]
Span = tuple[date, date]


class Prize(Model):
    """Prizes of one kind: how many, what each costs, and whether it is money."""

    name: str
    count: Whole = Field(default=1, ge=1)
    value: Euros
    cash: bool = False


class Campaign(Model):
    """An advertising campaign: of which kind, from when to when."""

    kind: str
    days: Span


class Description(Model):
    """What is sold and won, and when. A ticket of several prices has them all in `prices`."""

    prices: tuple[Euros, ...] = Field(min_length=1)
    tickets: Whole = Field(ge=1)
    numbers: tuple[Whole, Whole] | None = None
    prizes: tuple[Prize, ...] = Field(min_length=1)
    ordinary_price: Euros | None = None
    period: Span | None = None
    dates: tuple[date, ...] = ()
    codes: tuple[str, ...] = ()
    campaigns: tuple[Campaign, ...] = ()


def describe(rules: Rules, given: Description) -> Verdict:
    """What it is, and all that is wrong with it."""
    is_: list[tuple[str, str]] = [(Word(rules.title), rules.drawing.article)]
    if given.dates and not rules.drawing.at_once:
        form = Said("drawn once") if len(given.dates) == 1 else Said("drawn {count} times", count=len(given.dates))
        is_.append((form, rules.drawing.article))
    wrong = (*_sale(rules, given), *_prizes(rules, given), *_dates(rules, given), *_codes(rules, given))
    return Verdict(tuple(is_), (*wrong, *_campaigns(rules, given)))


def _sale(rules: Rules, given: Description) -> Iterator[Finding]:
    """One price, consecutive numbers, nothing on top of the ordinary price."""
    (bet,) = rules.bets.values()
    if len(set(given.prices)) > 1:
        what = Said("{count} prices", count=len(set(given.prices)))
        yield Finding("prices", bet.article, what, Said("one price"))
    if given.numbers and given.numbers[1] - given.numbers[0] + 1 != given.tickets:
        what = Said("numbers {first} to {last}", first=given.numbers[0], last=given.numbers[1])
        yield Finding("numbers", bet.article, what, Said("{count} consecutive numbers", count=given.tickets))
    if rules.ordinary and given.ordinary_price is not None:
        most = given.ordinary_price + rules.ordinary.rise
        if max(given.prices) > most:
            right = Said("{most} at most", most=format_cents(most))
            yield Finding("prices", rules.ordinary.article, format_cents(max(given.prices)), right)


def _prizes(rules: Rules, given: Description) -> Iterator[Finding]:
    """Money where it may be, and tickets that pay for the objects."""
    for prize in given.prizes:
        if not fits(rules.prizes.cash, prize.cash):
            right = Said("money") if rules.prizes.cash == "always" else Said("goods or services, and no money")
            what = Said("'{option}'", option=prize.name)
            yield Finding(f"prizes.{prize.name}", rules.prizes.article, what, right)
    costs = sum(prize.count * prize.value for prize in given.prizes)
    sales = given.tickets * min(given.prices)
    if rules.cover and sales < costs:
        what = Said(
            "the tickets bring {sales} and the objects cost {costs}",
            sales=format_cents(sales),
            costs=format_cents(costs),
        )
        yield Finding("tickets", rules.cover.article, what, Said("tickets that pay for the objects"))


def _dates(rules: Rules, given: Description) -> Iterator[Finding]:
    article = rules.drawing.article
    if given.period and given.period[0] > given.period[1]:
        yield Finding("period", article, _days(given.period), Said("a period that ends after it begins"))
    for day in sorted(set(given.dates)):
        if given.dates.count(day) > 1:
            yield Finding("dates", article, Said("two draws on {day}", day=day.isoformat()), Said("each date once"))
        if given.period and not given.period[0] <= day <= given.period[1]:
            yield Finding("dates", article, day.isoformat(), _days(given.period))


def _codes(rules: Rules, given: Description) -> Iterator[Finding]:
    """Codes that are the ticket's own."""
    if rules.codes is None:
        return
    for code in sorted({code for code in given.codes if given.codes.count(code) > 1}):
        yield Finding("codes", rules.codes.article, Said("the code {code} twice", code=code), Said("each code once"))


def _campaigns(rules: Rules, given: Description) -> Iterator[Finding]:
    """Campaigns no longer than the text lets them be, and none over another."""
    for i, campaign in enumerate(given.campaigns):
        where = f"campaigns.{i + 1}"
        if campaign.kind not in rules.campaigns:
            right = Said("one of {kinds}", kinds=", ".join(rules.campaigns) or Said("none"))
            yield Finding(where, rules.article, Said("'{option}'", option=campaign.kind), right)
            continue
        rule = rules.campaigns[campaign.kind]
        first, last = campaign.days
        if first > last:
            yield Finding(where, rule.article, _days(campaign.days), Said("a period that ends after it begins"))
        elif rule.months and last >= months_after(first, rule.months):
            right = Said("{months} months at most", months=rule.months)
            yield Finding(where, rule.article, _days(campaign.days), right)
        for other in given.campaigns[:i]:
            if first <= other.days[1] and other.days[0] <= last:
                what = Said("{days} overlap {others}", days=_days(campaign.days), others=_days(other.days))
                yield Finding(where, rule.article, what, Said("one campaign after another"))
    yield from _yearly(rules, given.campaigns)


def _yearly(rules: Rules, campaigns: Sequence[Campaign]) -> Iterator[Finding]:
    """Days of additional campaigns in a calendar year."""
    for kind, rule in rules.campaigns.items():
        if rule.days is None:
            continue
        spans = [campaign.days for campaign in campaigns if campaign.kind == kind]
        for year in sorted({day.year for span in spans for day in span}):
            count = sum(_in_year(span, year) for span in spans)
            if count > rule.days:
                what = Said("{count} days in {year}", count=count, year=str(year))
                yield Finding("campaigns", rule.article, what, Said("{most} at most", most=rule.days))


def _in_year(span: Span, year: int) -> int:
    first, last = max(span[0], date(year, 1, 1)), min(span[1], date(year, 12, 31))
    return max(0, (last - first).days + 1)


def months_after(day: date, months: int) -> date:
    """The same day so many months later, or the last there is.

    >>> months_after(date(2026, 12, 31), 2)
    datetime.date(2027, 2, 28)
    """
    year, month = divmod(day.month - 1 + months, 12)
    first = date(day.year + year, month + 1, 1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(day.day, last.day))


def _days(span: Span) -> Said:
    return Said("{first} to {last}", first=span[0].isoformat(), last=span[1].isoformat())
