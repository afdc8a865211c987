"""`play`: a table in the terminal, for one person at every place of it, or driven through a pipe."""

import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

from tapete.audit.table import check, parse, read
from tapete.cli import output
from tapete.cli.arguments import GAME, REGION, Set, ruled, switches
from tapete.cli.felt import felt
from tapete.cli.output import complain, console, percent, say_on
from tapete.cli.oval import oval
from tapete.cli.scripts import scripted, seeds
from tapete.engine.edition import edition
from tapete.engine.names import checked
from tapete.engine.places import BANCA, CAGE, FELT, GARAGE, PRISON, ROLES, chips, place, stakes
from tapete.engine.requests import Act, Announce, Chance, Down, Move, Roll, Shift
from tapete.engine.round import Round
from tapete.engine.session import Session, checked_names
from tapete.engine.transcript import End, In, encode
from tapete.engine.window import Choose, Option, Window
from tapete.errors import TapeteError
from tapete.games import Game, game
from tapete.games.shared.felt.circle import decides
from tapete.law.text import text as law_text
from tapete.money import euros, format_cents
from tapete.odds.prices import cheapest, prices
from tapete.odds.report import BetOdds
from tapete.tongues import acts, bets, choices
from tapete.words import CLOSE, all_in, examples, find_spot, heard, normal, read_act, read_fall

COMPANY = ("ana", "luis", "teo", "sol", "pau", "noa", "eva", "leo")
COMMENT = re.compile(r"#(?!\d).*")  # a number after it makes it a card's slot

BETWEEN_PLAYERS = {
    "fold · raise 20 · all in": "what the prompt lists, with euros or cards where it takes them, in any language",
    "open": "what is open to whose turn it is, with its article",
}
HELP = {
    "{stakes}": "stake euros on a bet",
    "luis: {stake}": "the same for another player",
    "undo · withdraw {bet}": "take back your last act, or a stake",
    "ya  (or: no va más)": "the croupier closes the bets",
    "help {bet}": "a bet: what it pays, its limits, its price, each with its article",
    "open · open {bet}": "what is open to you now",
    "hint · felt · chips": "the cheapest bets; the felt; everybody's chips",
    "report NAME · preview NAME": "an irregularity, or what it would bring about",
    "rewind N WHY": "the inspector takes the round back to its input N",
    "last": "the director announces the last rounds",
    "quit": "leave the table",
}


def play(
    name: Annotated[str | None, GAME] = None,
    /,
    *,
    region: Annotated[str | None, REGION] = None,
    players: str | None = None,
    chips: str = "1000",
    minimum: str | None = None,
    table: Path | None = None,
    physical: bool = False,
    script: Path | None = None,
    seed: str | None = None,
    log: Path | None = None,
    hints: bool = False,
    set_: Set = None,
) -> int:
    """A table in the terminal, or driven through a pipe.

    Parameters
    ----------
    players
        The players' names, with commas between them; the first is you. Unsaid: ana, and as many more as the game needs.
    chips
        The euros each player brings.
    minimum
        The table's minimum in euros; 5 if not given.
    table
        A table's file in place of game, region and minimum; docs/table.md has its keys.
    physical
        You enter what fell, as a croupier would; otherwise chance is live.
    script
        A file of what falls, a line each: 17, 3 4, Ah; once it ends, you enter the rest.
    seed
        A text that fixes live chance, to repeat an evening.
    log
        Where the rounds are appended as JSON lines.
    hints
        Show the cheapest bets before each round.
    """
    if table is not None:
        given = {"GAME": name, "--region": region, "--minimum": minimum, "--set": set_}
        if said := [word for word, value in given.items() if value is not None]:
            raise TapeteError(f"{table} says what is played, and how: leave {' and '.join(said)} out")
        file = read(table)
    elif name is None or region is None:
        raise TapeteError("say which table: GAME and --region, or --table FILE")
    else:
        rules, options = ruled(game(name), region, switches(set_))
        about = {"game": name, "region": region, "minimum": minimum or "5"}
        file = parse({**about, "options": options, "readings": rules.choices}, "the table")
    breaches = check(file)
    if breaches:
        first = breaches[0]
        raise TapeteError(
            f"not a legal table: {first.where}: {first.what}; it must be {first.right} (art. {first.article})"
        )
    if log is not None:
        _check_log(log)
    chosen = game(file.game)
    company = COMPANY[: file.rules.least_players] if players is None else players.split(",")
    names = checked_names(checked(who) for who in company)
    if euros(chips) < file.settings().chip:
        smallest = format_cents(file.settings().chip)
        raise TapeteError(f"--chips {chips}: nobody sits down without a chip: the smallest is {smallest}")
    chosen.check_first_stack(file.rules, file.settings(), euros(chips))
    balances = {who: euros(chips) for who in names}
    session = Session(
        chosen.play,
        file.rules,
        file.settings(),
        balances,
        physical=physical or script is not None,
        script=scripted(script),
        seeds=seeds(seed),
    )
    return Terminal(chosen, session, log, hints).run()


