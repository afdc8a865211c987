"""Forgeries, each with every hash mended afterwards: the audit finds them, says where, and what would be right."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tapete.audit.log import audit
from tapete.engine.edition import edition
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.errors import IllegalAction
from tests.forging import Data, bola, booked, encode, first, forged, found, mended, played
from tests.forging import data as plain
from tests.helpers import close, sit


def header(round: int = 0, **fields: Any) -> Callable[[list[list[Data]]], None]:
    """A header with other fields."""

    def forge(rounds: list[list[Data]]) -> None:
        rounds[round][0] |= fields

    return forge


def settings(round: int = 0, **fields: Any) -> Callable[[list[list[Data]]], None]:
    """Settings with other fields, from a round on."""

    def forge(rounds: list[list[Data]]) -> None:
        for entries in rounds[round:]:
            for key, value in fields.items():
                old = entries[0]["settings"].get(key)
                entries[0]["settings"][key] = {**old, **value} if isinstance(value, dict) and old else value

    return forge


def balance(round: int = 0, **cents: int) -> Callable[[list[list[Data]]], None]:
    """Chips in places, `__` for a slash and `_` for a colon, from a round on."""

    def forge(rounds: list[list[Data]]) -> None:
        for entries in rounds[round:]:
            balances = entries[0]["balances"]
            for key, more in cents.items():
                path = key.replace("__", "/").replace("_", ":").replace("9hyphen9", "-")
                balances[path] = balances.get(path, 0) + more

    return forge


def end(**fields: Any) -> Callable[[list[list[Data]]], None]:
    """An end with other fields."""

    def forge(rounds: list[list[Data]]) -> None:
        rounds[1][-1] |= fields

    return forge


def entry(t: str, **fields: Any) -> Callable[[list[list[Data]]], None]:
    """The second round's first entry of a kind, with other fields."""

    def forge(rounds: list[list[Data]]) -> None:
        first(rounds[1], t=t).update(fields)

    return forge


def chance(**fields: Any) -> Callable[[list[list[Data]]], None]:
    """What fell in the second round, with other fields."""

    def forge(rounds: list[list[Data]]) -> None:
        next(one for one in rounds[1] if "fell" in one).update(fields)

    return forge


def add(at: int, line: Data) -> Callable[[list[list[Data]]], None]:
    """A line put into the second round."""
    return lambda rounds: rounds[1].insert(at, line)


def drop(t: str) -> Callable[[list[list[Data]]], None]:
    """A line taken out of the second round."""
    return lambda rounds: rounds[1].remove(first(rounds[1], t=t))


def test_the_evenings_are_clean() -> None:
    assert found(forged(bola(), lambda rounds: None)) == []
    assert found(forged(bola(True), lambda rounds: None)) == []


