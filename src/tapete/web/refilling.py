"""A form that is refused on its own page keeps what was written in it, also for who has no script; but no password."""

import re
from html import unescape

from markupsafe import escape
from starlette.datastructures import FormData

FORM = re.compile(r"(<form\b[^>]*>)(.*?)(</form>)", re.DOTALL)
FIELD = re.compile(r"<(input)\b[^>]*>|<(select|textarea)\b[^>]*>.*?</\2>", re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden"[^>]*>')
OPTION = re.compile(r"<option\b[^>]*>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
VALUE = re.compile(r' value="[^"]*"')
OURS = ("csrf", "key")  # new on every page
NEVER = ("hidden", "password", "file", "submit")


def refilled(page: str, path: str, sent: FormData) -> str:
    """A page with what was sent in the form that sends to this path; of several, in that with the same hidden values.

    One that refills itself, because it proposes something else for what was sent, says so.

    >>> refilled('<form method="post" action="/a"><input name="who"></form>', "/a", FormData({"who": 'J "X"'}))
    '<form method="post" action="/a"><input name="who" value="J &#34;X&#34;"></form>'
    """

    def filled(form: re.Match[str]) -> str:
        begins, inner, ends = form.groups()
        said = _attributes(begins)
        if said.get("method") != "post" or said.get("action", path) != path or "data-refills" in said:
            return form[0]
        if not _meant(inner, sent):
            return form[0]
        return begins + FIELD.sub(lambda field: _field(field[0], sent), inner) + ends

    return FORM.sub(filled, page)


def _attributes(tag: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in ATTRIBUTE.findall(tag)}


def _meant(inner: str, sent: FormData) -> bool:
    """Whether what a form sends besides was sent so."""
    hidden = [_attributes(tag) for tag in HIDDEN.findall(inner)]
    return all(one["name"] in OURS or sent.get(one["name"]) == one["value"] for one in hidden)


def _field(field: str, sent: FormData) -> str:
    """A field as it was sent; what was not, or no box is ticked for, as it is or not ticked."""
    tag, end, rest = field.partition(">")
    said = _attributes(tag)
    values = [value for value in sent.getlist(said.get("name", "")) if isinstance(value, str)]
    kind = said.get("type", "text")
    if tag.startswith("<select"):
        return tag + end + OPTION.sub(lambda option: _option(option[0], values), rest) if values else field
    if tag.startswith("<textarea"):
        return f"{tag}>{escape(values[0])}</textarea>" if values else field
    if kind in ("checkbox", "radio"):
        return tag.replace(" checked", "") + (" checked" if said.get("value", "on") in values else "") + end
    if kind in NEVER or not values:
        return field
    return f'{VALUE.sub("", tag)} value="{escape(values[0])}">'


def _option(option: str, values: list[str]) -> str:
    chosen = _attributes(option).get("value") in values
    return option.replace(" selected", "")[:-1] + (" selected>" if chosen else ">")
