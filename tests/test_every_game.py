"""What every game must pass, in every region that has it. A new game is tested here without a word added."""

import contextlib
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tapete.audit.limits import check_settings
from tapete.audit.log import audit
from tapete.engine.places import ROLES
from tapete.engine.requests import Act, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import Settings, standard
from tapete.engine.transcript import Entry, In, decode, encode
from tapete.engine.window import Choose, Window
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.unnamed import unnamed
from tapete.games import Game, game
from tapete.odds.kept import Awaited, known_only
from tapete.odds.report import BetOdds
from tapete.sim.run import BetResult, simulate
from tests.helpers import EVERYTHING, EVERYWHERE, PRICED, SIMULATED, lies, sit, total
from tests.hidden import Fated, everything
from tests.robot import evening, play_out, step

STAKE, TOGETHER = 1_320_000, 8  # cents of which every payment is whole, on so many spots at once
# What is played by raising one's stake, or by giving up.
RAISED = ("blackjack", "reto", "poker_sin_descarte", "poker_con_descarte", "tripoker", "texas", "cuatro_cartas")
everywhere = pytest.mark.parametrize(("name", "region"), EVERYWHERE)


@everywhere
def test_the_standard_table_is_legal(name: str, region: str) -> None:
    rules = game(name).rules(region)
    assert check_settings(rules, standard(rules)) == []


@everywhere
def test_chips_are_conserved_and_never_negative(name: str, region: str) -> None:
    def watch(table: Round) -> None:
        assert total(table) == 200_000
        assert all(cents >= 0 for place, cents in table.places.items() if place != "cage")

    for table in evening(sit(name, region), 60, seed=1, watch=watch, trouble=0.02):
        watch(table)


DECIDED = [
    (name, region)
    for name, region in EVERYWHERE
    if name != "dados"  # there stakes wait for a later throw
    if not (rules := game(name).rules(region)).between_players and not rules.settlement.winners_stay
]


@pytest.mark.parametrize(("name", "region"), DECIDED)
def test_no_stake_outlives_a_round_that_decides_all_of_them(name: str, region: str) -> None:
    """Four play with all that a house may admit, and stake, undo and take back as they like."""
    rules = game(name).rules(region)
    admitted = {key: "si" for key, option in rules.options.items() if option.values == ("no", "si")}
    for seed in (1, 4):
        chips = dict.fromkeys(("ana", "luis", "eva", "teo"), 10_000_000)
        session = sit(name, region, chips=chips, options={**standard(rules).options, **admitted})
        for table in evening(session, 16, seed=seed):
            assert lies(table, "felt/") == {}


@everywhere
def test_a_replay_is_equal_to_the_byte_and_an_audit_is_clean(name: str, region: str) -> None:
    played = evening(sit(name, region), 40, seed=2, trouble=0.02)
    for table in played:
        again = replay(table.play, table.rules, [decode(line) for line in table.lines()])
        assert again.lines() == table.lines()
        assert again.places == table.places
    report = audit(line for table in played for line in table.lines())
    assert report.breaches == []


@everywhere
def test_live_evenings_audit_clean(name: str, region: str) -> None:
    played = evening(sit(name, region, physical=False), 25, seed=3)
    assert all(table.header.commitment for table in played)
    assert audit(line for table in played for line in table.lines()).breaches == []


@everywhere
def test_the_public_reads_of_nobody(name: str, region: str) -> None:
    """Whoever was not there reads a round's calls and cards, and no name, wherever in a line it stands."""
    for round in evening(sit(name, region, physical=False), 3, seed=5, trouble=0.05):
        names = re.compile(rf"\b({'|'.join(round.header.players)})\b")
        assert [line for line in map(encode, unnamed(round.log)) if names.search(line.decode())] == []


@everywhere
def test_a_choice_says_what_it_costs(name: str, region: str) -> None:
    """What every option of a choice is said to cost is what the round takes from who chooses it, tried on a copy."""
    if game(name).rules(region).between_players:
        return  # what is asked there takes an amount
    seen = [0, 0]

    def watch(table: Round) -> None:
        pending = table.pending
        if not isinstance(pending, Choose):
            return
        for item in pending.open(pending.actor):
            if item.do == "choose":
                tried = table.copy()
                tried.act(pending.actor, item.least_act)
                since = tried.log[len(table.log) :]
                taken = sum(entry.cents for entry in since if isinstance(entry, Move) and entry.src == "chips/ana")
                assert item.cost == taken, (pending.label, item.on)
                seen[taken > 0] += 1

    evening(sit(name, region, chips={"ana": 200_000}), 30, seed=5, watch=watch)
    assert seen[1] or game(name).folder not in RAISED


