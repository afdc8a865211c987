"""How long a game between players lasts at least: as announced, or until the mano has come twice to all who began."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.audit.log import audit
from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.errors import IllegalAction
from tapete.floor import automatic, due, standing
from tests.forging import mended
from tests.test_sessions_paid import EX, FOUR, GA, MINUTE, PV, Evening, earlier, rounds

ARTICLES = {EX: "2.2.3.b", GA: "18.3§2", PV: "17.II.3§2"}
SESSION = {EX: "", GA: "", PV: "sesion"}


class Game(Evening):
    """A table of four, with or without an announced duration."""

    def begin(self, region: str, lasts: str = "sin-fijar") -> None:
        given = {"game": "holdem", "region": region, "minimum": "10", "chip": "0.50", "options": {"duracion": lasts}}
        self.table = self.floor.tables.open_table(self.dora, TableFile.model_validate(given)).public_id
        self.sit(*FOUR)
        self.hand()  # the draw of the seats

    def close(self) -> None:
        self.floor.tables.close_table(self.dora, self.table, self.key())

    def last(self, on: str) -> None:
        self.floor.rounds.act(self.table, self.dora, Act("last", on), self.key(), "director")

    def state(self) -> str:
        return self.floor.tables.table(self.table).state


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    found = Game(tmp_path)
    for module in (standing, automatic, due):
        monkeypatch.setattr(module, "present", found.clock)
    yield found
    found.floor.close()


def no_sooner_than_eight_hands(evening: Game, region: str) -> None:
    """Four began, so eight hands: the last two may be announced before the seventh, and the table closes after all."""
    evening.begin(region)
    article = re.escape(f"(art. {ARTICLES[region]})")
    for played in range(8):
        with pytest.raises(IllegalAction, match=f"is still to have the mano (once|2 times) {article}$"):
            evening.close()
        evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
        if played < 6:
            with pytest.raises(IllegalAction, match=f"mano (once|2 times) after the last hands {article}$"):
                evening.last(SESSION[region])
        elif played == 6:
            evening.last(SESSION[region])
        evening.finish()
    evening.close()
    assert evening.state() == "closed"
    report = audit(evening.log())
    assert (report.breaches, [note for note in report.notes if "mano" in note]) == ([], [])


def test_ex_2_2_3_b_a_game_lasts_until_the_mano_has_come_twice_to_all_who_began(evening: Game) -> None:
    no_sooner_than_eight_hands(evening, EX)


def test_ga_art_18_3_2_and_ga_art_23_3_9_a_game_lasts_until_the_mano_has_come_twice_to_all(evening: Game) -> None:
    no_sooner_than_eight_hands(evening, GA)


def test_pv_17_ii_3_2_a_game_lasts_until_the_mano_has_come_twice_to_all_who_began(evening: Game) -> None:
    no_sooner_than_eight_hands(evening, PV)


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_a_game_lasts_as_long_as_the_house_has_announced(evening: Game, region: str) -> None:
    evening.begin(region, "90")
    evening.now += 89 * MINUTE
    said = re.escape(f"the game goes on: it was announced for one minute more (art. {ARTICLES[region]})")
    for _ in range(3):  # the draw of the seats is looked for in the books too
        evening.hand()
        with pytest.raises(IllegalAction, match=f"^{said}$"):
            evening.close()
    evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
    with pytest.raises(IllegalAction, match=f"^{said}$"):
        evening.last(SESSION[region])
    evening.now += MINUTE
    evening.last(SESSION[region])
    evening.finish()
    evening.hand()
    assert audit(evening.log()).breaches == []
    evening.close()
    assert evening.state() == "closed"


def test_the_audit_says_that_a_game_was_ended_before_the_announced_time(evening: Game) -> None:
    evening.begin(GA, "60")
    evening.now += 60 * MINUTE
    evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
    evening.last("")
    evening.finish()
    [breach] = audit(earlier(evening.log(), 20)).breaches
    assert (breach.article, str(breach.what)) == (
        "art. 18.3§2",
        "the last hands are announced with 20 minutes of the game left",
    )


def test_the_audit_says_of_a_log_that_ends_in_a_game_who_was_still_to_have_the_mano(evening: Game) -> None:
    evening.begin(EX)
    assert any("is still to have the mano 2 times" in str(note) for note in audit(evening.log()).notes)
    for house in ("practice", "tournament"):
        editions, played = rounds(evening.log())
        for entries in played:
            entries[0]["house"] = house
        assert not any("have the mano" in str(note) for note in audit([*editions, *mended(played)]).notes)


def test_who_leaves_gives_up_the_mano_and_too_few_to_play_end_a_game(evening: Game) -> None:
    evening.begin(EX)
    with pytest.raises(IllegalAction, match="still to have the mano"):
        evening.close()
    evening.floor.seats.stand_up(evening.players["ana"], evening.table, evening.key())
    evening.close()
    assert evening.state() == "closed"


def test_the_closing_hour_ends_a_game(evening: Game) -> None:
    evening.floor.sessions.open(evening.dora, EX, 60 * MINUTE, evening.key())
    evening.begin(EX)
    with pytest.raises(IllegalAction, match=r"\(art\. "):
        evening.close()
    evening.now += 60 * MINUTE
    evening.close()
    assert evening.state() == "closed"


@pytest.mark.parametrize(("region", "hands"), [(EX, 2), (GA, 2), (PV, 3)])
def test_ex_2_2_3_b_and_ga_art_18_3_b_and_pv_17_ii_3_2_the_hour_s_last_hands_are_announced_once_it_is_near(
    evening: Game, region: str, hands: int
) -> None:
    """Which ends a game in which the mano is still to come; before that it would be a way out of it."""
    said = re.escape(f"is still to have the mano 2 times (art. {ARTICLES[region]})")
    evening.begin(region)
    evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
    with pytest.raises(IllegalAction, match=said):  # no session is held, so no hour is known
        evening.last("hora-limite")
    evening.floor.sessions.open(evening.dora, region, 90 * MINUTE, evening.key())
    evening.now += 59 * MINUTE
    with pytest.raises(IllegalAction, match=said):
        evening.last("hora-limite")
    evening.now += MINUTE
    evening.last("hora-limite")
    evening.finish()
    for _ in range(hands - 1):
        with pytest.raises(IllegalAction):
            evening.close()
        evening.hand()
    if region == PV:  # where a table at which somebody plays goes on until the hour itself (art. 2)
        evening.now += 30 * MINUTE
    evening.close()
    assert evening.state() == "closed"
    assert audit(evening.log()).breaches == []


def test_what_is_announced_beforehand_does_not_change_in_a_game(evening: Game) -> None:
    evening.begin(PV)
    given = {"game": "holdem", "region": PV, "minimum": "10", "chip": "0.50", "options": {"duracion": "10"}}
    with pytest.raises(IllegalAction, match=re.escape("chosen before a game begins, and one is being played (art. 17")):
        evening.floor.tables.change_table(evening.dora, evening.table, TableFile.model_validate(given), evening.key())


@pytest.mark.parametrize(("options", "article"), [({"porcentaje": "3"}, "18.3.a"), ({"beneficio": "sesion"}, "18.3§1")])
def test_ga_art_18_3_a_what_the_house_takes_is_announced_before_the_game(
    evening: Game, options: dict[str, str], article: str
) -> None:
    """Within a game it stays; and an audit says so of a log in which it did not."""
    evening.begin(GA)
    given = {"game": "holdem", "region": GA, "minimum": "10", "chip": "0.50"}
    file = TableFile.model_validate({**given, "options": options})
    said = re.escape(f"chosen before a game begins, and one is being played (art. {article})")
    with pytest.raises(IllegalAction, match=said):
        evening.floor.tables.change_table(evening.dora, evening.table, file, evening.key())
    evening.hand()
    editions, played = rounds(evening.log())
    played[-1][0]["settings"]["options"].update(options)
    report = audit([*editions, *mended(played)])
    assert [it.article for it in report.breaches if "before a game" in str(it.what)] == [f"art. {article}"]
    for who in FOUR:
        evening.floor.seats.stand_up(evening.players[who], evening.table, evening.key())
    evening.floor.tables.change_table(evening.dora, evening.table, file, evening.key())


def test_who_rests_as_the_mano_comes_lets_it_pass(evening: Game) -> None:
    """Each time that it comes it counts, whether or not he plays."""
    evening.begin(GA)
    first = evening.floor.desk.read(evening.table, lambda found: found.round.carried)["mano"]  # type: ignore[union-attr]
    evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
    evening.floor.rounds.act(evening.table, evening.players[first], Act("rest"), evening.key())
    evening.finish()
    carried = evening.floor.desk.read(evening.table, lambda found: found.round.carried)  # type: ignore[union-attr]
    assert carried["mano"] != first
    assert sorted(carried["due"].values()) == [1, 1, 2, 2]
    assert carried["due"][first] == carried["due"][carried["mano"]] == 1


def test_a_log_without_its_beginning_cannot_say_that_a_game_was_too_short(evening: Game) -> None:
    evening.begin(PV, "60")
    evening.hand()
    evening.now += 60 * MINUTE
    evening.floor.rounds.open_round(evening.table, evening.carmen, evening.key())
    evening.last("sesion")
    evening.finish()
    editions, played = rounds(evening.log())
    assert audit([*editions, *mended(played)]).breaches == []
    assert audit([*editions, *mended(played[1:])]).breaches == []


def test_who_was_sent_away_keeps_no_game_going(evening: Game) -> None:
    """Four began; one who does again what he was warned of loses the game, and three are too few to go on."""
    evening.begin(EX)
    floor = evening.floor.rounds
    floor.open_round(evening.table, evening.carmen, evening.key())
    floor.act(evening.table, evening.carmen, Act("close"), evening.key(), "croupier")
    for act in (*[Act("rule", "finge:ana")] * 2, Act("rule", "expulsion:ana")):
        floor.act(evening.table, evening.dora, act, evening.key(), "inspector")
    evening.finish()
    evening.close()
    assert evening.state() == "closed"
