"""A round in words: bets, places and acts as people say them, and what happened as running commentary."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

import msgspec

from tapete.engine.calls import spoken
from tapete.engine.meter import BOOKS
from tapete.engine.places import BANK, CAGE, FELT, PRISON, place
from tapete.engine.requests import Act, Announce, Down, Move, Shift
from tapete.engine.stakes import Spot
from tapete.engine.transcript import End, Entry, In, Rewind, Void
from tapete.floor.standing import GameTable
from tapete.games import game
from tapete.games.shared.felt.geometry import EACH
from tapete.i18n import gettext as _
from tapete.i18n import law, money, ngettext, translated
from tapete.law.sections import BankRulebook
from tapete.web.tables.cards import picture, spanish
from tapete.wording import capital, street, word

MOVING = ("stake", "withdraw", "undo")  # acts that the chips they move tell of


class Told(NamedTuple):
    """A line of commentary; `n` is the input's number where it is one, so that a slip can be taken back."""

    kind: str
    text: str
    article: str = ""
    n: int = 0


LAID = (FELT, PRISON)  # where chips lie on a spot
TOGETHER = "\xa0"  # what is paid is not broken into two lines
BETWEEN = re.compile("( · |: )")  # what stands between the names on a felt
NO_NAMES = ("comun", "prision")  # of everybody's cards, and of a stake in prison: which it is is no name


def bet_name(rules: BankRulebook, spot: str) -> str:
    """A spot as people call it: `Pleno 17`, `Rojo`."""
    bet, _colon, tail = spot.partition(":")
    name = law(rules.bets[bet].name) if bet in rules.bets else word(bet)
    return f"{name} {tail.replace('-', '/')}".strip()


def label(rules: BankRulebook, spot: Spot) -> str:
    """A spot with what it pays: `Pleno 17, 35 a 1`."""
    pays = spot.pays or "|".join(game(rules.game).pays(rules, spot.id))
    return f"{bet_name(rules, spot.id)}, {ratio(pays)}" if pays else bet_name(rules, spot.id)


def printed(text: str) -> str:
    """Words on the felt in the reader's language: bets' names, or names and their numbers or what they pay.

    >>> from tapete.i18n import speaking
    >>> with speaking("en"): printed("Tabla 2: Escalera de color 15:1 · Trío 2:1").replace(TOGETHER, " ")
    'Table 2: Straight flush 15 to 1 · Three of a kind 2 to 1'
    """
    return "".join(part if at % 2 else _printed(part) for at, part in enumerate(BETWEEN.split(text)))


def _printed(text: str) -> str:
    name, _space, number = text.rpartition(" ")
    numbered = name and law(text) == text and any(map(str.isdigit, number))
    said = ratio(number).replace(" ", TOGETHER) if ":" in number else number
    return f"{law(name)} {said}" if numbered else law(text)


def ratio(pays: str) -> str:
    """What a bet pays, in words: `35 a 1`; of several ratios, each, or the most of many."""
    pairs = [ratio.partition(":") for ratio in pays.split("|")]
    words = [_("%(num)s to %(den)s") % {"num": num, "den": den} for num, _colon, den in pairs]
    return " · ".join(words) if len(words) <= EACH else _("up to %(ratio)s") % {"ratio": words[-1]}


def place_name(rules: BankRulebook, path: str) -> str:
    """A place as people say it."""
    at = place(path)
    zone, who = at.zone, at.who
    words = {"who": who, "bet": bet_name(rules, at.on) if zone.name in LAID else ""}
    said = {
        "bank": _("the bank"),
        "cage": _("the cage"),
        "jackpot": _("the jackpot"),
        "meter": _("the jackpot"),
        "chips": who,
        "felt": _("%(who)s, %(bet)s") % words,
        "prison": _("%(who)s, %(bet)s in prison") % words,
        "banca": _("the bank of %(who)s") % words,
        "garage": _("the garage of %(who)s") % words,
        "pot": _("the pot"),
        "commission": _("the house's share"),
        "tips": _("the tips"),
    }
    return said.get(zone.name) or path.replace("/", " ")


