"""Cards have backs: a face is known to who may look at it, to all once it is shown, and provable ever after."""

import json
import random
from collections.abc import Iterator

import msgspec
import pytest

from tapete.audit.log import audit
from tapete.engine.record import Record
from tapete.engine.requests import Act
from tapete.engine.round import Round, replay
from tapete.engine.sealed import Stock, leaf, opens, order
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import End, In, decode, encode
from tapete.engine.views import NOBODY, digest, masked
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tests import tapada
from tests.casino import Casino
from tests.hidden import Exchanged, exchanging
from tests.robot import step


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boule's tables play the toy game."""
    monkeypatch.setattr("tapete.games.bola.play.PLAY", tapada.PLAY)


def session(physical: bool = False, seed: int = 1) -> Session:
    rules, source = game("bola").rules("extremadura"), random.Random(seed)
    balances = {"ana": 100_000, "luis": 100_000}
    return Session(
        tapada.PLAY,
        rules,
        standard(rules),
        balances,
        physical=physical,
        seeds=lambda: source.randbytes(32),
        clock=lambda: 0,
    )


def finished(seed: int = 1) -> Round:
    """A hand in which Ana changes two cards and Luis folds."""
    table = session(seed=seed).open()
    table.act("ana", Act("descartar", slots=("#0", "#2")))
    table.act("luis", Act("abandonar"))
    assert table.finished
    return table


@pytest.mark.parametrize("who", ["ana", "luis", "watcher", NOBODY, "croupier", "inspector"])
@pytest.mark.parametrize("seed", range(6))
def test_exchanging_the_cards_somebody_was_not_shown_changes_nothing_that_reaches_them(who: str, seed: int) -> None:
    """At every step, to the end of the round: view, options, refusals, entries and hash are the same to the byte."""
    for steps in range(4):

        def on(table: Round, steps: int = steps) -> Round:
            return played(table, steps)

        assert exchanging(session(seed=seed).open(), on, who, cards=20, seed=seed) > 4


def played(table: Round, steps: int) -> Round:
    """Some steps of anybody's, which no face decides."""
    source = random.Random(5)
    for _ in range(steps):
        if not table.finished:
            step(source, table)
    return table


def test_a_player_sees_their_own_cards_and_backs() -> None:
    table = session().open()
    ana, luis, nobody = (table.view(who) for who in ("ana", "luis", "watcher"))
    assert all(ana.cards["mano/ana"])
    assert ana.cards["mano/luis"] == ["", "", ""] == nobody.cards["mano/luis"]
    assert all(luis.cards["mano/luis"])
    assert ana.cards["banca"][0] == "" != ana.cards["banca"][1]
    assert ana.slots["mano/ana"] == ["#0", "#1", "#2"]
    assert table.view("croupier").cards["mano/ana"] == ["", "", ""]
    assert table.view(NOBODY).cards["banca"][0] == ""


def test_what_is_mucked_stays_closed_but_to_staff_once_the_round_is_over() -> None:
    table = finished()
    thrown = ["#0", "#2", "#3", "#4", "#5"]
    assert sorted(table.cards["descartes"]) == thrown
    assert [table.face(slot, "ana") != "" for slot in thrown] == [True, True, False, False, False]
    assert all(table.face(slot, "watcher") == "" for slot in thrown)
    assert all(table.face(slot, staff) for slot in thrown for staff in ("inspector", "regulator"))
    again = Record.of(table.rules, [decode(line) for line in table.lines()])
    assert [again.face(slot, "regulator") for slot in thrown] == [table.face(slot, "regulator") for slot in thrown]
    assert [again.face(slot, "luis") for slot in thrown] == [table.face(slot, "luis") for slot in thrown]
    shown = [entry for entry in table.seen("luis") if isinstance(entry, End)]
    assert [entry.secret for entry in shown] == [""]
    assert table.seed not in "".join(encode(entry).decode() for entry in table.seen("luis"))


def test_anybody_can_check_what_was_shown_and_the_hash_with_what_they_were_sent() -> None:
    """As somebody with a few lines of another language would: SHA-256 over the leaf, SHA-256 over the lines."""
    import hashlib

    table = finished()
    sent = [json.loads(encode(entry)) for entry in table.seen("watcher")]
    leaves = sent[0]["pack"]["leaves"]
    shown = [entry for entry in sent if entry["t"] == "in" and entry["to"].startswith("show:")]
    assert len(shown) == 5
    for entry in shown:
        number = int(entry["to"].removeprefix("show:#"))
        text = f"tapete card {number} {entry['fell']} {entry['salt']}"
        assert hashlib.sha256(text.encode()).hexdigest() == leaves[number]
    lines = [encode(masked(entry, NOBODY)) for entry in table.log[:-1]]
    end = table.log[-1]
    assert isinstance(end, End)
    last = encode(masked(msgspec.structs.replace(end, hash=""), NOBODY))
    assert hashlib.sha256(b"\n".join([*lines, last])).hexdigest() == end.hash
    assert digest([*table.seen("luis")[:-1], masked(msgspec.structs.replace(end, hash=""), "luis")]) == end.hash


