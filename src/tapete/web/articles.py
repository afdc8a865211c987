"""Articles as links to where they stand in their text: one by its number, and those that a sentence names."""

import re
from urllib.parse import quote

from markupsafe import Markup

from tapete import i18n
from tapete.law.text import regions, text

NAMED = re.compile(r"(?:art\. )?[A-Z0-9][\w-]*(?: bis)?(?:[.§][\w-]+)+|art\. \d+(?: bis)?")
ENDING = re.compile(r"-?[a-z]+$")  # Basque declines a number that it names


def article(number: str, region: str, said: str = "") -> Markup:
    """An article as a link, however it is said; one that the text does not have leads nowhere.

    >>> article("1.3", "extremadura")
    Markup('<a class="article" href="/law/extremadura/1.3">1.3</a>')
    >>> article("99.9", "extremadura")
    Markup('<span class="article">99.9</span>')
    """
    if region not in regions() or number not in text(region).articles:
        return Markup('<span class="article">{}</span>').format(said or number) if number else Markup()
    return Markup('<a class="article" href="/law/{}/{}">{}</a>').format(region, quote(number), said or number)


def art(number: str, region: str) -> Markup:
    """An article as a link that says it is one."""
    return article(number, region, i18n.gettext("art. %(article)s") % {"article": number.removeprefix("art. ")})


def cited(sentence: str, region: str, by: str = "") -> Markup:
    """A sentence with the articles it names as links; one said in part is of a chapter of the article it is noted `by`.

    >>> cited("as 4.D.1 has it, at 71.3 %", "extremadura", "1.8.6.4.B.a")
    Markup('as <a class="article" href="/law/extremadura/1.8.6.4.D.1">4.D.1</a> has it, at 71.3 %')
    """
    said = Markup.escape(sentence)
    return Markup(NAMED.sub(lambda found: _link(found[0], region, by), str(said)))


def _link(said: str, region: str, by: str) -> str:
    bare = said.removeprefix("art. ")
    for named in dict.fromkeys((said, ENDING.sub("", said), bare, ENDING.sub("", bare))):
        if number := _whole(named, region, by):
            before, _, after = said.partition(named)
            return f"{before}{article(number, region, named)}{after}"
    return said


def _whole(named: str, region: str, by: str) -> str:
    """The number of the article that is meant, if the text has it: first of the nearest chapter of the one at hand."""
    chapters = [by[: found.end()] for found in re.finditer(r"[.]", by)]
    known = text(region).articles
    numbers = (*(f"{chapter}{named}" for chapter in reversed(chapters)), named, f"art. {named}")
    return next((number for number in numbers if number in known), "")