def hand_name(place: str, me: str = "") -> str:
    """Where cards lie, as people say it; a hand that was parted from another has its number behind it.

    >>> hand_name("mano:1"), hand_name("mano:1/2"), hand_name("mano/ana"), hand_name("mano/ana", "ana")
    ('Mano 1', 'Mano 1/2', 'Mano ana', 'Su mano')
    """
    if parted := re.fullmatch(r"(.+:\d+)(/\d+)", place):
        return hand_name(parted[1]) + parted[2]
    kind, *whose = re.split("[/:]", place)[-2:]
    if (kind, whose) == ("mano", ["crupier"]):
        return _("The croupier's hand")
    if me and whose == [me]:
        return capital(_("your %(hand)s") % {"hand": word(kind)})
    return capital(" ".join([street(kind), *map(word if kind in NO_NAMES else role_name, whose)]))


def verb(rules: BankRulebook, do: str) -> str:
    """An act in the reader's language: as any table or the game itself calls it, or else by the rulebook's word."""
    words = {
        "stake": _("Stake"),
        "withdraw": _("Take back"),
        "undo": _("Undo"),
        "close": _("No more bets"),
        "last": _("Announce the last rounds"),
        "read": _("Read off"),
    }
    own = game(rules.game).verbs
    return translated(own[do]) if do in own else words.get(do) or capital(word(do))


def role_name(who: str) -> str:
    """A role in the reader's language; a name is a name."""
    words = {
        "croupier": _("the croupier"),
        "inspector": _("the inspector"),
        "director": _("the director"),
        "regulator": _("the regulator"),
        "watcher": _("a watcher"),
    }
    return words.get(who, who)


def option(chosen: str) -> str:
    """Something to choose, as people say it."""
    return capital(word(chosen))


def doing(rules: BankRulebook, do: str, on: str) -> str:
    """What is done and to what, in words: `Retirar Rojo`, `Plantarse`."""
    guest, at, host = on.partition("@")
    named = game(rules.game).named(rules, do, on)
    if do == "choose":
        return option(on) if named is None else translated(named)
    if named is not None:
        return f"{verb(rules, do)} {translated(named)}"
    if do == "last":
        return _last(rules, on)
    if at:
        return f"{verb(rules, do)}: {guest} ({host})"
    return f"{verb(rules, do)} {bet_name(rules, on) if on.partition(':')[0] in rules.bets else on}".strip()


def amounting(text: str, amount: bool) -> str:
    """What may be done, with dots for an amount that is to be said with it.

    >>> amounting("Tomar la banca por", amount=True)
    'Tomar la banca por …'
    """
    return f"{text} …" if amount else text


def priced(text: str, cents: int) -> str:
    """What is done, with the chips that it costs: `Ir 10 €`."""
    return f"{text} {money(cents)}" if cents else text


def _last(rules: BankRulebook, on: str) -> str:
    """Of what the last rounds are announced: of a game, the table's day, or limits where the text has those too."""
    if on and game(rules.game).ends(rules, on):
        return _("Announce the last hands of the game")
    if on:
        return _("Announce the last rounds before the table closes")
    if rules.minimum.announced_rounds:
        return _("Announce the last rounds before the limits change")
    return verb(rules, "last")


def act_name(rules: BankRulebook, act: Act) -> str:
    """An act in words."""
    return f"{doing(rules, act.do, act.on)} {money(act.cents) if act.cents else ''}".strip()