EVERY = {
    # the end
    "an end marked void": (end(void="tilted"), "void"),
    "an end with an article": (end(article="1.3"), "article"),
    "an end with a secret": (end(secret="00" * 32), "secret"),
    "an end with another carry": (end(carry={"remaining": 2}), "carry"),
    "an end with another seed": (end(seed="00" * 32), "seed"),
    "an end with the seed in capitals": (
        lambda rounds: rounds[1][-1].update(seed=rounds[1][-1]["seed"].upper()),
        "seed",
    ),
    "an end without a seed": (lambda rounds: rounds[1][-1].pop("seed"), "seed"),
    "no end": (lambda rounds: rounds[1].pop(), "the end"),
    # chance
    "live chance without a commitment": (header(1, commitment=""), "commitment"),
    "another number": (chance(fell="1"), "fell"),
    "a number that is none": (chance(fell="77"), "cannot have come up|fell"),
    "a live number entered by the croupier": (chance(who="croupier"), "entered"),
    "a live number entered by a script": (chance(who="script"), "entered"),
    "a live number entered by a player": (chance(who="ana"), "entered"),
    "a salt that opens nothing": (chance(salt="00" * 16), "salt"),
    "a salt of an act": (entry("in", salt="x"), "salt"),
    "a commitment that is none": (header(1, commitment="x"), "commit"),
    # inputs
    "a number of an input": (entry("in", n=7), "number 7"),
    "a time that runs backwards": (lambda rounds: first(rounds[0], t="in").update(at=9), "at 0"),
    "a time before 1970": (entry("in", at=-1), "at -1"),
    "a time beyond all": (entry("in", at=10**17), "at 1"),
    "an answer to something else": (entry("in", to="spin"), "answers"),
    "two things at once": (entry("in", report="bola-fuera"), "things|irregularity"),
    "nothing said": (lambda rounds: first(rounds[1], t="in").pop("act"), "things"),
    "a stake of somebody else's": (entry("in", who="zoe"), "zoe"),
    # signatures
    "a slip signed by nobody": (
        add(1, {"t": "rewind", "at": 0, "to": 0, "by": "inspector", "why": "x", "signed": [""]}),
        "signed by nobody",
    ),
    "a void by a player": (add(-1, {"t": "void", "at": 0, "by": "ana", "why": "x"}), "signed by 'ana'"),
    "a void by the croupier": (add(-1, {"t": "void", "at": 0, "by": "croupier", "why": "x"}), "signed"),
    "a void of no article": (
        add(-1, {"t": "void", "at": 0, "by": "inspector", "why": "x", "article": "9.9.9"}),
        "article '9.9.9'",
    ),
    "a void without a reason": (add(-1, {"t": "void", "at": 0, "by": "inspector", "why": ""}), "reason"),
    "a rewind by a player": (add(4, {"t": "rewind", "at": 0, "to": 0, "by": "luis", "why": "x"}), "signed by 'luis'"),
    "a rewind to nowhere": (add(4, {"t": "rewind", "at": 0, "to": 9, "by": "inspector", "why": "x"}), "returns"),
    "a rewind below nothing": (add(4, {"t": "rewind", "at": 0, "to": -1, "by": "inspector", "why": "x"}), "returns"),
    # outputs
    "a move that is missing": (drop("move"), "nothing"),
    "a call that is missing": (drop("say"), "nothing"),
    "a call too many": (add(2, {"t": "say", "call": "open"}), "call"),
    "another article of a move": (entry("move", article="1.3"), "1.3"),
    "another call": (entry("say", call="close"), "call"),
    "a rest that was not rounded away": (entry("move", rest="1/2"), "rest"),
    "an amount beyond all": (entry("move", cents=10**30), "from"),
    # the header
    "another format": (header(1, format=3), "format"),
    "an unknown game": (header(1, game="bolas"), "bolas"),
    "an unknown region": (header(1, region="murcia"), "murcia"),
    "a region without the game": (header(1, region="galicia"), "galicia"),
    "an unknown reading": (header(1, choices={"bets.rojo": "likely"}), "rojo|section"),
    "another procedure": (header(1, procedure=7), "procedure 7"),
    "another rulebook": (header(1, rulebook="ab" * 32), "rulebook|edition"),
    "an unknown maximum": (settings(maximum={"x": 500}), "maximum.x"),
    "an unknown minimum": (settings(minimums={"x": 500}), "minimums.x"),
    "an unknown option": (settings(options={"x": "si"}), "options.x"),
    "a chip of nothing": (settings(chip=0), "limits that are no amounts"),
    "a chip that does not divide": (settings(chip=300), "chips of 3"),
    "colours in a game without": (settings(colours=5), "colours"),
    "a minimum that is not twice the authorised": (settings(authorised=400), "4 or 8"),
    "another authorised minimum": (settings(1, authorised=250), "the authorised minimum is 2.50"),
    "a band where the text knows none": (settings(authorised=500, authorised_most=2000), "one amount"),
    "an authorised minimum below nothing": (settings(authorised=-500), "limits that are no amounts"),
    "a minimum below nothing": (settings(minimum=-500), "limits that are no amounts"),
    "a maximum beyond all": (settings(maximum={"simples": 10**30}), "limits|amounts|maximum"),
    "no maximum": (lambda rounds: rounds[1][0]["settings"].update(maximum={}), "maximum"),
    "a player twice": (header(players=["ana", "luis", "ana"]), "same name"),
    "a player called as a role": (header(players=["ana", "luis", "croupier"]), "croupier"),
    "a player with a slash": (header(players=["ana", "luis", "a/b"]), "a/b"),
    "a player without a name": (header(players=["ana", "luis", ""]), "cannot be"),
    "a player who is not there": (header(players=["ana"]), "luis"),
    "chips nowhere": (balance(attic=500), "attic"),
    "chips on no spot": (balance(felt__ana__verde=500), "verde"),
    "chips on a spot of another game": (balance(felt__ana__pleno_17=500), "pleno:17"),
    "chips in a prison that is none": (balance(prison__ana__rojo=500), "prison"),
    "chips of nobody": (balance(chips__zoe=500), "zoe"),
    "chips below nothing": (balance(chips__ana=-(10**7)), "chips/ana"),
    "chips in a place beyond the place": (balance(chips__ana__more=5), "chips/ana/more"),
    "chips in a jackpot that is none": (balance(jackpot__acumulada=5), "jackpot"),
    "chips on the felt of a first round": (balance(felt__luis__negro=500), "first round|starts with"),
    "an unknown carry": (header(1, carry={"moon": "full"}), "moon"),
    "a carry that is no number": (header(1, carry={"remaining": "two"}), "remaining"),
    "a carry in a first round": (header(0, carry={"remaining": 1}), "first round|takes up"),
    "too many last rounds": (header(1, carry={"remaining": 99}), "99"),
    "an edition let by a player": (header(1, adopted="ana"), "ana"),
    "an edition let without need": (header(1, adopted="director"), "let the table"),
    "a pack in a game without": (header(1, pack={"kind": "52", "packs": 1, "seen": {}, "leaves": []}), "pack"),
    "a salt that is none": (header(1, salt="pepper"), "salt"),
    "a player called as the books": (header(players=["ana", "luis", "libros"]), "libros"),
    "a player called as a regulator": (header(players=["ana", "luis", "regulator"]), "regulator"),
    "nothing brought, and said so": (header(1, brought={}), "brought to the chance is nothing"),
    "something brought without a promise": (header(1, brought={"ana": "ab" * 32}), "promised no seed|draws"),
    "a promise that is none": (end(next="soon"), "next is soon"),
    "a promise that is not kept": (end(next="ab" * 32), "promised"),
    "a promise after the last round": (lambda rounds: rounds[-1][-1].update(next="x"), "next is x"),
    "the seed of another round": (
        lambda rounds: rounds[2][0].update(commitment=rounds[1][0]["commitment"]),
        "the seed is that of the round",
    ),
    # from round to round
    "a round taken out": (lambda rounds: rounds.pop(1), "starts with|hash"),
    "a round put in twice": (lambda rounds: rounds.insert(1, rounds[0]), "starts with|hash"),
    "chips from the bank": (balance(1, chips__ana=500, bank=-500), "starts with"),
    "chips from one player to another": (balance(1, chips__ana=500, chips__luis=-500), "starts with"),
    "chips from nowhere": (balance(1, chips__ana=500), "starts with"),
    "a stake laid between rounds": (balance(1, chips__ana=-500, felt__ana__negro=500), "starts with"),
    "places in another order": (
        lambda rounds: rounds[1][0].update(balances=dict(reversed(rounds[1][0]["balances"].items()))),
        "chips lie in the order",
    ),
    "limits in another order": (
        lambda rounds: rounds[1][0]["settings"].update(
            maximum=dict(reversed(rounds[1][0]["settings"]["maximum"].items()))
        ),
        "written in another order",
    ),
}