def test_a_card_that_was_not_committed_to_cannot_be_shown() -> None:
    table = finished()
    entries = [decode(line) for line in table.lines()]
    i = next(i for i, entry in enumerate(entries) if isinstance(entry, In) and entry.salt)
    card = entries[i]
    assert isinstance(card, In)
    other = "2c" if card.fell != "2c" else "3c"
    entries[i] = msgspec.structs.replace(card, fell=other)
    with pytest.raises(IllegalAction, match="committed to"):
        replay(table.play, table.rules, entries)


def test_the_order_is_even_and_follows_from_the_seed() -> None:
    """Every card is first about as often as any other; the leaves commit to position, face and salt."""
    first: dict[str, int] = {}
    for number in range(5200):
        found = order(number.to_bytes(32, "big"), Stock("52", most=1))
        first[found.faces[0]] = first.get(found.faces[0], 0) + 1
    assert len(first) == 52
    assert sum((count - 100) ** 2 / 100 for count in first.values()) < 100.0  # chi-squared, 51 degrees: p < 1e-4
    whole = order(bytes(32), Stock("52"))
    assert sorted(whole.faces) == sorted(map(Stock("52").left.pack.show, Stock("52").left.pack.cards))
    assert whole.leaves[3] == leaf(3, whole.faces[3], whole.salts[3])
    assert opens(whole.leaves, "#3", whole.faces[3], whole.salts[3])
    assert not opens(whole.leaves, "#4", whole.faces[3], whole.salts[3])
    assert not opens(whole.leaves, "#99", whole.faces[3], whole.salts[3])


def test_at_a_physical_table_a_card_has_no_face_until_the_croupier_reads_it() -> None:
    table = session(physical=True).open()
    assert table.pending is not None
    assert table.pending.label == "show:#7"
    assert table.view("ana").cards["mano/ana"] == ["", "", ""]
    table.fell("Kh")
    table.act("ana", Act("descartar"))
    table.act("luis", Act("descartar"))
    with pytest.raises(IllegalAction, match="no Kh is left"):
        table.fell("Kh")
    table.fell("2c")
    assert table.view("watcher").cards["banca"] == ["2c", "Kh"]
    assert table.header.pack is not None
    assert table.header.pack.leaves == ()


def test_an_option_takes_a_subset_of_its_cards_and_nothing_else() -> None:
    table = session().open()
    for slots in (("#0", "#0"), ("#3",), ("#0", "#1", "#2"), ("x",)):
        with pytest.raises(IllegalAction, match="takes 0 to 2 of the cards #0 #1 #2"):
            table.act("ana", Act("descartar", slots=slots))
    with pytest.raises(IllegalAction, match="takes no cards"):
        table.act("ana", Act("abandonar", slots=("#0",)))
    assert [item.default for item in table.view("ana").open] == [True, False]


def test_an_audit_finds_a_pack_that_the_seed_did_not_give() -> None:
    table = finished()
    assert audit(table.lines()).breaches == []
    lies = Exchanged(bytes.fromhex(table.seed), [0, 1, 2, 3], random.Random(1))
    forged = [decode(line) for line in table.lines()]
    pack = order(b"\1" * 32, Stock("52", most=20))
    header = table.header
    assert header.pack is not None
    forged[0] = msgspec.structs.replace(header, pack=msgspec.structs.replace(header.pack, leaves=pack.leaves))
    assert lies.order(Stock("52", most=20)) is not None
    found = audit([encode(entry) for entry in forged]).breaches
    assert any("order that its seed gives" in breach.what for breach in found)


def test_a_browser_is_sent_backs_and_may_choose_cards(house_of_cards: Casino) -> None:
    casino = house_of_cards
    table = casino.table("bola", "extremadura")
    assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 200
    view = casino.view("ana", table)["view"]
    assert view["cards"]["mano/luis"] == ["", "", ""]
    assert all(view["cards"]["mano/ana"])
    assert view["open"][0]["slots"] == ["#0", "#1", "#2"]
    page = casino.get("ana", f"/tables/{table}").text
    assert page.count('type="checkbox" name="slots"') == 3
    assert page.count("back.svg") == 4
    body = {"do": "descartar", "slots": ["#0", "#9"]}
    assert casino.post("ana", f"/api/v1/tables/{table}/act", body).status_code == 409
    assert casino.post("ana", f"/api/v1/tables/{table}/act", {"do": "descartar", "slots": ["#1"]}).status_code == 200
    assert casino.act("luis", table, "abandonar").status_code == 200
    assert casino.floor.books.check() == []
    log = b"".join(casino.floor.history.export(table, casino.people["rosa"]))
    assert audit(log.splitlines()).breaches == []
    mine = "".join(casino.floor.history.transcript(table, 1, casino.people["luis"]))
    assert '"secret"' not in mine
    step = casino.floor.history.step(table, 1, 1000, casino.people["luis"])
    assert "" in step.cards["descartes"]
    with pytest.raises(TapeteError):
        casino.floor.rounds.look(table, casino.people["luis"], "ana")


@pytest.fixture
def house_of_cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    found = Casino(tmp_path_factory.mktemp("casino"))
    yield found
    found.close()