def moved(rules: BankRulebook, move: Move) -> str:
    """Chips that moved, in words."""
    left, came = place(move.src), place(move.dst)
    (src, whose, _spot), (dst, other, _on) = left, came
    words = {
        "amount": money(move.cents),
        "who": whose or other,
        "bet": next((bet_name(rules, at.on) for at in (left, came) if at.zone.name in LAID), ""),
        "to": bet_name(rules, came.on) if dst.name in LAID else "",
        "src": place_name(rules, move.src),
        "dst": place_name(rules, move.dst),
    }
    match src.name, dst.name:
        case "chips", "felt":
            return _("%(who)s puts %(amount)s on %(bet)s") % words
        case "felt", "chips":
            return _("%(who)s gets %(amount)s back from %(bet)s") % words
        case "bank", "chips":
            return _("The bank pays %(who)s %(amount)s") % words
        case "felt" | "prison", "bank":
            return _("The bank takes %(amount)s of %(who)s's on %(bet)s") % words
        case "felt", "felt" if whose == other:
            return _("%(amount)s of %(who)s's on %(bet)s goes on to %(to)s") % words
        case "felt", "prison":
            return _("%(amount)s of %(who)s's on %(bet)s goes to prison") % words
    return _("%(amount)s: %(src)s → %(dst)s") % words


def card(rules: BankRulebook, code: str) -> str:
    """A card by its name."""
    return picture(code, spanish(rules)).alt


def tell(rules: BankRulebook, entries: Sequence[Entry], me: str, everything: bool) -> list[Told]:
    """A round's commentary: calls and what fell for everybody; chips that moved for whose they are, and for staff.

    An act is left to the chips that it moves, or to the call that follows it.
    """
    tolds: list[Told] = []
    lying: dict[str, str] = {}
    faces: dict[str, str] = {}
    n = 0
    for entry, then in zip_longest(entries, entries[1:]):
        if isinstance(entry, Down):
            lying[entry.slot] = entry.to
            if isinstance(then, In) and then.to == f"show:{entry.slot}":  # dealt and turned at once: told by its face
                continue
        if isinstance(entry, In) and entry.act is not None and (entry.act.do in MOVING or _called(entry, then)):
            n = entry.n
            continue
        if isinstance(entry, In) and entry.to.startswith("show:") and isinstance(entry.fell, str):
            faces[entry.to.removeprefix("show:")] = entry.fell
        lines = _told(rules, _placed(entry, lying, faces), me, everything)
        tolds += [line if line.n else line._replace(n=n) for line in lines]
        n = 0
    return tolds


def gathered(lines: Iterable[Told]) -> Iterator[Told]:
    """Commentary in which cards that are dealt one after another are told place by place, as one looks at them.

    >>> dealt = [Told("dealt", card) for card in ("Mano 1: A", "Banca: B", "Mano 1: C")]
    >>> [line.text for line in gathered([*dealt, Told("call", "Banca: pasa.")])]
    ['Mano 1: A, C', 'Banca: B', 'Banca: pasa.']
    """
    for kind, run in groupby(lines, key=lambda line: "→" not in line.text and line.kind):
        if kind != "dealt":
            yield from run
            continue
        places: dict[str, list[str]] = {}
        for line in run:
            place, _colon, card = line.text.partition(": ")
            places.setdefault(place, []).append(card)
        for place, cards in places.items():
            yield Told("dealt", f"{place}: {_counted(cards)}")


def _counted(cards: Sequence[str]) -> str:
    """Cards by their names; of several backs, how many, where the first of them was dealt.

    >>> from tapete.i18n import speaking
    >>> back = "a card face down"
    >>> with speaking("en"): _counted([back, back, "K♠", back]), _counted([back, "K♠", "K♠"])
    ('3 cards face down, K♠', 'a card face down, K♠, K♠')
    """
    back = _("a card face down")
    backs = cards.count(back)
    if backs < 2:
        return ", ".join(cards)
    count = ngettext("%(n)s card face down", "%(n)s cards face down", backs) % {"n": backs}
    first = cards.index(back)
    return ", ".join([*cards[:first], count, *(card for card in cards[first:] if card != back)])


def _called(entry: In, then: Entry | None) -> bool:
    """Whether the call after an act says who did it."""
    return isinstance(then, Announce) and then.args[:1] == (entry.who,)