@everywhere
def test_what_is_open_is_accepted_and_what_is_not_changes_nothing(name: str, region: str) -> None:
    source = random.Random(4)

    def probe(table: Round) -> None:
        pending = table.pending
        if not isinstance(pending, Window):
            return
        before = table.lines(), dict(table.places), table.view("ana")
        for who in ("ana", "luis", *ROLES):
            openings = pending.open(who)
            for item in source.sample(openings, min(3, len(openings))):
                lo, hi, step = item.amounts or (0, 0, 1)
                assert lo <= hi
                pending.check(who, item.least_act)
                pending.check(who, Act(item.do, item.on, hi, item.slots[: item.most]))
                for bad in (lo - step, hi + step, lo + 1 if step > 1 else hi + 1, -lo):
                    if item.amounts is None or not item.amounts.admits(bad):
                        with pytest.raises(IllegalAction):
                            table.act(who, Act(item.do, item.on, bad or 1))
        for who, act in (
            ("ana", Act("stake", "no-such-bet", 500)),
            ("ana", Act("close")),
            ("nobody", Act("stake", next(iter(game(name).layout(table.rules, table.header.settings)), ""), 500)),
            ("croupier", Act("fly")),
        ):
            with pytest.raises(IllegalAction):
                table.act(who, act)
        assert (table.lines(), dict(table.places), table.view("ana")) == before

    evening(sit(name, region), 6, seed=5, watch=probe)


@everywhere
def test_an_irregularity_is_handled_refused_or_void_at_every_step(name: str, region: str) -> None:
    """Once at each kind of step of each round, what comes of it is also played to the end."""
    seen, ended = set(), set()

    def probe(table: Round) -> None:
        assert table.pending is not None
        label, lines = table.pending.label.partition(":")[0], table.lines()
        about = f"{label}:{table.pending.label.rpartition(':')[2]}"
        for irregularity, rule in table.rules.irregularities.items():
            there = all(len(table.cards.get(place, ())) >= count for place, count in rule.lying.items())
            there = there and not denied(table, irregularity)
            if not there or (label not in rule.during and about not in rule.during):
                with pytest.raises(IllegalAction, match=irregularity):
                    table.report(irregularity)
                continue
            seen.add(irregularity)
            shown, copy = table.preview(irregularity), table.copy()
            copy.report(irregularity)
            assert shown == before_chance(copy.log[len(table.log) + 1 :])
            kind = (table.header.previous, label, irregularity)
            if kind not in ended:
                ended.add(kind)
                play_out(random.Random(6), copy)
                assert copy.finished
            assert total(copy) == total(table)
        assert table.lines() == lines

    evening(sit(name, region), 5, seed=7, watch=probe)
    assert seen == set(game(name).rules(region).irregularities)


def denied(table: Round, irregularity: str) -> bool:
    """Whether the procedure says that it cannot have happened as things stand."""
    return table._table.denies is not None and table._table.denies(irregularity) is not None


def before_chance(brought: list[Entry]) -> list[Entry]:
    """What comes of something as far as nothing has fallen and no card is turned: all that a preview may tell."""
    fell = (i for i, entry in enumerate(brought) if isinstance(entry, In) and entry.fell)
    return brought[: next(fell, len(brought))]


@pytest.mark.slow
@everywhere
@pytest.mark.parametrize("who", ["ana", "luis", "watcher"])
def test_nothing_that_reaches_a_person_depends_on_what_they_were_not_shown(name: str, region: str, who: str) -> None:
    """Two rounds that differ only in what has not fallen yet are the same to the byte until it falls."""
    for known in (0, 1, 2, 3, 5, 8, 1000):
        one, other = (reached(name, region, who, Fated(known, tail)) for tail in (1, 2))
        assert one
        assert one == other


def reached(name: str, region: str, who: str, fate: Fated) -> list[str]:
    """All that reaches somebody at every step at which no more has fallen than is known."""
    source, found = random.Random(8), []
    session = sit(name, region)
    header = session.open().header
    table = Round(session.play, session.rules, msgspec.structs.replace(header, commitment="c" * 64), fate, lambda: 0)
    for _ in range(300):
        if table.draws > fate.known:
            break
        found.append(everything(table, who))
        others = set() if table.rules.open_stacks else {f"chips/{'luis' if who == 'ana' else 'ana'}"}
        assert not {"bank", *others} & table.view(who).places.keys()
        if table.finished:
            break
        step(source, table)
    return found


