"""Are these rounds legal and rightly paid? Replays a log and says, line by line, what the law would have.

A log is evidence from somebody who may lie: nothing is believed because it is written there.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tapete.audit.breach import Breach
from tapete.audit.editions import Editions, Ground, Kept, none_kept
from tapete.audit.following import Closing, Passed, derived, differences, exchanged, same
from tapete.audit.header import hindered, playable, wrongs
from tapete.audit.lines import MOST, Line, Rounds, opened
from tapete.audit.replaying import Replay
from tapete.audit.stacks import unheld
from tapete.audit.told import Told
from tapete.engine.charges import Paid, charges
from tapete.engine.lasting import began, endings, goes_on, minutes_left
from tapete.engine.succession import FIRST
from tapete.engine.transcript import FORMAT, PRACTICE, TOURNAMENT, Header, In
from tapete.errors import Said, minutes, times
from tapete.games import game


class Report(NamedTuple):
    """What an audit found; notes are what a reader should know though it is no breach."""

    rounds: int
    inputs: int
    breaches: list[Breach]
    notes: list[str]
    region: str = ""  # whose articles the breaches name
    own: bool = True  # whether all was played under editions that this release has, and not only the log

    @property
    def clean(self) -> bool:
        """Whether the log proves what it says: an edition that nobody else vouches for proves nothing."""
        return self.own and not self.breaches


def audit_file(path: Path, kept: Kept = none_kept) -> Report:
    """Audits a log of JSON lines."""
    with opened(path) as file:
        return audit(file, kept)


def audit(lines: Iterable[bytes], kept: Kept = none_kept, passed: Passed | None = None) -> Report:
    """Audits the rounds of a log, one after another, and that each takes up where the last one ended.

    A round is audited by the edition it names: this release's, one beside the log, or one that `kept` has. Where the
    casino's books are at hand, `passed` says what came and went between its rounds; else that is only noted.
    """
    rounds = Rounds(lines)
    table = _Table(Editions(kept, rounds.beside), passed)
    for each, whole in rounds:
        table.round(each, whole)
        if len(table.told.breaches) > MOST:
            break
    if not table.rounds:
        raise rounds.none
    table.ended()
    for line, what, right in table.editions.untrue():
        table.told.breach(line, "", what, right)
    breaches = sorted([*rounds.breaches, *table.told.breaches], key=_number)
    notes = [*table.editions.notes, *table.told.notes]
    if len(breaches) > MOST:
        notes.append(Said("more than {count} breaches: nothing is told of what comes after them", count=MOST))
    return Report(table.rounds, table.inputs, breaches[:MOST], notes, table.region, table.editions.own)


def _number(breach: Breach) -> int:
    """The line that a breach is on."""
    assert isinstance(breach.where, Said)
    number = breach.where.values["line"]
    assert isinstance(number, int)
    return number


class _Table:
    """The table whose log it is, as far as the log has come."""

    def __init__(self, editions: Editions, passed: Passed | None) -> None:
        self.editions, self.passed = editions, passed
        self.told = Told()
        self.rounds = self.inputs = 0
        self.region = ""
        self.before: Closing | None = None
        self._said: set[tuple[str, str]] = set()
        self._known: dict[str, int] = {}
        self._paid = Paid()
        self._began: int | None = None

    def round(self, lines: Sequence[Line], whole: bool) -> None:
        """Audits the next round; whether it follows the one before is not known where lines between them are lost."""
        line, header = lines[0].number, lines[0].entry
        assert isinstance(header, Header)
        self.region = self.region or header.region
        if not whole:
            self.before = self._began = None
        ground = self._ground(line, header)
        if header.house == PRACTICE:
            self.told.note(Said("a practice: chips are play chips, and whoever opened the table runs it alone"))
        if header.house == TOURNAMENT and (why := unheld(header.game, header.region)):
            self.told.note(Said("a tournament: {why}", why=why))
        played = None if ground.play is None else self._played(line, header, ground)
        self._follow(line, header, ground.rules if played and played.settings == header.settings else None)
        replay = self._replayed(lines, ground, played)
        self._seeds(line, header, replay)
        self._charges(replay)
        self._endings(replay)
        self.before = _closing(replay)
        self.rounds += 1
        self.inputs += replay.inputs

    def _ground(self, line: int, header: Header) -> Ground:
        """What the round is audited by; the same fault is said once."""
        if header.format != FORMAT:
            what = Said("format {format}", format=header.format)
            self.told.breach(line, "", what, Said("format {format}", format=FORMAT))
            return Ground(None, None)
        ground = self.editions.of(header)
        key = header.rulebook, ground.wrong
        if ground.wrong and key not in self._said:
            self._said.add(key)
            self.told.breach(line, ground.article, ground.wrong, ground.right)
        return ground

    def _played(self, line: int, header: Header, ground: Ground) -> Header | None:
        """Says what is wrong with a header; what the round is played from, as near to it as can be."""
        assert ground.play is not None
        breaches = wrongs(header, ground.play, ground.rules, derived(header, self.before) if self.before else ())
        for wrong in breaches:
            self.told.breach(line, wrong.article, wrong.what, wrong.right)
        handed = (self.before.carry if self.before else None) or {}
        return playable(header, ground.play, ground.rules, handed) if hindered(breaches) else header

    def _replayed(self, lines: Sequence[Line], ground: Ground, header: Header | None) -> Replay:
        """Plays the round again; where it takes up what was not handed on, from that too, and believes what fits."""
        starts: list[Header | None] = [header]
        tries = []
        handed = self.before.carry if self.before else None
        if header is not None and ground.play is not None and handed and not same(handed, header.carry):
            taken = msgspec.structs.replace(header, carry=handed)
            other = playable(taken, ground.play, ground.rules, handed)
            starts += [other] if other is not None else []
        for start in starts:
            told = self.told if len(starts) == 1 else self.told.fork()
            replay = Replay(lines, told)
            replay.run(ground.play, ground.rules, start)
            tries.append((replay, told))
        replay, self.told = min(tries, key=lambda one: (one[0].round is None, len(one[1].breaches)))
        return replay

    def _seeds(self, line: int, header: Header, replay: Replay) -> None:
        """A seed serves one round, and none that was shown is promised; a table that promises seeds goes on to."""
        if not header.commitment:
            return
        first = self._known.setdefault(header.commitment, line)
        if first != line:
            what = Said("the seed is that of the round on line {line}", line=first)
            self.told.breach(line, "", what, Said("one that nobody has been shown"))
        if replay.end and (shown := self._known.get(replay.end.next)):
            what = Said("the seed that is promised is that of the round on line {line}", line=shown)
            self.told.breach(replay.lines[-1].number, "", what, Said("one that nobody has been shown"))
        before = self.before.end if self.before else None
        if before and before.next and replay.end and not replay.end.next:
            what = Said("no seed is promised for the next round")
            self.told.breach(replay.lines[-1].number, "", what, Said("a promise, as in the round before"))

    def _charges(self, replay: Replay) -> None:
        """Nobody pays for a session before the one that he has paid is over."""
        header, round = replay.header, replay.round
        if round is None:
            return
        for charge in charges(round.log):
            lasts, article = game(header.game).session_time(round.rules, header.settings, charge.on)
            inputs = [line.number for line in replay.lines if type(line.entry) is In]
            if early := self._paid.early(charge.players, charge.at):
                what = Said("{who} is charged and has paid for {time} more", who=early[0], time=minutes(early[1]))
                self.told.breach(inputs[charge.n], article, what, Said("nothing until that time is over"))
            self._paid.add(charge, lasts)

    def _endings(self, replay: Replay) -> None:
        """The last hands of a game are not announced before the time that was announced for it is over."""
        header, round = replay.header, replay.round
        if round is None:
            return
        unknown = self._began is None and goes_on(header.carry, header.players)
        for n, entry in () if unknown else endings(round.log):
            assert entry.act is not None
            lasts, article = game(header.game).lasting(round.rules, header.settings, entry.act.on)
            if lasts and (left := minutes_left(self._began, lasts, entry.at)):
                inputs = [line.number for line in replay.lines if type(line.entry) is In]
                what = Said("the last hands are announced with {time} of the game left", time=minutes(left))
                self.told.breach(inputs[n], article, what, Said("nothing until that time is over"))
        if (at := began(round.log)) is not None:
            self._began = at

    def ended(self) -> None:
        """Says of a game that the log leaves in its middle that its table was not to close then.

        A tournament ends otherwise, and a practice when its owner likes.
        """
        carry = self.before.carry if self.before else None
        if self.before is None or not carry or carry.get("remaining") == 0:
            return
        if self.before.header.house in (PRACTICE, TOURNAMENT):
            return
        due, players = carry.get("due"), self.before.header.players
        for who, count in due.items() if isinstance(due, dict) else ():
            if who in players:
                said = "when the log ends {who}, who began the game, is still to have the mano {times}"
                self.told.note(Said(said, who=who, times=times(count)))
                return

    def _follow(self, line: int, header: Header, rules: Any) -> None:
        if self.before is None:
            if header.previous != FIRST:
                self.told.note(
                    Said("line {line}: what came before this round is not in the log, and not proved by it", line=line)
                )
            return
        passed = self.passed.get(header.previous, {}) if self.passed is not None else None
        differing = list(differences(header, rules, self.before, passed))
        for item in differing:
            self.told.breach(line, item.article, item.what, item.right)
        if header.house is not msgspec.UNSET and self.before.header.house is msgspec.UNSET:
            self.told.note(Said("line {line}: the rounds before this one do not say whose they are", line=line))
        stayed = [who for who in self.before.header.players if who in header.players]
        if stayed != [who for who in header.players if who in stayed]:
            self.told.note(Said("line {line}: the players sit otherwise than in the round before", line=line))
        if not differing and header.settings != self.before.header.settings:
            self.told.note(Said("line {line}: the table is set otherwise than in the round before", line=line))
        if not differing and passed is None and header.balances != self.before.places:
            self._unproved(line, header, self.before)

    def _unproved(self, line: int, header: Header, before: Closing) -> None:
        """Says what only the casino's books can prove of chips that lie otherwise than they were left."""
        self.told.note(Said("what players bought and cashed between rounds is proved only by the casino's books"))
        less, more = exchanged(header, before)
        if less and more:
            what = Said(
                "line {line}: whether chips passed from {less} to {more} is known only by the casino's books",
                line=line,
                less=", ".join(less),
                more=", ".join(more),
            )
            self.told.note(what)


def _closing(replay: Replay) -> Closing:
    round, end, hash = replay.round, replay.end, replay.hash
    places = {path: cents for path, cents in round.places.items() if cents} if round is not None else None
    if places is not None and replay.exact:
        return Closing(replay.header, end, places, places, hash, exact=True)
    written = replay.written()
    return Closing(replay.header, end, written if places is None else places, written, hash, exact=False)
