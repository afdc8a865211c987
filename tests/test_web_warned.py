"""Who is warned of taking long reads and hears it in their language: how long is left, and what is done then."""

import html
import re
from pathlib import Path

import pytest

from tapete.audit.table import TableFile
from tests.casino import Casino
from tests.test_circulo import EX, GA, PV


class Table:
    """A table of poker of the casino's, that runs by itself or has a croupier."""

    def __init__(self, folder: Path, language: str, game: str, region: str, automatic: int) -> None:
        self.casino = Casino(folder, language)
        file = TableFile.model_validate({"game": game, "region": region, "minimum": "5"})
        floor, people = self.casino.floor, self.casino.people
        self.id = floor.tables.open_table(people["dora"], file, automatic=automatic).public_id
        for who in ("ana", "luis", "teo", "sol"):
            floor.seats.seat(people[who], self.id, 50_000, self.casino.key())
        for _ in range(2):  # the seats are drawn, then the hand is dealt
            self.casino.post("carla", f"/api/v1/tables/{self.id}/rounds")
            self.casino.act("carla", self.id, "close")

    @property
    def asked(self) -> str:
        """Who is asked."""
        pending: str = self.casino.view("dora", self.id)["view"]["pending"]
        return pending.split(":")[1]

    def warns(self) -> str:
        """The croupier warns who is asked."""
        who = self.asked
        self.casino.act("carla", self.id, "warn", on=who)
        return who

    def page(self, who: str) -> str:
        """What somebody's page shows."""
        return html.unescape(self.casino.get(who, f"/tables/{self.id}").text).replace("\xa0", " ")

    def shown(self, who: str) -> str:
        """The warning on somebody's page, without its tags."""
        (found,) = re.findall(r'<div id="warned" class="warned">(.*?)</div>', self.page(who), re.DOTALL)
        return " ".join(re.sub("<[^>]*>", "", found).split())

    def spoken(self, who: str) -> list[str]:
        """What somebody's page says aloud."""
        (news,) = re.findall(r'<ul id="news" hidden>(.*?)</ul>', self.page(who), re.DOTALL)
        return re.findall(r"<li[^>]*>(.*?)</li>", news)


WORDS = {
    "en": "The croupier warns you: decide within {}. Then the table does it for you: Give up the hand.",
    "es": "El crupier le advierte: decida en {}. Después la mesa lo hace por usted: Retirarse.",
    "gl": "O crupier advírteo: decida en {}. Despois a mesa faino por vostede: Retirarse.",
    "eu": "Krupierrak ohartarazten dizu: erabaki {} barru. Gero mahaiak zure ordez egingo du: Erretiratu.",
}
ALOUD = {"en": "30 seconds", "es": "30 segundos", "gl": "30 segundos", "eu": "30 segundo"}


@pytest.mark.parametrize("language", list(WORDS))
def test_ex_2_2_10_3_a_who_is_warned_reads_and_hears_how_long_is_left_and_what_is_done_then(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In his language, with the article as a link; nobody else does, and it goes once he has decided."""
    table = Table(tmp_path, language, "holdem", EX, automatic=5)
    who = table.warns()
    (other, *_) = [name for name in ("ana", "luis", "teo", "sol") if name != who]
    last = table.casino.view(who, table.id)["until"] - 30_000  # when he was warned
    for module in ("tapete.floor.due.present", "tapete.web.tables.warned.now"):
        monkeypatch.setattr(module, lambda: last)
    article = "2.2.10.3.a art." if language == "eu" else "art. 2.2.10.3.a"
    assert table.shown(who) == f"{WORDS[language].format('30 s')} {article}"
    assert '<a class="article" href="/law/extremadura/2.2.10.3.a">' in table.page(who)
    spoken = WORDS[language].format(ALOUD[language])
    assert [line for line in table.spoken(who) if line == spoken] == [spoken]
    assert table.spoken(who).index(spoken) == table.spoken(who).index(f"{who.capitalize()}: decida, por favor.") + 1
    assert table.shown(other) == "" and spoken not in table.spoken(other)
    assert f"{who.capitalize()}: decida, por favor." in table.spoken(other)
    table.casino.act(who, table.id, "fold")
    assert table.shown(who) == "" and spoken not in table.spoken(who)
    table.casino.close()


def test_where_a_croupier_deals_nothing_is_done_for_who_is_warned(tmp_path: Path) -> None:
    table = Table(tmp_path, "en", "holdem", GA, automatic=0)
    assert table.shown(who := table.warns()) == "The croupier warns you: decide now. art. 24.3.a"
    assert "The croupier warns you: decide now." in table.spoken(who)
    assert "Warn of delaying the game: " + who in table.page("carla")
    table.casino.close()


def test_who_takes_long_over_a_change_of_cards_keeps_them_all(tmp_path: Path) -> None:
    """The first words are those of the act: throwing cards away, of which the clock throws none."""
    table = Table(tmp_path, "en", "poker-cubierto", PV, automatic=5)
    while not table.casino.view("dora", table.id)["view"]["pending"].endswith(":descarte"):
        who = table.asked
        items = table.casino.view(who, table.id)["view"]["open"]
        item = next((item for item in items if item["do"] == "call"), None) or next(i for i in items if i["default"])
        assert table.casino.act(who, table.id, item["do"], item["on"], item["lo"]).status_code == 200
    assert "Then the table does it for you: Throw cards away (none)." in table.shown(table.warns())
    table.casino.close()
