"""What can go wrong, as one clear line for a person. Nothing else reaches a user."""

from collections.abc import Sequence

SHORT, SUGGESTED = 2, 6  # letters that say nothing yet, and how many names are suggested
LISTED = 40  # names that a line holds at most; of more it has the first few
TOLD = 80  # letters of an unknown name that it has at most


class Said(str):
    """A sentence for a person. As text it is English; a page says it again in its reader's language.

    Its values may be sentences and amounts themselves, which are then said in that language too.

    >>> Said("no {card} is left", card="As")
    'no As is left'
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> "Said":
        said = super().__new__(cls, template.format_map(values) if values else template)
        said.template = template
        said.values = values
        return said


class Word(str):
    """A rulebook's own words, which are Spanish; in a sentence they are said in the reader's language too."""

    __slots__ = ()


class Named(str):
    """An id, of a bet for instance, that knows what it is called: a page says that, in its reader's language.

    >>> Named.of("caballo:4-7", Word("Caballo")).called
    'Caballo'
    """

    __slots__ = ("called",)
    called: str

    @classmethod
    def of(cls, id: str, called: str) -> "Named":
        """An id with what it is called: a sentence, or a rulebook's word."""
        named = cls(id)
        named.called = called
        return named


class Share(str):
    """A share in per cent; in a sentence it is written as the reader's language does.

    >>> Share(1 / 37, 3)
    '2.703 %'
    """

    __slots__ = ("digits", "share")
    share: float
    digits: int

    def __new__(cls, share: float, digits: int = 2) -> "Share":
        said = super().__new__(cls, f"{share * 100:.{digits}f} %")
        said.share = share
        said.digits = digits
        return said


def listed(words: Sequence[str]) -> str:
    """One thing after another.

    >>> listed(["a", "b", "c"])
    'a, b, c'
    """
    if len(words) < 2:
        return words[0] if words else ""
    return Said("{others}, {last}", others=listed(words[:-1]), last=words[-1])


def minutes(count: int) -> Said:
    """So many minutes, in words."""
    return Said("one minute") if count == 1 else Said("{count} minutes", count=count)


def times(count: int) -> Said:
    """How often, in words."""
    return Said("once") if count == 1 else Said("{count} times", count=count)


def either(words: Sequence[str]) -> str:
    """What may be chosen, in words.

    >>> either(["a", "b", "c"]), either(["a"])
    ('a, b or c', 'a')
    """
    if len(words) < 2:
        return listed(words)
    return Said("{others} or {last}", others=listed(words[:-1]), last=words[-1])


def reason(error: Exception) -> str:
    """Why the system refuses a file, in its words and without their number."""
    return getattr(error, "strerror", None) or str(error)


class TapeteError(Exception):
    """Bad input: the message says what is wrong and what would be right. Its values fill the braces."""

    def __init__(self, text: str, /, **values: object) -> None:
        self.text = text if isinstance(text, Said) else Said(text, **values)
        super().__init__(self.text)


class Later(TapeteError):
    """Refused for now: `again` seconds from now it is worth asking once more."""

    def __init__(self, text: str, again: int, /, **values: object) -> None:
        self.again = max(1, again)
        super().__init__(text, **values)


class Missing(TapeteError):
    """Something that is looked for and is not there."""


def alike(name: str, known: Sequence[str]) -> list[str]:
    """Names that begin so; otherwise those that are spelled nearly so, as a whole or in one of their words.

    >>> alike("poker", ["reto", "poker-cubierto", "texas-poker"]), alike("tejas", ["reto", "texas-poker"])
    (['poker-cubierto'], ['texas-poker'])
    >>> alike("RETO", ["reto", "texas-poker"]), alike("1.1.4.1.a", ["1.1.4.1", "1.1.4.1.A.a", "1.1.4.1.A.b"])
    (['reto'], ['1.1.4.1.A.a', '1.1.4.1.A.b'])
    """
    from difflib import get_close_matches

    said = name.lower()
    begin = [one for one in known if len(said) > SHORT and one.lower().startswith(said)]
    words: dict[str, list[str]] = {}
    for one in known:
        for word in (one, *(part for part in one.split("-") if len(part) > SHORT)):
            words.setdefault(word.lower(), []).append(one)
    close = [one for word in get_close_matches(said, words, n=3, cutoff=0.6) for one in words[word]]
    return list(dict.fromkeys(begin or close))[:SUGGESTED]


class UnknownError(Missing):
    """A name that is not in a list: a region, a game, a bet, an option. A short list is named whole.

    >>> str(UnknownError("region", "galcia", ["asturias", "galicia"]))
    "unknown region 'galcia': did you mean galicia; there are asturias, galicia"
    >>> str(UnknownError("bet", "red", ["stake"]))
    "unknown bet 'red': there is only stake"
    >>> str(UnknownError("article", "x", [f"1.{n}" for n in range(1, 1001)]))
    "unknown article 'x': there are 1.1, 1.2, 1.3, 1.4, 1.5, 1.6 and 994 more"
    >>> len(str(UnknownError("bet", "x" * 5000, ["stake"])))
    116
    """

    def __init__(self, what: str, name: str, known: Sequence[str], near: Sequence[str] = ()) -> None:
        close, count = near or alike(name, known), len(known)
        some = close or known[: LISTED if count <= LISTED else SUGGESTED]
        kind = what if isinstance(what, Said) else Said(what)
        told = name if len(name) <= TOLD else f"{name[:TOLD]}…"
        said = {"what": kind, "name": told, "shown": listed(some) or Said("none")}
        if close and len(close) < count <= SUGGESTED:
            every = listed(known)
            super().__init__("unknown {what} '{name}': did you mean {shown}; there are {known}", **said, known=every)
        elif close:
            super().__init__("unknown {what} '{name}': did you mean {shown}", **said)
        elif count == 1:
            super().__init__("unknown {what} '{name}': there is only {shown}", **said)
        elif count > LISTED:
            more = count - SUGGESTED
            super().__init__("unknown {what} '{name}': there are {shown} and {more} more", **said, more=more)
        else:
            super().__init__("unknown {what} '{name}': there are {shown}", **said)


class IllegalAction(TapeteError):
    """An act the law or the table does not allow now. The round stays as it was."""

    def __init__(self, reason: str, article: str = "", /, **values: object) -> None:
        self.reason = reason if isinstance(reason, Said) else Said(reason, **values)
        self.article = article
        if article:
            super().__init__("{reason} (art. {article})", reason=self.reason, article=article.removeprefix("art. "))
        else:
            super().__init__(self.reason)