@pytest.mark.parametrize("name", EVERY)
def test_a_forgery_is_found_though_every_hash_was_mended(name: str) -> None:
    forge, said = EVERY[name]
    breaches = found(forged(bola(), forge))
    assert breaches, name
    assert any(re.search(said, f"{what} {right}") for _, _, what, right in breaches), breaches
    assert len(breaches) <= 6, breaches


# What no header of the evening can be: so in every round, or from the second on.
IMPOSSIBLE = (
    "a chip of nothing",
    "a maximum beyond all",
    "a player called as a role",
    "a player twice",
    "a player with a slash",
    "a carry in a first round",
    "a carry that is no number",
    "a pack in a game without",
    "an authorised minimum below nothing",
    "an unknown carry",
    "an unknown maximum",
    "an unknown option",
    "chips in a jackpot that is none",
    "chips in a place beyond the place",
    "chips in a prison that is none",
    "chips nowhere",
    "chips of nobody",
    "chips on a spot of another game",
    "chips on no spot",
    "colours in a game without",
    "no maximum",
    "too many last rounds",
)


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_header_that_cannot_be_hides_nothing_that_its_round_did(name: str) -> None:
    """What can be none is left out: a wrong amount is found all the same, and who entered a number."""
    forge, said = EVERY[name]

    def both(rounds: list[list[Data]]) -> None:
        forge(rounds)
        for entries in rounds[:2]:
            first(entries, t="move")["cents"] += 1
            next(one for one in entries if "fell" in one)["who"] = "croupier"

    breaches = found(forged(bola(), both))
    told = [f"{what} {right}" for _, _, what, right in breaches]
    assert any(re.search(said, line) for line in told), told
    assert sum(" to felt/" in line for line in told) == 2, told
    assert sum("'croupier' entered what fell" in line for line in told) == 2, told


