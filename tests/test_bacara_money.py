"""Whose the chips are after each coup of the baccarats between players, reckoned again from stakes, words and ends.

Asks no game who plays for how much: that is worked out from what lay on the table before the bets were closed, and
from the orders of priority as the texts have them.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tapete.engine.places import ROLES
from tapete.engine.requests import Act, Announce, Chance
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import In
from tapete.engine.window import Window
from tapete.errors import IllegalAction
from tapete.games import game
from tests.helpers import EVERYTHING

PEOPLE = ("ana", "luis", "eva", "teo", "noa", "ivo", "uma", "leo")
PURSE = 300_000
EVENINGS, COUPS, INPUTS = (60, 60, 400) if EVERYTHING else (6, 40, 400)
REGIONS = pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
MOVED = ("sit", "wait", "follows", "withdraw")  # after which who comes before whom is another question
RARE = {"banco": 0.1, "banco-again": 0.5, "pass": 0.2, "leave": 0.2}
OWN = ("chips", "felt", "banca", "garage")


class Coup(NamedTuple):
    """A coup: what lay where when the bets were closed, and the round once it is over."""

    before: dict[str, int]
    round: Round
    options: dict[str, str]

    @property
    def calls(self) -> dict[str, tuple[str, str]]:
        """Who called the bank last, how and with whom."""
        said: dict[str, tuple[str, str]] = {}
        for entry in self.round.log:
            if isinstance(entry, In) and entry.act is not None:
                who, act = entry.who, entry.act
                if act.do.startswith("banco") or act.do == "last-complete":
                    said[who] = (act.do, act.on)
                elif act.do == "again-late":
                    said = {who: ("banco-again", "")}
        return said

    @property
    def acts(self) -> set[str]:
        return {entry.act.do for entry in self.round.log if isinstance(entry, In) and entry.act is not None}

    @property
    def said(self) -> list[tuple[str, ...]]:
        return [(entry.call, *entry.args) for entry in self.round.log if isinstance(entry, Announce)]

    def lay(self, *place: str) -> int:
        return self.before.get("/".join(place), 0)

    def wealth(self, places: dict[str, int]) -> Counter[str]:
        """What belongs to whom."""
        whose: Counter[str] = Counter()
        for place, cents in places.items():
            kind, _, rest = place.partition("/")
            if kind in OWN:
                whose[rest.split("/")[0]] += cents
        return whose

    @property
    def change(self) -> dict[str, int]:
        """What each has more or less than when the bets were closed."""
        before, after = self.wealth(self.before), self.wealth(dict(self.round.places))
        return {who: after[who] - before[who] for who in before | after}


def freely(source: random.Random, round: Round) -> None:
    """One legal input of anybody; amounts of all sizes, cards as they fall."""
    pending = round.pending
    if isinstance(pending, Chance):
        round.fell(pending.plain(pending.read([source.randrange(size) for size in pending.sizes])))
        return
    assert isinstance(pending, Window)
    people = [*(who for who in pending.actors() if who not in ROLES), *(ROLES if source.random() < 0.15 else ())]
    source.shuffle(people)
    for who in (*people, *ROLES):
        if items := [item for item in pending.open(who) if item.do not in ("last", "absent", "refuse", *MOVED)]:
            item = source.choices(items, [RARE.get(item.do, 1) / (1 + 9 * bool(item.on)) for item in items])[0]
            lo, hi, by = item.amounts or (0, 0, 1)
            cents = lo + by * source.choice((0, source.randint(0, min(9, (hi - lo) // by)), (hi - lo) // by))
            round.act(who, Act(item.do, item.on, cents))
            return


def coups(name: str, region: str, seed: int) -> Iterator[Coup]:
    """An evening at a table of its own options."""
    source = random.Random(f"{name} {region} {seed}")
    rules: Any = game(name).rules(region)
    options = {option: source.choice(rule.values) for option, rule in rules.options.items()}
    players = PEOPLE[: source.randint(5, len(PEOPLE))]
    purses = dict.fromkeys(players, PURSE)
    session = Session(
        game(name).play, rules, standard(rules, 1000, options), purses, seeds=lambda: source.randbytes(32)
    )
    for _ in range(COUPS):
        if session.round is not None:
            session._take_over(session.round)
            session.round = None
            session.places.update({f"chips/{who}": source.choice((0, 5050, 20_000, PURSE)) + 5000 for who in players})
        try:
            round = session.open()
        except IllegalAction:
            return
        before: dict[str, int] = {}
        for number in range(INPUTS):
            if round.finished:
                break
            label = getattr(round.pending, "label", "")
            if label == "stakes":
                before = dict(round.places)
            if label in ("stakes", "auction") and number > 40:
                round.act("croupier", Act("close"))
            else:
                freely(source, round)
        assert round.finished
        yield Coup(before, round, options)


def in_order(names: Sequence[str], after: int) -> list[str]:
    """Names by their departments, from the one after a number on, and round."""
    return [who for who in (*names[after:], *names[:after]) if who]


def chemin_order(seats: Any, banker: str) -> list[str]:
    """2.1.A.4.2, 08.IV: who sits, from the banker's right on; then who stands, as those they stand behind."""
    chairs, standing = list(seats.seats), list(seats.standing)
    size = len(chairs)
    at = (chairs.index(banker) if banker in chairs else standing.index(banker) % size) + 1
    behind = sorted(standing, key=lambda who: ((standing.index(who) % size) - at) % size)
    return [who for who in (*in_order(chairs, at), *behind) if who != banker]


