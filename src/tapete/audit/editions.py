"""By what a round is audited: the procedure and the rulebook that it names, if they are to be had."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tapete.audit.lines import opened
from tapete.engine.edition import named
from tapete.engine.round import Play
from tapete.engine.transcript import Edition, Header, read
from tapete.errors import Missing, Said, TapeteError
from tapete.games import game
from tapete.games.editions import restored
from tapete.law.compare import differences
from tapete.law.rulebook import digest, resolve

Kept = Callable[[Header], Edition | None]


def none_kept(_: Header) -> Edition | None:
    """No edition is vouched for beside this release's own."""
    return None


def vouched(path: Path) -> Kept:
    """The editions in a file of whoever examines a log: a log that they trust, or lines of one."""
    vouched_for: list[Edition] = []
    with opened(path) as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            try:
                entry = read(line)
            except TapeteError as error:
                raise TapeteError("line {line}: {why}", line=number, why=error.text) from None
            if isinstance(entry, Edition):
                vouched_for.append(entry)
    if not vouched_for:
        raise TapeteError("{file} holds no edition: a log has its own before its first round", file=path)
    return among(vouched_for)


def among(editions: Iterable[Edition]) -> Kept:
    """These editions are vouched for."""
    by_name = {named(edition): edition for edition in editions}
    return lambda header: by_name.get(named(header))


class Ground(NamedTuple):
    """What a round is audited by, and what is wrong with its naming it; no procedure, where it cannot be audited."""

    play: Play | None
    rules: Any
    article: str = ""
    wrong: str = ""
    right: str = ""


class Editions:
    """The editions that a log's rounds name: this release's, those beside the log, and those that are kept."""

    def __init__(self, kept: Kept, beside: Mapping[tuple[str, str, int, str], tuple[int, Edition]]) -> None:
        self.kept = kept
        self.beside = beside
        self.notes: list[str] = []
        self.own = True
        self._ready: dict[tuple[Any, ...], Ground] = {}
        self._used: set[tuple[str, str, int, str]] = set()

    def of(self, header: Header) -> Ground:
        """What a round is to be audited by."""
        choices = tuple(header.choices.items())
        key = *named(header), choices, named(header) in self.beside
        if key not in self._ready:
            self._ready[key] = self._found(header)
        return self._ready[key]

    def untrue(self) -> Iterator[tuple[int, str, str]]:
        """The lines of editions that no round had to go by, and that are not what they say; what, and what they are."""
        for line, edition in self.beside.values():
            due = "" if named(edition) in self._used else _digest(edition)
            if due not in ("", edition.rulebook):
                yield line, Said("the edition says that its digest is {digest}", digest=edition.rulebook[:64]), due

    def _found(self, header: Header) -> Ground:
        try:
            chosen = game(header.game)
            if header.region not in chosen.regions:
                raise Missing(
                    "{game} is not in the text of {region}: it is played in {where}",
                    game=header.game,
                    region=header.region,
                    where=", ".join(chosen.regions),
                )
        except Missing as error:
            return Ground(None, None, "", error.text, Said("a game and a region of the catalogue"))
        own = _own(header)
        if own.play is not None and own.rules.digest == header.rulebook:
            if own.play is not chosen.play:
                now, then = chosen.play.version, header.procedure
                self.notes.append(Said("played by procedure {then}; it is {now} today", then=then, now=now))
            return own
        kept = self.kept(header)
        _, edition = self.beside.get(named(header)) or (0, kept)
        if edition is not None:
            self.own = self.own and kept is not None and _digest(kept) == header.rulebook
            return self._kept(header, edition)
        if own.play is None:
            return own
        return own._replace(wrong=Said("played under another rulebook"), right=own.rules.digest)

    def _kept(self, header: Header, edition: Edition) -> Ground:
        self._used.add(named(edition))
        right = Said("the edition that round names")
        try:
            play, rules = restored(edition)
        except TapeteError as error:
            return Ground(None, None, "", error.text, right)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            what = Said("the edition cannot be read: {why}", why=error)
            return Ground(None, None, "", what, right)
        if (rules.game, rules.region, rules.choices) != (header.game, header.region, header.choices):
            about = {"game": rules.game, "region": rules.region}
            what = Said("the edition is of {game} of {region}, with other readings", **about)
            return Ground(None, None, "", what, right)
        self._note(header, rules)
        return Ground(play, rules)

    def _note(self, header: Header, rules: Any) -> None:
        """What a reader should know of an edition that is not this release's: all that differs."""
        about = {"game": header.game, "region": header.region, "digest": header.rulebook[:12]}
        self.notes.append(Said("{game} of {region} was played under edition {digest}, not this release's", **about))
        try:
            own = game(header.game).rules(header.region, header.choices)
        except TapeteError:
            own = game(header.game).rules(header.region)
        for item in differences(own, rules):
            where = f"{item.path}.{item.key}".rstrip(".")
            self.notes.append(Said("{where}: {there} there, {here} here", where=where, there=item.other, here=item.one))


def _digest(edition: Edition) -> str:
    try:
        return digest(edition.running)
    except (RecursionError, ValueError):
        return Said("no rulebook")


def _own(header: Header) -> Ground:
    """This release's procedure and rulebook, with the readings that a header names."""
    try:
        rules = game(header.game).rules(header.region, header.choices)
        play = game(header.game).play.at(header.procedure)
    except TapeteError as error:
        return Ground(None, None, "", error.text, Said("an edition that is known"))
    paths = [path for path, section in rules.sections() if section.variants]
    said = [resolve(name, paths) for name in header.choices]
    if len(set(said)) < len(said) or list(header.choices) != sorted(header.choices):
        what = Said("readings {choices}", choices=", ".join(header.choices))
        return Ground(play, rules, rules.article, what, Said("each once, in order"))
    return Ground(play, rules, rules.article)