@pytest.mark.parametrize("packs", [-6, 0, 5, 7])
@pytest.mark.parametrize("physical", [False, True])
def test_a_pack_that_no_table_has_is_the_one_breach_of_its_round(physical: bool, packs: int) -> None:
    """Cards are drawn from the pack that there must have been, and fall as they fell."""
    for number in range(3):
        rounds = booked("bacara-dos-panos", "extremadura", physical, rounds=3)
        rounds[number][0]["pack"]["packs"] = packs
        ((_, article, what, right),) = found(mended(rounds))
        assert (article, what) == ("2.1.B", f"the pack is {packs} of '52'")
        assert right == "6 of '52', less the cards seen"


UNPLAYED = ("another format", "an unknown game", "another procedure", "a region without the game")


@pytest.mark.parametrize("name", UNPLAYED)
def test_a_round_that_cannot_be_played_again_is_noted_and_who_entered_what_fell_is_not_hidden(name: str) -> None:
    def both(rounds: list[list[Data]]) -> None:
        EVERY[name][0](rounds)
        chance(who="croupier")(rounds)

    report = audit(forged(bola(), both))
    assert "line 16: the rest of this round was not played again" in [str(note) for note in report.notes]
    assert [b.where for b in report.breaches if b.what == "'croupier' entered what fell"] == ["line 23"]


def test_what_is_no_amount_hides_nothing_else_of_a_tables_settings() -> None:
    def several(rounds: list[list[Data]]) -> None:
        settings(chip=0, options={"x": "si"}, colours=5)(rounds)

    told = [what for where, _, what, _ in found(forged(bola(), several)) if where == "line 1"]
    assert told == [
        "limits that are no amounts",
        "options.x: is not known to the text",
        "colours: 5",
    ]


PHYSICAL = {
    "a seed": (end(seed="00" * 32), "seed"),
    "live chance": (chance(who="chance"), "without a commitment"),
    "a commitment": (header(1, commitment="ab" * 32), "commit|live"),
    "a number entered by a player": (chance(who="luis"), "luis"),
    "a card written otherwise": (chance(fell=" 2"), "2"),
    "a promise": (end(next="ab" * 32), "next is ab"),
    "something brought": (header(1, brought={"ana": "ab" * 32}), "brought"),
    "dice at a plate": (chance(fell=[1, 2]), "cannot have come up"),
}


@pytest.mark.parametrize("name", PHYSICAL)
def test_a_forgery_at_a_physical_table_is_found(name: str) -> None:
    forge, said = PHYSICAL[name]
    breaches = found(forged(bola(True), forge))
    assert any(re.search(said, f"{what} {right}") for _, _, what, right in breaches), breaches