def lasting(entries: Iterable[Entry]) -> list[Entry]:
    """A log without what was taken back in it, but with the taking back."""
    kept: list[Entry] = []
    starts: list[int] = []
    for entry in entries:
        if isinstance(entry, Rewind):
            del kept[starts[entry.to] if entry.to < len(starts) else len(kept) :]
            del starts[entry.to :]
        elif isinstance(entry, In):
            starts.append(len(kept))
        kept.append(entry)
    return kept


def _placed(entry: Entry, lying: Mapping[str, str], faces: Mapping[str, str]) -> Entry:
    """A card that is turned over is told by the place in which it lies; one that lies open is known when it goes on."""
    if isinstance(entry, Shift):
        return msgspec.structs.replace(entry, card=faces.get(entry.card, entry.card))
    if isinstance(entry, In) and entry.to.startswith("show:"):
        slot = entry.to.removeprefix("show:")
        return msgspec.structs.replace(entry, to=f"card:{lying.get(slot, '')}")
    return entry


def _told(rules: BankRulebook, entry: Entry, me: str, everything: bool) -> Iterator[Told]:
    match entry:
        case Announce():
            yield Told("call", spoken(rules, entry))
        case In():
            yield from _input(rules, entry, me, everything)
        case Move() if entry.src != CAGE and (everything or me in _owners(entry)):
            yield Told("paid" if BANK in (entry.src, entry.dst) else "move", moved(rules, entry), entry.article)
        case Down():
            yield Told("dealt", f"{hand_name(entry.to, me)}: {card(rules, entry.slot)}")
        case Shift():
            src, dst = hand_name(entry.src, me), hand_name(entry.dst, me)
            yield Told("dealt", f"{card(rules, entry.card)}: {src} → {dst}")
        case Rewind():
            slip = _("The inspector takes the round back to step %(n)s: %(why)s") % _slip(entry)
            yield Told("staff", slip + _signed(entry, everything))
        case Void():
            line = _("The inspector declares the round void: %(why)s") % {"why": entry.why}
            yield Told("staff", line + _signed(entry, everything), entry.article)
        case End() if entry.void:
            name = rules.irregularities[entry.void].name if entry.void in rules.irregularities else entry.void
            yield Told("staff", _("The round is void: %(why)s") % {"why": law(name)}, entry.article)


def _signed(entry: Rewind | Void, everything: bool) -> str:
    """By whom, for those who may know."""
    return f" ({', '.join(entry.signed)})" if everything and entry.signed else ""


def _slip(entry: Rewind) -> dict[str, object]:
    return {"n": entry.to, "why": entry.why}


def _owners(move: Move) -> set[str]:
    return {place(path).who for path in (move.src, move.dst)} - {""}


def _input(rules: BankRulebook, entry: In, me: str, everything: bool) -> Iterator[Told]:
    if entry.report:
        rule = rules.irregularities[entry.report]
        yield Told("staff", _("Irregularity: %(what)s") % {"what": law(rule.name)}, rule.article, entry.n)
    elif entry.fell is not None:
        fell = entry.fallen
        kind, _colon, where = entry.to.partition(":")
        if where and kind in ("card", "show"):
            yield Told("dealt", f"{hand_name(where, me)}: {card(rules, fell)}", n=entry.n)
        elif everything:
            yield Told("input", _("Fell: %(what)s") % {"what": fell}, n=entry.n)
    elif entry.act is not None and entry.who == BOOKS:
        if everything:
            words = {"prize": bet_name(rules, entry.act.on), "amount": money(entry.act.cents)}
            yield Told("input", _("%(prize)s stands at %(amount)s") % words, n=entry.n)
    elif entry.act is not None and (everything or entry.who == me or entry.act.do == "choose"):
        yield Told("input", f"{role_name(entry.who)}: {act_name(rules, entry.act)}", n=entry.n)


def told_apart(tables: Sequence[GameTable]) -> Mapping[str, str]:
    """What tables are called in a list: those of one name with the numbers under which they were opened."""
    count = Counter(table.name for table in tables)
    return {
        table.public_id: table.name
        if count[table.name] == 1
        else _("%(name)s, no. %(n)s") % {"name": table.name, "n": table.id}
        for table in tables
    }