def _check_log(log: Path) -> None:
    """Rounds are appended to a file in a folder that is there, and never to another table's."""
    try:
        if not log.parent.is_dir():
            raise TapeteError(f"{log}: cannot be written: there is no folder {log.parent}")
        if log.is_dir():
            raise TapeteError(f"{log}: cannot be written: it is a folder, name a file in it")
        if log.is_file() and log.stat().st_size:
            raise TapeteError(f"{log}: is there already: a log is one table's, name another file")
    except OSError as error:
        raise TapeteError(f"{log}: cannot be written: {error.strerror}") from None


class Terminal:
    """A session in a terminal: reads lines, acts for whoever they name, shows what happens."""

    def __init__(self, game: Game, session: Session, log: Path | None, hints: bool) -> None:
        self.game, self.session, self.log, self.hints = game, session, log, hints
        self.me = session.players[0]
        self.layout = game.layout(session.rules, session.settings)
        self.bets, self.acts = bets(session.rules), acts(session.rules)
        self.screen = console()
        self.interactive = sys.stdin.isatty() and not output.as_json
        self.round: Round = session.open()
        self.shown = 1
        self.mistakes = 0

    def run(self) -> int:
        """Plays until the lines end. Status 2 when a line could not be carried out."""
        self._say(f"{self.session.rules.title}, {self.session.rules.region}. 'help' for help.")
        self._open()
        self._follow()
        for line in self._lines():
            try:
                if self._line(line) == "quit":
                    break
            except TapeteError as error:
                self.mistakes += 1
                complain(str(error))
            self._follow()
        if not self.interactive:
            self._say("  ".join(map(self._holds, self.session.players)))
        return 2 if self.mistakes and not self.interactive else 0

    def _holds(self, who: str) -> str:
        """Somebody's chips, and those that still lie on the felt or in prison."""
        places = self.round.places
        lying = sum(stake.cents for zone in (FELT, PRISON) for stake in stakes(places, zone) if stake.who == who)
        rest = f" and {format_cents(lying)} on the table" if lying else ""
        return f"{who} {format_cents(self._chips(who))}{rest}"

    # Lines

    def _lines(self) -> Iterator[str]:
        while True:
            if self.interactive:
                try:
                    line = self.screen.input(f"[green]{self._prompt()}[/green] ")
                except EOFError:
                    return
            else:
                line = sys.stdin.readline()
                if not line:
                    return
            line = COMMENT.sub("", line).strip()
            if line:
                yield line

    def _prompt(self) -> str:
        pending = self.round.pending
        if isinstance(pending, Choose):
            return f"{pending.actor}: {' or '.join(map(_briefly, pending.open(pending.actor)))} >"
        if isinstance(pending, Chance):
            return "what fell >"
        if isinstance(pending, Window) and (asked := self._asked(pending)):
            return f"{asked}: {' · '.join(map(_briefly, pending.open(asked)))} >"
        return f"{self.me} {format_cents(self._chips(self.me))} >"

    def _asked(self, pending: Window) -> str:
        """Whose turn it is in a game between players, if it is one player's."""
        asked = [who for who in pending.actors() if who not in ROLES] if self.session.rules.between_players else []
        return decides(pending.label, asked)

    def _line(self, line: str) -> str | None:
        who, colon, rest = line.partition(":")
        if colon and who.strip() in (*self.session.players, *ROLES):
            who, line = who.strip(), rest.strip()
        else:
            who = ""
        verb, _, rest = line.partition(" ")
        verb = normal(verb)
        command = getattr(self, f"_do_{verb}", None)
        if command is not None and not who:
            return str(command(rest.strip()) or "") or None
        pending = self.round.pending
        if isinstance(pending, Chance):
            self.round.fell(read_fall(line, isinstance(pending, Roll)), who or "croupier")
        elif isinstance(pending, Choose):
            self._choose(pending, who or pending.actor, line)
        elif isinstance(pending, Window):
            self._act(pending, who, line)
        return None

    def _choose(self, pending: Choose, who: str, line: str) -> None:
        """A choice or, by its verb, what else may be done meanwhile."""
        verb = normal(line.split()[0])
        openings = [item for item in pending.open(who) if item.do == verb]
        act = read_act(openings, self.layout, line) if openings else None
        self.round.act(who, act or Act("choose", find_spot(pending.options, [line], "choice", choices)))

    def _act(self, pending: Window, who: str, line: str) -> None:
        """An act in words: the croupier's closing, a verb that is open to somebody, or a stake."""
        if normal(line) in CLOSE:
            self.round.act("croupier", Act("close"))
            return
        if self._anywhere(pending, who, line):
            return
        verb = normal(line.split()[0])
        for actor in [who] if who else dict.fromkeys((self.me, *pending.actors(), *ROLES)):
            openings = [item for item in pending.open(actor) if item.do == verb]
            if openings:
                self.round.act(actor, read_act(openings, self.layout, self._with_slots(actor, openings, line)))
                return
        actor = who or self._asked(pending) or self.me
        openings = pending.open(actor)
        self.round.act(actor, read_act(openings, self.layout, line, self.bets, self.acts, self.game.verbs))

    def _anywhere(self, pending: Window, who: str, line: str) -> bool:
        """An act by what its verb is called in another language, if it begins with one that is open to somebody."""
        everybodys = sorted({item.do for actor in pending.actors() for item in pending.open(actor)})
        first, longest = normal(line.split()[0]), heard(everybodys, line, self.acts)
        if first in everybodys and longest is not None and longest[0] == first:
            return False
        for actor in [who] if who else dict.fromkeys((self.me, *pending.actors())):
            openings = pending.open(actor)
            known = heard(sorted({item.do for item in openings} - {"stake"}), line, self.acts)
            if known is None and not (openings and all_in(line)):
                continue
            said = self._with_slots(actor, openings, line)
            self.round.act(actor, read_act(openings, self.layout, said, self.bets, self.acts))
            return True
        return False

    def _with_slots(self, who: str, openings: list[Option], line: str) -> str:
        """A line with cards by their slots, where somebody may choose some; they name them by their faces."""
        return self.round.view(who).meant(line) if any(item.slots for item in openings) else line

    # Commands

    def _do_quit(self, _: str) -> str:
        return "quit"

    _do_salir = _do_quit

    def _do_help(self, text: str) -> None:
        if not text:
            self._say("\n".join(self._help()))
            return
        rules, spot = self.session.rules, self.layout[find_spot(self.layout, text.split(), names=self.bets)]
        bet, limit = rules.bets[spot.bet], rules.limits[rules.bets[spot.bet].limit]
        pays = f", {spot.pays or bet.pays}" if hasattr(bet, "pays") else ""
        title = law_text(rules.region).title
        self._say(f"  {spot.id}: {bet.name}{pays}.  [{bet.article}: {title(bet.article)}]")
        lo, hi, step = map(format_cents, spot.limits)
        self._say(f"  {lo} to {hi} in steps of {step}.  [{limit.article}: {title(limit.article)}]")
        for row in prices(self.game, rules, self.session.settings):
            if row.bet in (spot.id, spot.bet):
                self._say(f"  {_price(row)}")

    _do_ayuda = _do_help

    def _help(self) -> Iterator[str]:
        """What can be typed, explained with bets of this game; nothing of bets where it takes none."""
        typed = examples(self.layout, self.game.examples)
        words = (
            {"stakes": " · ".join(typed[:2]), "bet": typed[0].rpartition(" ")[0], "stake": typed[-1]} if typed else {}
        )
        own = BETWEEN_PLAYERS if self.session.rules.between_players and not typed else {}
        shown = [(typing, does) for typing, does in {**own, **HELP}.items() if typed or "{" not in typing]
        wide = max(len(typing.format_map(words)) for typing, _ in shown)
        for typing, does in shown:
            beside = f"  {typing.format_map(words):<{wide}}  "
            yield fill(does, self.screen.width, initial_indent=beside, subsequent_indent=" " * len(beside))

    def _do_open(self, text: str) -> None:
        pending = self.round.pending
        if not isinstance(pending, Window):
            return
        who = pending.actor if isinstance(pending, Choose) else self._asked(pending) or self.me
        asked = find_spot(self.layout, text.split(), names=self.bets) if text else None
        there = [item for item in pending.open(who) if asked in (None, item.on)]
        for item in there:
            self._say(f"  {_describe(item)}  [{self.session.rules.region} {item.article}]")
        if not there:
            self._say(f"  nothing{f' on {asked}' if asked else ''} is open to {who} now")

    def _do_hint(self, _: str) -> None:
        """The best choice, or the cheapest bets that are open."""
        pending = self.round.pending
        who = pending.actor if isinstance(pending, Choose) else self.me
        view = self.round.view(who)
        for item in self.game.advice(self.session.rules, view):
            self._say(f"  {view.told(item.option)}: {item.value:+.4f} for each unit staked")
        if not isinstance(pending, Window) or isinstance(pending, Choose):
            return
        for row in cheapest(self.game, self.session.rules, view):
            self._say(f"  {_price(row)}")

    def _do_felt(self, _: str) -> None:
        if not output.as_json and self.session.rules.between_players:
            self.screen.print(oval(self.session.rules.title, self.game, self.round))
        elif not output.as_json:
            drawn = self.game.felt(self.session.rules, self.session.settings)
            self.screen.print(felt(self.session.rules.title, drawn, self.layout, self.round.places))

    def _do_chips(self, _: str) -> None:
        for who in self.session.players:
            self._say(f"  {who} {format_cents(self._chips(who))}")

    def _do_report(self, text: str) -> None:
        self.round.report(self._irregularity(text))

    def _do_preview(self, text: str) -> None:
        for entry in self.round.preview(self._irregularity(text)):
            self._show(entry)

    def _do_rewind(self, text: str) -> None:
        number, _, why = text.partition(" ")
        if not number.isdecimal():
            raise TapeteError("write 'rewind N WHY', with N the input to go back to")
        self.round.rewind(int(number), "inspector", why or "a slip")
        self.shown = len(self.round.log)
        self._say(f"  back to input {number}")

    def _do_undo(self, _: str) -> None:
        self.round.act(self.me, Act("undo"))

    _do_deshacer = _do_undo

    def _do_withdraw(self, text: str) -> None:
        lying = [stake.bet for stake in stakes(self.round.places) if stake.who == self.me]
        self.round.act(self.me, Act("withdraw", find_spot(lying, text.split(), names=self.bets)))

    _do_retirar = _do_withdraw

    def _do_last(self, text: str) -> None:
        self.round.act("director", Act("last", text))

    def _irregularity(self, text: str) -> str:
        return find_spot(self.session.rules.irregularities, text.split(), "irregularity")

    # What is shown

    def _follow(self) -> None:
        """Shows what is new, keeps a finished round, and opens the next."""
        while True:
            for entry in self.round.log[self.shown :]:
                self._show(entry)
            self.shown = len(self.round.log)
            pending = self.round.pending
            if isinstance(pending, Choose) and len(pending.options) == 1:
                self.round.act(pending.actor, Act("choose", pending.options[0]))
                continue
            if not self.round.finished:
                if self.interactive and self.session.rules.between_players and isinstance(pending, Window):
                    self._do_felt("")
                if self.hints and isinstance(self.round.pending, Choose):
                    self._do_hint("")
                return
            self._keep()
            self.round = self.session.open()
            self.shown = 1
            self._open()

    def _open(self) -> None:
        if self.hints:
            self._do_hint("")
        if self.interactive:
            self._do_felt("")
        for entry in self.round.log[self.shown :]:
            self._show(entry)
        self.shown = len(self.round.log)

    def _show(self, entry: Any) -> None:
        if isinstance(entry, Announce):
            self._say(f"— {self.round.phrase(entry)}")
        elif isinstance(entry, In) and entry.to.startswith("card:"):
            self._say(f"  {entry.to.partition(':')[2]}: {entry.fell}")
        elif isinstance(entry, In) and entry.to.startswith("show:"):
            self._say(f"  {entry.to.partition(':')[2]} is turned over: {entry.fell}")
        elif isinstance(entry, Down):
            self._say(f"  {entry.to}: {entry.slot} {self.round.face(entry.slot, entry.who) or 'face down'}")
        elif isinstance(entry, Shift):
            self._say(f"  {entry.card}: {entry.src} → {entry.dst}")
        elif isinstance(entry, Move) and entry.src != CAGE:
            self._say(f"  {format_cents(entry.cents):>8}  {_place(entry.src)} → {_place(entry.dst)}  [{entry.article}]")
        elif isinstance(entry, End) and entry.void:
            self._say(f"  the round is void: {entry.void}  [{entry.article}]")

    def _keep(self) -> None:
        lines = [encode(entry) for entry in self.round.log]
        if output.as_json:
            sys.stdout.write("".join(line.decode() + "\n" for line in lines))
        if self.log is not None:
            kept = encode(edition(self.session.play, self.session.rules))
            try:
                with self.log.open("ab") as file:
                    lines = lines if file.tell() else [kept, *lines]
                    file.write(b"".join(line + b"\n" for line in lines))
            except OSError as error:
                raise TapeteError(f"{self.log}: cannot be written: {error.strerror}") from None

    def _say(self, text: str) -> None:
        if not output.as_json:
            say_on(self.screen, text)

    def _chips(self, who: str) -> int:
        return self.round.places.get(chips(who), 0)