def switches(name: str, region: str) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Every section that can be switched, to what, and the values that changes."""
    for path, section in game(name).rules(region).sections():
        for variant, values in section.variants.items():
            yield path, variant, values


@everywhere
def test_a_switch_changes_what_it_says_and_nothing_else(name: str, region: str) -> None:
    rules = game(name).rules(region)
    before = {path: section.content for path, section in rules.sections()}
    for path, variant, values in switches(name, region):
        switched = game(name).rules(region, {path: variant})
        # A misprinted name can be switched too, and is all that another digest does not tell.
        assert (switched.digest != rules.digest) == (values.keys() != {"name"})
        after = {other: section.content for other, section in switched.sections()}
        around = {other for other in before if path.startswith(f"{other}.")}
        assert {other for other in before if after[other] != before[other]} - around == {path}
        said = {**before[path], **values}
        assert after[path] == {key: value for key, value in said.items() if value != ""}


@everywhere
def test_every_switch_is_played_and_audited(name: str, region: str) -> None:
    for path, variant, _ in switches(name, region):
        played = evening(sit(name, region, choices={path: variant}), 3, seed=9)
        assert all(table.header.choices == {path: variant} for table in played)
        assert audit(line for table in played for line in table.lines()).breaches == []


@pytest.mark.parametrize(("name", "region"), PRICED)
def test_every_switch_is_priced_for_the_same_bets(name: str, region: str) -> None:
    """What would take long to count is counted with everything: the release does not ship it, no page waits."""
    found = game(name)
    bets = {row.bet.partition(":")[0] for row in found.odds(found.rules(region))}
    for path, variant, _ in switches(name, region):
        try:
            with contextlib.nullcontext() if EVERYTHING else known_only():
                rows = found.odds(found.rules(region, {path: variant}))
        except Awaited:
            continue
        assert {row.bet.partition(":")[0] for row in rows} == bets
        assert all(row.figures.win + row.figures.push + row.figures.lose == 1 for row in rows)


@everywhere
def test_bad_switches_are_one_clear_error(name: str, region: str) -> None:
    with pytest.raises(TapeteError, match="no-such-section"):
        game(name).rules(region, {"no-such-section": "printed"})


def mixes(found: Game, rules: Any) -> Iterator[tuple[Settings, dict[str, int], dict[str, BetOdds]]]:
    """What one loop plays, and the rows by spot: bets that stand alone a few at a time under their setting."""
    apart: dict[tuple[tuple[str, str], ...], list[tuple[str, BetOdds]]] = {}
    for row in found.odds(rules):
        settings = standard(rules, options=row.setting)
        stakes = found.alone(rules, settings, row.bet, STAKE)
        *beside, spot = stakes
        if beside:
            yield settings, stakes, {spot: row}
        else:
            apart.setdefault(tuple(row.setting.items()), []).append((spot, row))
    for setting, rows in apart.items():
        assert len(dict(rows)) == len(rows)
        for first in range(0, len(rows), TOGETHER):
            mix = dict(rows[first : first + TOGETHER])
            yield standard(rules, options=dict(setting)), dict.fromkeys(mix, STAKE), mix


@pytest.mark.slow
@pytest.mark.parametrize(("name", "region"), SIMULATED)
def test_the_loop_agrees_with_the_exact_odds(name: str, region: str) -> None:
    found = game(name)
    rules = found.rules(region)
    for settings, stakes, rows in mixes(found, rules):
        results = {bet.bet: bet for bet in simulate(found.program(rules, settings, stakes), 400_000, seed=10).bets}
        for spot, row in rows.items():
            agrees(results[spot], row)


def agrees(result: BetResult, row: BetOdds) -> None:
    """What a loop found is what is exact, within its error."""
    exact = row.figures
    assert abs(result.edge - float(exact.edge)) < 4.5 * result.std_error + 1e-5, row.bet
    for share, chance in ((result.win, exact.win), (result.push, exact.push), (result.lose, exact.lose)):
        error = (float(chance) * (1 - float(chance)) / result.made) ** 0.5
        assert abs(share - float(chance)) < 4.5 * error + 1e-6, row.bet
