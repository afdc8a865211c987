"""Evenings at which players rest, leave and come: whose the mano and the blinds are, held to 2.2.D.3 and 2.2.E.3."""

import random
from collections import Counter

import pytest

from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Window
from tapete.games import game
from tests.helpers import EVERYTHING

NAMES = ("ana", "luis", "eva", "pau", "noa", "teo", "ivo", "uma", "leo", "mar", "gil", "rut")
SMALL, GREAT, CHIPS, SEATS = 500, 1000, 100_000, 8
EVENINGS, HANDS = (60, 60) if EVERYTHING else (6, 30)


class Evening:
    """A table, and what the texts say of each who sits there: who is new, who missed the small blind, who rests."""

    def __init__(self, name: str, seed: int) -> None:
        self.source, self.dealt = random.Random(seed), Counter[str]()
        rules = game(name).rules("extremadura")
        settings = standard(rules, GREAT, {"porcentaje": "minimo", "puestos": str(SEATS)})
        purses = dict.fromkeys(NAMES[: self.source.randint(4, 6)], CHIPS)
        self.session = Session(game(name).play, rules, settings, purses, seeds=lambda: self.source.randbytes(32))
        drawn = self.session.open()
        drawn.act("croupier", Act("close"))
        self.chairs, self.mano, self.first = list(drawn.carry.seats), drawn.carry.mano, True  # type: ignore[attr-defined]
        self.new, self.missed, self.away = set[str](), set[str](), set[str]()
        self.rested: Counter[str] = Counter()

    def hand(self) -> None:
        """People come and go and rest, and a hand is dealt and given up."""
        before = self.come_and_go()
        hand = self.session.open()
        self.rest(hand)
        hand.act("croupier", Act("close"))
        playing = [who for who in self.chairs if who not in self.away]
        if len(self.chairs) < 4 or len(playing) < 2:
            self.waits(hand)
            return
        few = len([who for who in playing if who not in self.new]) < 2
        self.whose(hand, before, playing)
        while not hand.finished:
            assert hand.pending is not None
            who = hand.pending.label.split(":")[1]
            hand.act(who, Act("fold"))
        self.rested = Counter({who: self.rested[who] + 1 for who in self.chairs if who in self.away})
        if few:  # whose blinds these were is told by tests of their own
            owes = hand.carry.owes  # type: ignore[attr-defined]
            self.missed = {who for who, post in owes.items() if post == "pequena-ciega"}

    def come_and_go(self) -> list[str]:
        """Somebody may leave, somebody may come and sits last; the seats as they were."""
        source, session, before = self.source, self.session, list(self.chairs)
        assert session.round is not None
        session._take_over(session.round)
        session.round = None
        if source.random() < 0.15 and len(self.chairs) > 3:
            gone = source.choice(self.chairs)
            self.chairs.remove(gone)
            for group in (self.new, self.missed, self.away):
                group.discard(gone)
            del self.rested[gone], session.places[f"chips/{gone}"]
        if source.random() < 0.25 and len(self.chairs) < SEATS:
            came = source.choice([who for who in NAMES if who not in (*self.chairs, *before)])
            self.chairs.append(came)
            self.new.add(came)
        session.places.update({f"chips/{who}": CHIPS for who in self.chairs})
        session.players = tuple(self.chairs)
        return before

    def rest(self, hand: Round) -> None:
        """Some rest, two hands in a row at most (2.2.5), and some come back."""
        self.away = {who for who in self.away if self.rested[who] < 2}
        for who in self.chairs:
            assert isinstance(hand.pending, Window)
            may = {item.do for item in hand.pending.open(who)}
            assert may == ({"return"} if who in self.away else {"rest"} if self.rested[who] < 2 else set())
            if "rest" in may and self.source.random() < 0.12:
                hand.act(who, Act("rest"))
                self.away.add(who)
            elif "return" in may and self.source.random() < 0.5:
                hand.act(who, Act("return"))
                self.away.discard(who)

    def waits(self, hand: Round) -> None:
        """Fewer than four, or one alone to play: who had the mano and left leaves it to the next."""
        assert said(hand)[-1] == ("suspended",)
        if self.mano not in self.chairs:
            self.mano, self.first = hand.carry.mano, True  # type: ignore[attr-defined]

    def whose(self, hand: Round, before: list[str], playing: list[str]) -> None:
        """The mano goes on; after it come the small blind and the great one, neither of them by who comes in."""
        dealt = {place.removeprefix("mano/") for place in hand.cards if place.startswith("mano/")}
        mano = next(words[1] for words in said(hand) if words[0] == "button")
        posts = [(who, cents, part) for who, cents, part in posted(hand)]
        ready = [who for who in playing if who not in self.new]
        assert {*ready} <= dealt <= {*playing}
        assert len({who for who, _, _ in posts}) == len(posts)
        if len(ready) > 1:  # else newcomers are let in at once
            seats = [*before, *(who for who in self.chairs if who not in before)]
            after = turned(seats, seats.index(self.mano) + (not self.first))
            assert mano == next(who for who in after if who in ready)
            self.blinds(mano, posts, dealt)
        for who, cents, part in posts:
            assert part != "3.b" or (who in self.new and cents == GREAT)
            assert part != "3.a" or (who in self.missed and cents == SMALL)
        assert dealt & (self.new | self.missed) <= {who for who, _, _ in posts}
        self.new -= dealt
        self.missed -= dealt
        self.mano, self.first = mano, False
        self.dealt["hands"] += 1

    def blinds(self, mano: str, posts: list[tuple[str, int, str]], dealt: set[str]) -> None:
        """Who rests where the small blind is due misses it, and nobody posts it."""
        after = turned(self.chairs, self.chairs.index(mano) + 1)
        small = next(who for who in after if who not in self.new)
        given = [who for who, cents, part in posts if (cents, part) == (SMALL, "2.2")]
        assert given == ([] if small in self.away else [small])
        place = after.index(small)
        great = next(who for who in turned(after, place + 1) if who in dealt)
        assert [who for who, cents, part in posts if (cents, part) == (GREAT, "2.2")] == [great]
        assert not {*after[:place]} & dealt
        if small in self.away:
            self.missed.add(small)
            self.dealt["missed"] += 1
        self.dealt["entered"] += sum(part == "3.b" for _, _, part in posts)


def turned(seats: list[str], start: int) -> list[str]:
    return [*seats[start:], *seats[:start]]


def said(hand: Round) -> list[tuple[str, ...]]:
    return [(entry.call, *entry.args) for entry in hand.log if isinstance(entry, Announce)]


def posted(hand: Round) -> list[tuple[str, int, str]]:
    """Who staked how much before the cards, and by which part of the variety's articles."""
    moves = [entry for entry in hand.log if isinstance(entry, Move) and entry.dst.endswith("/apuesta")]
    return [(move.src.removeprefix("chips/"), move.cents, move.article.split(".", 3)[-1]) for move in moves]


@pytest.mark.parametrize("name", ["holdem", "omaha"])
def test_ex_2_2_d_3_and_e_3_the_mano_and_the_blinds_with_players_who_rest_leave_and_come(name: str) -> None:
    dealt: Counter[str] = Counter()
    for seed in range(EVENINGS):
        evening = Evening(name, seed)
        for _ in range(HANDS):
            evening.hand()
        dealt += evening.dealt
    assert min(dealt[what] for what in ("hands", "missed", "entered")) > EVENINGS