def _place(path: str) -> str:
    """A place as people say it: `ana`, `ana's rojo`, `ana's rojo in prison`, `ana's bank`, `ana's garage`, `bank`."""
    zone, who, bet = place(path)
    if zone.name in (BANCA, GARAGE):
        return f"{who}'s {'bank' if zone.name == 'banca' else zone.name}"
    return f"{who}'s {bet}{' in prison' if zone.name == 'prison' else ''}" if bet else who or path


def _price(row: BetOdds) -> str:
    setting = "".join(f" with {key}={value}" for key, value in row.setting.items())
    edge = row.figures.edge
    whose, share = ("the house keeps", edge) if edge >= 0 else ("the player gains", -edge)
    exact = f" ({share})" if isinstance(share, Fraction) and len(str(share)) <= 28 else ""
    return f"{row.bet}{setting}: {whose} {percent(share)}{exact}  [{row.article}]"


def _briefly(item: Option) -> str:
    """What may be typed, in few words, and what it costs: `raise 10-1000`, `doblar (5)`."""
    words = item.on if item.do == "choose" else f"{item.do} {item.on}".strip()
    cost = f" ({format_cents(item.cost)})" if item.cost else ""
    amounts = f" {format_cents(item.lo)}-{format_cents(item.hi)}" if item.step else ""
    return f"{words}{amounts}{cost}{' CARDS' if item.slots else ''}"


def _describe(item: Option) -> str:
    words = f"{item.do} {item.on}".strip()
    if item.amounts is None:
        return words
    lo, hi, step = map(format_cents, item.amounts)
    return f"{words}: {lo} to {hi} in steps of {step}"