GAMES: dict[str, tuple[str, str, Any, str]] = {
    "an unknown shooter": ("dados", "extremadura", header(3, carry={"point": 4, "shooter": "zoe"}), "zoe"),
    "a point that is none": ("dados", "extremadura", header(3, carry={"point": 3}), "3 is no point"),
    "a pack too many": ("monte", "extremadura", header(2, carry={"deck": 7}), "pack 8"),
    "a shoe of nine packs": ("reto", "extremadura", header(2, carry={"packs": 9}), "9 packs"),
    "nine packs": ("reto", "extremadura", settings(options={"mazos": "9"}), "options.mazos"),
    "a card gone too often": (
        "blackjack",
        "extremadura",
        header(2, carry={"shoe": {"seen": {"Ah": 7}, "unseen": 5}}),
        "Ah: 7 gone of 6",
    ),
    "a card that is none": ("blackjack", "pais-vasco", header(2, carry={"shoe": {"seen": {"Xx": 1}}}), "Xx"),
    "more cards than there are": (
        "punto-banca",
        "pais-vasco",
        header(2, carry={"shoe": {"seen": {"Ah": 1}, "unseen": 999}}),
        "999 of 312 cards",
    ),
    "a manual shoe become a shuffler": (
        "blackjack",
        "extremadura",
        settings(2, options={"distribuidor": "automatico"}),
        "distribuidor",
    ),
    "seats that are no number": ("seven-stud", "galicia", settings(options={"puestos": "ote"}), "puestos"),
    "a share of very many digits": ("holdem", "galicia", settings(options={"porcentaje": "9" * 5000}), "porcentaje"),
    "a way to take a share that is none": (
        "holdem",
        "galicia",
        settings(options={"beneficio": "x", "porcentaje": "y"}),
        "y",
    ),
    "a duration that is no number": ("holdem", "galicia", settings(2, options={"duracion": "ote"}), "duracion"),
    "a mano that comes too often": ("holdem", "galicia", header(2, carry={"due": {"ana": 3}}), "more often"),
    "seats that are none": ("holdem", "galicia", header(2, carry={"seats": 5}), "seats"),
    "an option that is no number": ("blackjack", "extremadura", settings(options={"plazas": "many"}), "plazas"),
    "a prison cell that is none": ("ruleta-francesa", "extremadura", balance(2, prison__ana__pleno_17=500), "pleno:17"),
    "a prison cell of no number": ("ruleta-francesa", "extremadura", balance(2, prison__ana__rojo_x=500), "rojo:x"),
    "a colour of nothing": ("ruleta-americana", "extremadura", header(2, carry={"colours": {"ana": 0}}), "nothing"),
    "a cloth that nobody has the turn of": (
        "bacara-dos-panos",
        "extremadura",
        header(3, carry={"seats": {"turns": ["ana"]}}),
        "each cloth",
    ),
    "a partner of a bank twice": (
        "chemin-de-fer",
        "pais-vasco",
        header(3, carry={"office": {"who": "ana", "partners": ["luis", "luis"]}}),
        "such a bank",
    ),
    "a pocket that is none": ("ruleta-francesa", "extremadura", header(2, carry={"last": "77"}), "77"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_forgery_of_a_game_is_found(name: str) -> None:
    game, region, forge, said = GAMES[name]
    breaches = found(forged(played(game, region), forge))
    assert any(re.search(said, f"{what} {right}") for _, _, what, right in breaches), breaches


def test_a_promise_of_a_seed_that_was_shown_is_found() -> None:
    """The next round would be dealt from what everybody knows; nobody waits for it to say so."""
    for shown in (0, -1):
        rounds = booked("bola", "extremadura", False)
        rounds[-1][-1]["next"] = rounds[shown][0]["commitment"]
        ((_, _, what, right),) = found(mended(rounds))
        assert "that is promised is that of the round on line" in what
        assert right == "one that nobody has been shown"


def test_cards_that_were_seen_in_another_order_are_found() -> None:
    def forge(rounds: list[list[Data]]) -> None:
        pack = next(entries[0]["pack"] for entries in rounds if len(entries[0]["pack"]["seen"]) > 1)
        pack["seen"] = dict(reversed(pack["seen"].items()))

    ((_, _, what, _),) = found(forged(played("chemin-de-fer", "pais-vasco"), forge))
    assert what == "the cards seen are written in another order"


def test_a_bank_that_becomes_chips_between_rounds_is_found() -> None:
    """What a player put up as the bank is taken back by an act in a round, or with its owner who leaves."""

    def forge(rounds: list[list[Data]]) -> None:
        balances = next(entries[0]["balances"] for entries in rounds if "banca/luis" in entries[0]["balances"])
        balances["banca/luis"] -= 100
        balances["chips/luis"] += 100

    breaches = found(forged(played("chemin-de-fer"), forge))
    assert [what for _, _, what, _ in breaches if what.startswith("banca/luis starts with")]


def test_an_edition_that_no_round_needs_is_what_it_says_all_the_same() -> None:
    table = bola()[0]
    true = edition(table.play, table.rules)
    lie = msgspec.structs.replace(true, running={**true.running, "article": "9.9"})
    lines = forged(bola(), lambda rounds: None)
    assert found([encode(true), *lines]) == []
    ((where, _, what, _),) = found([encode(lie), *lines])
    assert where == "line 1"
    assert table.rules.digest in what


def test_players_who_sit_otherwise_are_noted() -> None:
    """Who left and came back may: the log alone does not say."""
    report = audit(forged(bola(), header(1, players=["luis", "ana"])))
    assert [note for note in report.notes if "sit otherwise" in note]


def test_a_round_of_another_game_put_in_is_found() -> None:
    rounds, others = plain(bola()), plain(played("dados"))
    (_, _, what, right), *_ = found(mended([*rounds[:2], others[0], rounds[2]]))
    assert "dados" in what
    assert "bola" in right


def test_more_players_than_seats_are_found() -> None:
    names = [f"p{i}" for i in range(10)]
    session = sit("reto", "extremadura", chips=dict.fromkeys(names, 10_000))
    table = session.open()
    close(table)
    while not table.finished:
        table.fell("Ah")
    (breach,) = audit(table.lines()).breaches
    assert (breach.article, breach.what, breach.right) == ("1.9.4", "10 players sit", "9 at most")


def raised(session: Session, factor: int = 2) -> None:
    """The limits are raised."""
    old = session.settings
    maximum = {name: factor * cents for name, cents in old.maximum.items()}
    session.settings = msgspec.structs.replace(old, minimum=factor * old.minimum, maximum=maximum)


def roulette(session: Session, announce: bool = False, bet: str = "rojo") -> Round:
    table = session.open()
    if announce:
        table.act("director", Act("last"))
    if bet and not table.places.get(f"felt/ana/{bet}"):
        table.act("ana", Act("stake", bet, session.settings.minimum))
    close(table)
    table.fell("32")
    return table


def test_limits_changed_without_announcement_are_found() -> None:
    session = sit("ruleta-francesa", "extremadura")
    rounds = [roulette(session, bet="negro")]
    raised(session)
    rounds.append(roulette(session, bet="negro"))
    (breach,) = audit([line for table in rounds for line in table.lines()]).breaches
    assert breach.article == session.rules.minimum.article
    assert "3 rounds announced" in breach.right


def test_limits_changed_after_the_announced_rounds_are_clean_unless_a_stake_lies_below_them() -> None:
    """The first procedure left winning stakes on the felt; today's clears it, so none can lie below new limits."""
    for version, bet, clean in ((1, "negro", True), (1, "rojo", False), (2, "rojo", True)):
        session = sit("ruleta-francesa", "extremadura")
        session.play = session.play.at(version)
        rounds = [roulette(session, announce=True, bet=bet), roulette(session, bet=bet), roulette(session, bet=bet)]
        with pytest.raises(IllegalAction):
            session.open()
        raised(session)
        rounds.append(roulette(session, bet=bet))
        breaches = audit([line for table in rounds for line in table.lines()]).breaches
        assert (breaches == []) is clean, breaches
        if not clean:
            assert "felt/ana/rojo" in breaches[0].what
            assert breaches[0].right == "10 or more"