def play_for(coup: Coup, bank: int, order: list[str], callers: list[str]) -> dict[str, int]:
    """2.1.A.7.5-10, 08.VII: seguido, banco, banco of two, the half with the table and who completes it, stakes."""
    chip, calls = coup.round.header.settings.chip, coup.calls
    for kind in ("banco-again", "banco"):
        if alone := [who for who in callers if calls.get(who) == (kind, "")]:
            return {alone[0]: bank}
    greater = -(-bank // (2 * chip)) * chip  # half of the bank at least, in whole chips
    for who in callers:
        do, other = calls.get(who, ("", ""))
        if do == "banco" and other and calls.get(other) == ("banco", who):
            return {who: greater, other: bank - greater}
    plays: Counter[str] = Counter()
    halves = [who for who in callers if calls.get(who) == ("banco-with-table", "")][:1]
    lasts = [who for who in callers if halves and calls.get(who) == ("last-complete", "")][:1]
    for who in halves:
        plays[who] = greater
    for who in order:
        if who not in (*halves, *lasts):
            staked = coup.lay("felt", who, "punto") + coup.lay("felt", who, "raya") // 2
            plays[who] = min(staked, bank - plays.total())
    for who in lasts:
        plays[who] = bank - plays.total()
    return {who: cents for who, cents in plays.items() if cents}


def reckon_chemin(coup: Coup) -> str:
    """One coup of chemin de fer: who lost what, what the house took, what lies in the bank and its garage."""
    carry: Any = coup.round.carry
    told = {call: args for call, *args in coup.said if call in ("result", "tie", "null")}
    names = [args[0] for call, *args in coup.said if call == "banker"]
    banker = names[-1] if names else coup.round.header.carry.get("office", {}).get("who", "")
    members = [who for who in PEOPLE if coup.lay("banca", who) or coup.lay("garage", who)]
    bank = sum(coup.lay("banca", who) for who in members)
    order = [who for who in chemin_order(carry.seats, banker) if who not in members]
    bound = [who for who in order if who in carry.seats.bound]
    plays = play_for(coup, bank, order, [*(who for who in order if who not in bound), *bound])
    staked = sum(plays.values())
    assert staked <= bank
    winner = told["result"][0] if "result" in told else ""
    rate = Fraction(coup.options.get("deduccion", "5")) / 100
    chip = coup.round.header.settings.chip if coup.options["redondeo"] == "ficha" else 1
    cut = int(staked * rate) // chip * chip if winner == "banca" else 0
    sign = {"punto": 1, "banca": -1}.get(winner, 0)
    change = coup.change
    assert all(change[who] == sign * plays.get(who, 0) for who in order), (change, plays, winner)
    gain = -sign * staked - cut
    assert sum(change[who] for who in members) == gain
    for who in members if bank else ():
        cents = 2 * len(members) if who == banker else 2  # those over are the banker's
        assert abs(change[who] - Fraction(gain * coup.lay("banca", who), bank)) < cents, (change, members, gain)
    after = coup.round.places
    if winner == "punto":
        assert not any(after.get(f"{kind}/{who}") for kind in ("banca", "garage") for who in members)
    elif winner == "banca" and "all-goes" not in coup.acts:
        assert sum(after.get(f"banca/{who}", 0) for who in members) == 2 * staked - cut
    return winner


@REGIONS
def test_ex_2_1_a_5_and_7_and_pv_08_v_and_vii_everybody_has_what_a_coup_of_chemin_de_fer_leaves(region: str) -> None:
    ended: Counter[str] = Counter()
    called: Counter[str] = Counter()
    for seed in range(EVENINGS):
        for coup in coups("chemin-de-fer", region, seed):
            if coup.before and any(call == "hand" for call, *_ in coup.said) and not coup.acts & {*MOVED}:
                ended[reckon_chemin(coup)] += 1
                called.update(do for do, _ in coup.calls.values())
    assert min(ended[winner] for winner in ("", "punto", "banca")) > 0
    assert {"banco", "banco-with-table", "last-complete"} <= called.keys()


def cloths_play(coup: Coup, banker: str, bank: int, calls: list[str]) -> list[dict[str, int]]:
    """2.1.B.4.3-4, 6.e and 7.3-4, 09.IV, VI and VII: what plays at each cloth."""
    chip, limited = coup.round.header.settings.chip, coup.options["modalidad"] == "limitada"
    carry: Any = coup.round.carry
    seats, size = list(carry.seats.seats), len(carry.seats.seats) // 2
    second = set(carry.seats.second)
    here = [[who for who in seats[:size] if who], [who for who in seats[size:] if who]]
    stand = [[who for who in carry.seats.standing if (who in second) == bool(cloth)] for cloth in (0, 1)]
    orders = [[*here[n], *stand[n], *here[1 - n], *stand[1 - n]] for n in (0, 1)]
    first = -(-bank // (2 * chip)) * chip
    if calls:
        at = {cloth for cloth in (0, 1) if any(who in (*here[cloth], *stand[cloth]) for who in calls)}
        lots = [args[0] for call, *args in coup.said if call == "lots" and args[0] in ("primero", "segundo")]
        cloth = ("primero", "segundo").index(lots[-1]) if len(at) > 1 else min(at)
        caller = next(who for who in orders[cloth] if who in calls)
        return [{caller: first}, {caller: bank - first}]
    left, plays = bank, []
    for cloth, name in enumerate(("primero", "segundo")):
        taken = {}
        for who in orders[cloth]:
            across = coup.lay("felt", who, "caballo")
            odd = (across // chip + 1) // 2 * chip
            cents = coup.lay("felt", who, name) + coup.lay("felt", who, f"raya-{name}") // 2
            cents += across - odd if cloth else odd
            taken[who] = min(cents, left) if limited else cents
            left -= taken[who]
        plays.append({who: cents for who, cents in taken.items() if cents and who != banker})
    return plays


def reckon_cloths(coup: Coup) -> tuple[str, ...]:
    """One coup at two cloths: what each cloth won or lost, and what the house took of what the banker won at both."""
    carry: Any = coup.round.carry
    names = [args[0] for call, *args in coup.said if call == "banker"]
    banker = names[-1] if names else coup.round.header.carry.get("office", {}).get("who", "")
    bank = coup.lay("banca", banker)
    calls = [who for who, (do, _) in coup.calls.items() if do == "banco"]
    plays = cloths_play(coup, banker, bank, calls)
    assert sum(cents for each in plays for cents in each.values()) <= bank
    ends = {
        args[0]: (args[-1] if call == "result" else "")
        for call, *args in coup.said
        if call in ("result", "tie", "null")
    }
    signs = [{name: 1, "banca": -1}.get(ends[name], 0) for name in ("primero", "segundo")]
    expected: Counter[str] = Counter()
    for sign, each in zip(signs, plays, strict=True):
        for who, cents in each.items():
            expected[who] += sign * cents
    won = -sum(expected.values())
    rate = {"limitada": Fraction(2, 100), "libre": Fraction(125, 10_000)}[coup.options["modalidad"]]
    chip = coup.round.header.settings.chip if coup.options["redondeo"] == "ficha" else 1
    cut = int(max(0, won) * rate) // chip * chip
    expected[banker] = won - cut
    change = {who: cents for who, cents in coup.change.items() if cents}
    assert change == {who: cents for who, cents in expected.items() if cents}, (change, expected, ends, plays)
    assert not carry.office.who or coup.round.places.get(f"banca/{banker}", 0) == bank + won - cut
    return tuple(ends.values())


@REGIONS
def test_ex_2_1_b_4_to_7_and_pv_09_iv_to_vii_everybody_has_what_a_coup_at_two_cloths_leaves(region: str) -> None:
    ended: Counter[tuple[str, ...]] = Counter()
    called = broken = 0
    for seed in range(EVENINGS):
        for coup in coups("bacara-dos-panos", region, seed):
            added = {"add", "deposit"} & coup.acts
            if coup.before and any(call == "hand" for call, *_ in coup.said) and not coup.acts & {*MOVED}:
                ended[reckon_cloths(coup)] += 1
                called += any(do == "banco" for do, _ in coup.calls.values())
            broken += any(call == "broken" for call, *_ in coup.said) and not added
    assert len(ended) > 5 and called and broken
