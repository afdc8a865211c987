"""The command line's contract: answers, JSON, exit statuses, and one clear line for whatever is wrong."""

import contextlib
import json
import os
import pty
import re
import shutil
import socket
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tapete.cli import COMMANDS, main
from tapete.cli.books import books
from tapete.cli.casino import conduct, session, waiting
from tapete.cli.keeping import backup
from tapete.cli.tournaments import tournaments
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.games import game
from tests import ROOT, environment

GOLDEN = ROOT / "tests" / "golden"


def run(*words: str, stdin: str = "", cwd: Path | None = None, wide: int = 0) -> subprocess.CompletedProcess[str]:
    env = environment(COLUMNS=str(wide or ""))
    return subprocess.run(
        [sys.executable, "-m", "tapete", *words],
        input=stdin,
        capture_output=True,
        text=True,
        env=env,
        cwd=cwd,
        check=False,
    )


def data(*words: str, status: int = 0) -> Any:
    found = run(*words, "--json")
    assert found.returncode == status, found.stderr
    return json.loads(found.stdout)


@pytest.mark.parametrize("command", ["odds", "simulate", "play", "train"])
def test_what_is_described_and_not_played_is_said_to_be_in_one_line(command: str) -> None:
    found = run(command, "maquinas", "--region", "pais-vasco")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "tapete: maquinas is described, not played: tapete check FILE takes a description of it\n"


def test_alone_it_tells_machines_what_it_can_do() -> None:
    told = data()
    assert list(told) == ["version", "commands"]
    assert told["commands"]["odds"] == "Every bet exactly: edge, chances, variance."


def test_who_asks_for_help_in_a_word_gets_it() -> None:
    assert run("help").stdout == run("--help").stdout != ""
    assert run("help", "odds").stdout == run("odds", "--help").stdout != ""


def test_a_screen_without_the_letters_shows_what_it_can_and_json_keeps_them() -> None:
    def shown(*words: str, encoding: str) -> bytes:
        env = environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        found = subprocess.run([sys.executable, "-m", "tapete", *words], capture_output=True, env=env, check=True)
        return found.stdout

    asked = ("games", "--region", "galicia")
    assert b"P?ker sin descarte" in shown(*asked, encoding="ascii")
    assert "Póker sin descarte".encode("latin-1") in shown(*asked, encoding="latin-1")
    for encoding in ("ascii", "latin-1"):
        assert shown(*asked, "--json", encoding=encoding) == shown(*asked, "--json", encoding="utf-8")
    assert b"? Hagan sus apuestas." in shown("play", "bola", "--region", "extremadura", encoding="latin-1")


def test_streams_that_are_closed_or_full_are_no_fault_of_ours() -> None:
    asked = f"{sys.executable} -m tapete odds bola"
    for ends, status, said in (
        ("<&- >&-", 0, ""),
        ("2>&-", 0, ""),
        (">/dev/full", 2, "tapete: it cannot be written: No space left on device\n"),
        ("--json >/dev/full", 2, "tapete: it cannot be written: No space left on device\n"),
    ):
        words = ["sh", "-c", f"{asked} {ends}"]
        found = subprocess.run(words, capture_output=True, text=True, env=environment(), check=False)
        assert (found.returncode, found.stderr) == (status, said), ends


def test_alone_it_prints_what_it_can_do() -> None:
    found = run()
    assert found.returncode == 0
    for command in ("games", "law", "diff", "lint", "odds", "simulate", "play", "check", "audit"):
        assert command in found.stdout


def test_games_lists_article_and_region() -> None:
    rows = data("games", "--region", "extremadura")
    assert {"game": "bola", "region": "extremadura", "title": "Bola o boule", "article": "1.3"} in rows
    assert {row["region"] for row in rows} == {"extremadura"}


def test_law_gives_every_value_its_article() -> None:
    rows = {row["section"]: row for row in data("law", "dados", "--region", "extremadura")}
    seven = rows["bets.juego-de-7"]
    assert seven["article"] == "1.5.4.1.B.b"
    assert seven["doubt"]["why"]


def test_odds_json_has_the_contract_s_keys() -> None:
    rows = data("odds", "ruleta-francesa", "--region", "extremadura")
    keys = {
        "game",
        "region",
        "bet",
        "setting",
        "edge",
        "edge_float",
        "std_error",
        "win",
        "push",
        "lose",
        "variance",
        "article",
    }
    for row in rows:
        assert keys <= row.keys()
        assert abs(row["win"] + row["push"] + row["lose"] - 1) < 1e-12
        assert row["std_error"] is None
    assert {row["edge"] for row in rows if row["bet"] == "pleno"} == {"1/37"}


def test_odds_take_options_and_readings() -> None:
    likely = data("odds", "dados", "--region", "extremadura", "--set", "juego-de-7=likely")
    printed = data("odds", "dados", "--region", "extremadura")
    assert {row["edge"] for row in likely if row["bet"] == "juego-de-7"} == {"1/6"}
    assert {row["edge"] for row in printed if row["bet"] == "juego-de-7"} == {"-5/3"}


def test_simulate_is_the_same_on_any_number_of_workers() -> None:
    words = (
        "simulate",
        "dados",
        "--region",
        "extremadura",
        "--rounds",
        "9000000",
        "--bet",
        "win 10",
        "--bet",
        "field 5",
    )
    one, two = (data(*words, "--workers", workers) for workers in ("1", "2"))
    assert one == two
    assert [row["bet"] for row in one] == ["win", "field", "mix"]
    win = one[0]
    assert win["edge"] is None
    assert abs(win["edge_float"] - 7 / 495) < 4.5 * win["std_error"]


def test_simulate_alone_covers_every_bet_of_the_odds() -> None:
    played = data("simulate", "dados", "--region", "pais-vasco", "--rounds", "20000")
    exact = data("odds", "dados", "--region", "pais-vasco")
    assert [(row["bet"], row["setting"]) for row in played] == [(row["bet"], row["setting"]) for row in exact]


def test_diff_prices_a_difference() -> None:
    rows = data("diff", "dados", "extremadura", "pais-vasco")
    (seven,) = [row for row in rows if row["path"] == "bets.juego-de-7" and row["key"] == "pays"]
    assert seven["worth"] == {"juego-de-7": "11/6"}


def test_lint_warns_of_a_player_s_edge() -> None:
    kinds = {(row["game"], row["path"], row["kind"]) for row in data("lint")}
    assert ("dados", "bets.juego-de-7", "player edge") in kinds
    assert ("ruleta-fortuna", "bets.24", "ruinous") in kinds


TABLE = 'game = "bola"\nregion = "extremadura"\nminimum = 5\n'
SERVED = "staff = { jefe-de-mesa = 1, crupier = 1 }\n"


@pytest.mark.parametrize(
    ("more", "where", "article", "right"),
    [
        ("[maximum]\nnumero-entero = 150\n", "maximum.numero-entero", "1.3.5.2§2", "200 to 500"),
        ("authorised-minimum = 2\n", "minimum", "1.3.5.2§1", "2 or 4"),
        ("chip = 3\n", "chip", "1.3.5.2§1", "a chip that divides 5"),
        ('form = "dos-panos"\n[staff]\njefe-de-mesa = 1\ncrupier = 1\n', "staff.crupier", "1.3.3", "2"),
    ],
)
def test_check_names_key_article_and_what_would_be_right(
    tmp_path: Path, more: str, where: str, article: str, right: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE + more if "staff" in more else TABLE + SERVED + more)
    found = data("check", str(file), status=1)
    assert not found["legal"]
    (breach,) = found["breaches"]
    assert (breach["where"], breach["right"]) == (where, right)
    assert breach["article"].startswith(article)


def test_check_passes_a_legal_table(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE + "[staff]\njefe-de-mesa = 1\ncrupier = 1\n")
    assert data("check", str(file))["legal"]


def test_check_wants_staff_and_float_of_a_file_that_is_silent_about_them(tmp_path: Path) -> None:
    """PV 10.III has a chief and a croupier at the wheel, its additional provision 6 a float of 15,000 minimums."""
    file = tmp_path / "table.toml"
    file.write_text('game = "ruleta-fortuna"\nregion = "pais-vasco"\nminimum = 5\n')
    found = {(one["where"], one["right"]) for one in data("check", str(file), status=1)["breaches"]}
    assert found == {("staff.jefe-de-mesa", "1"), ("staff.crupier", "1"), ("float", "75000 or more")}
    with file.open("a") as more:
        more.write("float = 75000\nstaff = { jefe-de-mesa = 1, crupier = 1 }\n")
    assert data("check", str(file))["legal"]


def test_play_through_a_pipe_writes_a_log_that_audits_clean(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    script = "rojo 10\n17 5\nundo\nluis: negro 20\nya\n17\nquit\n"
    found = run(
        "play",
        "ruleta-americana",
        "--region",
        "extremadura",
        "--players",
        "ana,luis",
        "--physical",
        "--log",
        str(log),
        stdin=script,
    )
    assert found.returncode == 0, found.stderr
    assert "17" in found.stdout
    assert data("audit", str(log)) == {"rounds": 1, "inputs": 6, "clean": True, "breaches": [], "notes": []}
    log.write_bytes(log.read_bytes().replace(b'"cents":2000', b'"cents":2100', 1))
    assert not data("audit", str(log), status=1)["clean"]


def test_play_as_json_prints_the_transcript_and_nothing_else() -> None:
    found = run("play", "bola", "--region", "extremadura", "--json", stdin="rojo 10\nya\n")
    assert found.returncode == 0
    kinds = [json.loads(line)["t"] for line in found.stdout.splitlines()]
    assert (kinds[0], kinds[-1]) == ("round", "end")


@pytest.mark.parametrize(
    ("game", "stakes", "bet"),
    [
        ("ruleta-francesa", "17 5 · rojo 5", "17"),
        ("dados", "win 5 · field 5", "win"),
        ("blackjack", "casilla 1 5 · casilla 2 5", "casilla 1"),
        ("reto", "inicial 5 · tie 5", "inicial"),
    ],
)
def test_help_at_a_table_explains_with_bets_of_its_game(game: str, stakes: str, bet: str) -> None:
    found = run("play", game, "--region", "extremadura", stdin="help\n")
    lines = [line.strip() for line in found.stdout.splitlines()]
    assert f"{stakes:<26}  stake euros on a bet" in lines
    assert f"{f'help {bet}':<26}  a bet: what it pays, its limits, its price, each with its article" in lines
    assert ("rojo" in found.stdout) == (game == "ruleta-francesa")


def test_serve_says_that_its_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = run("serve", "--port", str(taken.getsockname()[1]))
    assert found.returncode == 2
    assert "cannot be listened on" in found.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "bola", "--region", "atlantis"), "unknown region 'atlantis'"),
        (("odds", "bolla"), "did you mean bola"),
        (("odds", "bola", "--region", "galicia"), "not in the text of galicia"),
        (("odds", "bola", "--set", "nonsense"), "option=value"),
        (("odds", "bola", "--region", "extremadura", "--set", "a=b"), "unknown option 'a'"),
        (("law", "bola"), "region"),
        (("simulate", "bola", "--region", "extremadura", "--rounds", "0"), "--rounds"),
        (("simulate", "bola", "--region", "extremadura", "--rounds", "many"), "many"),
        (("simulate", "bola", "--region", "extremadura", "--bet", "rojo"), "amount"),
        (("simulate", "bola", "--region", "extremadura", "--bet", "verde 5"), "unknown bet 'verde'"),
        (("simulate", "bola", "--region", "extremadura", "--bet", "rojo 1"), "rojo takes 5 to"),
        (("simulate", "bola", "--region", "extremadura", "--bankroll", "1", "--bet", "rojo 5"), "--bankroll"),
        (("simulate", "dados", "--region", "extremadura", "--bet", "asociada-win 5"), "win"),
        (("check", "nowhere.toml"), "no such file"),
        (("audit", "nowhere.jsonl"), "No such file"),
        (("play", "bola"), "--region"),
        (
            ("play", "bola", "--region", "extremadura", "--players", "croupier"),
            "cannot be a name: it means something else",
        ),
        (
            ("play", "bola", "--region", "extremadura", "--players", "Crupier"),
            "cannot be a name: it means something else",
        ),
        (("play", "bola", "--region", "extremadura", "--players", "a" * 200), "a name has 1 to 32 characters"),
        (("play", "bola", "--region", "extremadura", "--minimum", "cheap"), "amount of euros"),
        (("serve", "--port", "99999"), "a port is a number from 1 to 65535"),
        (("serve", "--host", "no.such.host.invalid"), "cannot be listened on"),
        (("serve", "--workers", "2"), "PostgreSQL"),
        (("serve", "--proxy", "my-proxy"), "--proxy my-proxy: write the address it asks from"),
        (("serve", "--database", "oracle://x"), "write a file as casino.db, or postgresql://"),
        (("simulate", "holdem", "--region", "extremadura", "--rounds", "10"), "no bet against the house"),
        (("hands", str(GOLDEN / "bola-extremadura-1.jsonl"), "--region", "extremadura"), "there is none"),
        (("check", "."), ".: cannot be read: Is a directory"),
        (("diff", "bola", "extremadura", "extremadura"), "extremadura does not differ from itself: name two regions"),
        (("play", "bola", "--region", "extremadura", "--chips", "0"), "the smallest is"),
        (("play", "bola", "--region", "extremadura", "--log", "no/where.jsonl"), "there is no folder no"),
        (("coverage", "galicia", "asturias"), "'asturias': more than this command takes"),
        (("odds", "reto", "--region", "extremadura", "--shoe", "9 packs"), "dealt from 1, 2, 3, 4, 5, 6, 7 or 8 packs"),
        (("odds", "monte", "--region", "extremadura", "--shoe", "4"), "write '1 pack' or '1 pack less Rb 1o'"),
        (("fly",), "fly"),
        (("odds", "trijoker", "--region", "galicia", "--shoe", "As Ks"), "write '1 pack' or '1 pack less As 2c'"),
        (("odds", "trijoker", "--region", "galicia", "--shoe", "1 pack less As As"), "one pack does not hold As"),
        (("simulate", "bola", "--region", "extremadura", "--session", "0"), "--session: a session has 1 to"),
        (("play", "bola", "--region", "extremadura", "--players", ","), "a name has 1 to 32 characters"),
        (("odds", ""), "nothing is said by the empty word after 'odds'"),
        (("odds", "bola", "--region", ""), "nothing is said by the empty word after '--region'"),
        (("odds", "bola", "--region="), "nothing is said by the empty word after '--region='"),
        (("odds", "pai-gow", "--hands", "--set", "x=1"), "--hands does not go with --set: leave one of them out"),
        (("odds", "bingo", "--cards", "3", "--take"), "--cards does not go with --take"),
        (("odds", "holdem", "--take", "--cluster", "local"), "--take does not go with --cluster"),
        (("odds", "holdem", "--take", "--shoe", "1 pack"), "--take does not go with --shoe"),
        (("odds", "tripoker", "--strategy", "--seen", "Ah"), "--strategy does not go with --seen"),
        (("play", "--table", "x.toml", "--minimum", "10"), "x.toml says what is played, and how: leave --minimum out"),
        (("play", "bola", "--table", "x.toml", "--set", "a=b"), "leave GAME and --set out"),
        (("law",), "GAME is missing: `tapete law --help` says what it takes"),
        (("train", "bola"), "--region is missing: `tapete train --help` says what it takes"),
        (("odds", "bola", "--region"), "nothing follows --region: `tapete odds --help` says what it takes"),
        (("simulate", "bola", "--region", "extremadura", "--rounds", "1e6"), "--rounds: '1e6' is no whole number"),
        (("icm", "many", "--prizes", "5"), "STACKS: 'many' is no whole number"),
        (("icm", "5.5", "5", "--prizes", "5"), "STACKS: '5.5' is no whole number"),
        (("odds", "bingo", "--region", "pais-vasco", "--cards", "0x10"), "--cards: '0x10' is no whole number"),
        (("train", "bola", "--region", "extremadura", "--drills", "٣"), "--drills: '٣' is no whole number"),
        (("serve", "--port", "8_0"), "--port: '8_0' is no whole number"),
        (("play", "bola", "--region", "extremadura", "--chips", "٣"), "'٣' is not an amount of euros"),
        (("equity", "holdem", "--region", "extremadura", "AA", "random", "--seed", "-1"), "a seed is a number from 0"),
        (("audti",), "unknown command 'audti': did you mean audit"),
        (("--jsn",), "unknown option '--jsn': did you mean --json"),
        (("simulate", "bola", "--region", "extremadura", "--workers", "0"), "--workers: a simulation takes 1 worker"),
        (("play", "bola", "--region", "extremadura", "--log", "."), "it is a folder"),
        (("play", "bola", "--region", "extremadura", "--log", "x" * 300), "cannot be written: File name too long"),
        (("odds", "--nonsense"), "nonsense"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(
    words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tapete", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert ended.value.code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("equity", "holdem", "--region", "galicia", "A" * 50_000, "KK"), "A…"),
        (("equity", "holdem", "--region", "galicia", "AA,KK," * 20_000, "KK"), "AA,KK,"),
        (("equity", "holdem", "--region", "galicia", "AA", "KK", "--board", "As " * 20_000), "As is there twice in"),
        (("odds", "holdem", "--region", "galicia", f"--{'a' * 50_000}"), "Unknown option: --aaa"),
        (("hands", "A" * 50_000, "--region", "galicia"), "A…"),
    ],
)
def test_what_is_wrong_stays_a_line_that_can_be_read_however_long_the_word_is(
    words: tuple[str, ...], says: str
) -> None:
    found = run(*words)
    assert (found.returncode, found.stdout) == (2, "")
    assert says in found.stderr and len(found.stderr) < 2100 and found.stderr.count("\n") == 1


def test_whoever_says_how_wide_it_may_be_is_heard_through_a_pipe_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As at a terminal; where nobody says anything, tables are as wide as they need."""

    def widest(*words: str) -> int:
        monkeypatch.setattr("sys.argv", ["tapete", *words])
        with pytest.raises(SystemExit):
            main()
        return max(map(len, capsys.readouterr().out.splitlines()))

    monkeypatch.setenv("COLUMNS", "80")
    assert widest("law", "dados", "--region", "pais-vasco") <= 80
    assert widest("diff", "bola", "extremadura", "pais-vasco") <= 80
    assert widest("par", "bola", "--region", "extremadura") <= 80
    monkeypatch.delenv("COLUMNS")
    assert widest("law", "dados", "--region", "pais-vasco") > 80


@pytest.mark.parametrize(
    "script", ["verde 5\n", "rojo 1\n", "rojo 99999\n", "pepe: rojo 5\n", "ya\n37\n", "rojo 10\nya\nrojo 10\n"]
)
def test_a_bad_line_at_the_table_is_said_and_changes_nothing(script: str) -> None:
    found = run("play", "bola", "--region", "extremadura", "--physical", stdin=script)
    assert found.returncode == 2
    assert len(found.stderr.splitlines()) == 1
    assert "Traceback" not in found.stderr


def test_a_casino_that_is_not_there_is_not_made_by_looking_for_it(tmp_path: Path) -> None:
    """Nor is a backup written of it."""
    database = f"sqlite:///{tmp_path}/nobody.db"
    for command in (books, session, waiting, conduct, tournaments, partial(backup, tmp_path / "nobody.gz")):
        with pytest.raises(TapeteError, match=r"there is no casino in .*nobody\.db: `tapete serve` makes one"):
            command(database=database)
    assert list(tmp_path.iterdir()) == []


def test_a_casino_is_named_by_its_file_or_its_address(tmp_path: Path) -> None:
    """A file has a folder or an ending: any other word is no database, and says what would be."""
    with Floor(f"sqlite:///{tmp_path}/casa.db"):
        pass
    for database in (f"{tmp_path}/casa.db", f"sqlite:///{tmp_path}/casa.db"):
        found = run("books", "--database", database)
        assert (found.returncode, found.stderr) == (0, "")
    for database in ("casa", "postgres:/casa.db", "mysql://casa"):
        found = run("books", "--database", database)
        said = f"'{database}' is no database: write a file as casino.db, or postgresql://USER@HOST/NAME"
        assert (found.returncode, found.stderr) == (2, f"tapete: {said}\n")


@pytest.mark.parametrize(
    ("holds", "said"), [("x", "is no database"), ("notes " * 200, "is no database"), ("", "no casino")]
)
def test_a_file_of_something_else_is_no_casino_and_stays_as_it_is(tmp_path: Path, holds: str, said: str) -> None:
    """SQLite takes a file of a few bytes for an empty database, and writes over it."""
    file = tmp_path / "notes.txt"
    file.write_text(holds)
    for command in (books, session, waiting, conduct, tournaments, partial(backup, tmp_path / "notes.gz")):
        with pytest.raises(TapeteError, match=said):
            command(database=f"sqlite:///{file}")
    assert (file.read_text(), list(tmp_path.iterdir())) == (holds, [file])


def test_a_broken_table_file_names_the_key(tmp_path: Path) -> None:
    for text, said in (
        ("minimum = 5", "game: missing"),
        (TABLE + "colour = 3", "colour: unknown key"),
        (TABLE.replace("5", '"cheap"'), "amount of euros"),
        (TABLE + "[options]\nx = 'y'", "unknown option 'x'"),
        ("game =", "not valid TOML"),
    ):
        file = tmp_path / "table.toml"
        file.write_text(text)
        found = run("check", str(file))
        assert (found.returncode, len(found.stderr.splitlines())) == (2, 1), found
        assert said in found.stderr


def test_train_shows_a_mistake_with_its_cost_and_article() -> None:
    found = run("train", "banca-francesa", "--region", "extremadura", "--drills", "5", "--json", stdin="0\n" * 5)
    rows = json.loads(found.stdout)
    assert len(rows) == 5
    for row in rows:
        assert row["cost"] == pytest.approx(100 * float(row["right"]))
        assert row["article"].startswith("1.6.5")
    assert found.returncode == (1 if any(row["cost"] for row in rows) else 0)


def test_train_a_player_at_the_zero() -> None:
    words = ("train", "ruleta-francesa", "--region", "pais-vasco", "--as", "player", "--drills", "2")
    found = run(*words, stdin="mitad\nprision\n")
    assert found.returncode == 1
    # Half back is worth 1/2 of the stake; prison at best 73/148, see the odds of prision-mitad.
    assert f"mitad {-1 / 2:+.4f}, prision {73 / 148 - 1:+.4f}" in found.stdout
    assert "1 of 2 right" in found.stdout


def test_a_script_decides_what_falls(tmp_path: Path) -> None:
    (tmp_path / "falls").write_text("17 # black\n0\n", encoding="utf-8-sig")  # as some editors save it
    words = ("play", "ruleta-americana", "--region", "extremadura", "--script", str(tmp_path / "falls"))
    found = run(*words, stdin="negro 10\nya\nya\n")
    assert found.returncode == 0, found.stderr
    assert "El 17" in found.stdout
    assert "El 0" in found.stdout
    assert found.stdout.rstrip().endswith("ana 1005")


def test_what_only_looks_like_a_number_is_none(tmp_path: Path) -> None:
    """A raised two is a digit to Python, and no number."""
    (tmp_path / "falls").write_text("² 3\n", encoding="utf-8")
    found = run("play", "dados", "--region", "extremadura", "--script", str(tmp_path / "falls"))
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)
    assert "'² 3' cannot fall: write a pocket, dice or a card on a line" in found.stderr
    found = run("play", "bola", "--region", "extremadura", stdin="rewind ² slip\n")
    assert "rewind N WHY" in found.stdout + found.stderr and "fault of ours" not in found.stderr


def test_cards_that_were_seen_are_taken_from_a_whole_shoe() -> None:
    where = ("odds", "tripoker", "--region", "extremadura")
    assert data(*where, "--seen", "Ah Ks") == data(*where, "--shoe", "1 pack less Ah Ks")
    assert run(*where, "--seen", "Ah", "--shoe", "1 pack").stderr.startswith("tapete: --shoe says what is left")
    assert run("odds", "--seen", "Ah").stderr == "tapete: --seen is for one game: say which\n"


def test_a_count_is_ended_by_ctrl_c_with_one_line() -> None:
    """Where the compiler is at work what is raised is lost: then it ends with the next word on how far it is."""
    count = """
        import os, signal, sys
        from tapete.cli import main
        from tapete.games.tripoker import odds
        from tapete.odds import kept

        def at_once(rules, pack):
            os.kill(os.getpid(), signal.SIGINT)
            print("went on")

        def while_compiling(rules, pack):
            exec(compile("os.kill(os.getpid(), signal.SIGINT)", "site-packages/llvmlite/binding.py", "exec"))
            kept._watching.get()(1, 2)
            print("went on")

        odds.every = {"at_once": at_once, "while_compiling": while_compiling}[sys.argv.pop()]
        main()
    """
    for when in ("at_once", "while_compiling"):
        words = [sys.executable, "-c", textwrap.dedent(count), "odds", "tripoker", "--region", "extremadura"]
        found = subprocess.run(
            [*words, "--seen", "2c", when], capture_output=True, text=True, env=environment(), check=False
        )
        assert (found.returncode, found.stdout, found.stderr) == (130, "", "tapete: interrupted\n")


def test_a_game_s_law_is_told_without_its_region_where_one_text_has_it() -> None:
    assert data("law", "reto") == data("law", "reto", "--region", "extremadura")
    assert (
        run("law", "bola").stderr
        == "tapete: bola is in the texts of extremadura, pais-vasco: say which with --region\n"
    )


def test_what_follows_a_table_that_is_told_in_lines_stands_apart_from_it() -> None:
    lines = run("par", "bola", "--region", "extremadura", wide=80).stdout.splitlines()
    assert lines[lines.index("between what it lies 95 % of the time at least, whatever the prizes are") - 1] == ""


def test_a_table_s_help_stays_within_the_screen() -> None:
    for name in ("bola", "blackjack", "holdem"):
        lines = run("play", name, "--region", "extremadura", stdin="help\n", wide=80).stdout.splitlines()
        assert max(map(len, lines)) <= 80
        assert any(line.endswith(" leave the table") for line in lines)


def test_nobody_sits_down_twice() -> None:
    found = run("play", "bola", "--region", "extremadura", "--players", "ana,ana")
    assert (found.returncode, found.stderr) == (2, "tapete: two players have the same name\n")


def test_what_lies_on_the_table_is_counted_at_the_end() -> None:
    found = run("play", "bola", "--region", "extremadura", stdin="rojo 5\nquit\n")
    assert found.stdout.splitlines()[-1] == "ana 995 and 5 on the table"


def test_messages_name_choices_and_irregularities_as_what_they_are() -> None:
    found = run("play", "blackjack", "--region", "extremadura", stdin="report xx\n")
    assert "unknown irregularity 'xx'" in found.stderr


def test_a_slip_in_a_drill_costs_a_line() -> None:
    words = ("train", "blackjack", "--region", "extremadura", "--as", "player", "--drills", "1")
    found = run(*words, stdin="xx\nplantarse\n")
    assert "unknown choice 'xx'" in found.stderr
    assert "1 of 1 right" in found.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "bola"),
        ("lint", "extremadura"),
        ("diff", "bola", "extremadura", "pais-vasco"),
        ("train", "blackjack", "--region", "extremadura", "--as", "player"),
    ],
)
def test_answers_fit_a_terminal_of_eighty_columns(words: tuple[str, ...]) -> None:
    """Nothing is broken within a word, nothing is wider."""
    env = environment(TERM="dumb", COLUMNS="80")
    terminal, child = pty.openpty()
    command = [sys.executable, "-m", "tapete", *words]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=child, env=env)
    os.close(child)
    said = b""
    with contextlib.suppress(OSError):  # what a terminal says once nobody is left to write to it
        while piece := os.read(terminal, 65536):
            said += piece
    assert process.wait() == 0
    os.close(terminal)
    lines = said.decode().replace("\r", "").splitlines()
    assert lines and max(map(len, lines)) <= 80
    if words[0] == "odds":
        assert any("numero-entero" in line for line in lines)


def test_best_play_is_told_as_a_rule_and_as_tables() -> None:
    """Tripóker: queen, six and four is the published rule (Wizard of Odds, Three Card Poker)."""
    shown = run("odds", "tripoker", "--region", "pais-vasco", "--strategy")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "go on with a queen, a six and a four or better" in shown.stdout
    tables = {table["name"]: table for table in data("odds", "tripoker", "--region", "pais-vasco", "--strategy")}
    cases = {case["row"]: case for row in tables["dama"]["cases"] for case in row}
    assert (cases["Q-6-4"]["best"], cases["Q-6-3"]["best"]) == ("ir", "retirarse")
    assert cases["Q-6-4"]["worth"]["ir"] > -1 > cases["Q-6-3"]["worth"]["ir"]
    wide = run("odds", "texas-bonus", "--region", "extremadura", "--strategy").stdout
    assert "a: apostar, r: retirarse." in wide


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--strategy is for one game: say which"),
        (("bola",), "there are no tables of best play for bola"),
        (("tripoker",), "tripoker is in the texts of extremadura, pais-vasco: say which with --region"),
    ],
)
def test_tables_of_best_play_that_there_are_not_are_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    found = run("odds", *words, "--strategy")
    assert (found.returncode, found.stdout, found.stderr) == (2, "", f"tapete: {said}\n")


def test_a_rule_to_remember_is_said_with_what_it_costs() -> None:
    rows = data("odds", "poker-sin-descarte", "--region", "galicia")
    notes = {(row["setting"].get("juego"), row["setting"].get("compra")): row["note"] for row in rows}
    assert notes["sencillo", "no"] == "go with ace, king, jack, eight and three or better, pass with less"
    assert notes["sencillo", "si"].startswith("without a pair buy for four cards of a suit")


def test_every_command_explains_all_that_it_takes_in_eighty_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for command in COMMANDS:
        monkeypatch.setattr(sys, "argv", ["tapete", command, "--help"])
        with pytest.raises(SystemExit) as ended:
            main()
        lines = capsys.readouterr().out.splitlines()
        assert ended.value.code == 0 and max(map(len, lines)) <= 80
        for line in lines:
            if line.startswith(("│ --", "│ *  --", "│    --")):
                assert re.search(r"\S  +\S", line.strip("│* ")), (command, line)


@pytest.mark.parametrize(
    ("prizes", "said"),
    [
        (("70", "30", "10"), "--prizes: 3 prizes for 2 who are left: give one for each at most"),
        ((), "give the stacks of two at least, and the prizes"),
        (("30", "70"), "--prizes: 70 for place 2, 30 for the one before: begin with the first"),
    ],
)
def test_stacks_have_a_prize_each_at_most_and_none_more_than_the_place_before(
    prizes: tuple[str, ...], said: str
) -> None:
    found = run("icm", "5000", "3000", "--prizes", *prizes)
    assert found.returncode == 2
    assert said in found.stderr
    assert found.stderr.count("\n") == 1


def test_a_share_is_written_in_one_way() -> None:
    assert "62.50 %" in run("icm", "5000", "3000", "--prizes", "70", "30").stdout
    cloths = game("bacara-dos-panos")
    row = next(row for row in cloths.odds(cloths.rules("pais-vasco")) if row.bet == "banca")
    assert re.search(r"would be -?\d+\.\d{4} %$", row.note)


def test_who_is_asked_is_told_what_cannot_be_done_now() -> None:
    """Whoever types for all of them: it is Luis's turn once the seats are drawn, and not Ana's."""
    found = run("play", "sintetico", "--region", "extremadura", "--seed", "x", stdin="ya\nya\ndiscard\nopen\n")
    assert "luis cannot 'discard' now" in found.stderr


def test_whose_turn_it_is_is_asked_also_where_others_may_do_something_meanwhile() -> None:
    """Luis has the bank and is asked, while others may offer to be his partners: `open` had told what Ana may do."""
    typed = "refuse\ntake 5\nopen\nxyzzy\ngo-on\nopen banca\n"
    found = run("play", "chemin-de-fer", "--region", "extremadura", "--seed", "x", stdin=typed)
    told = found.stdout.splitlines()
    assert "  go-on  [extremadura 2.1.A.5.1.l]" in told and not any("associate" in line for line in told)
    assert "unknown act 'xyzzy': there are go-on, pass, raise" in found.stderr
    assert "  nothing on banca is open to ana now" in told


@pytest.mark.parametrize("role", ["croupier", "player"])
def test_a_game_without_bets_is_not_trained_as_anybody(role: str) -> None:
    """Before, the player was sent to the croupier's drills, which there are none of either."""
    found = run("train", "holdem", "--region", "galicia", "--as", role)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.endswith(": there are no bets to pay, and no best play to train\n")
    assert found.stderr.count("\n") == 1 and "--as" not in found.stderr


def test_an_act_that_is_mistyped_is_answered_with_the_nearest_that_is_open() -> None:
    """Before, it was an unknown bet where there are none, or something that could not be done now."""
    typed = "ya\nya\nrais 20\nsubbo 20\nme retirro\nxyzzy\n"
    found = run("play", "holdem", "--region", "extremadura", "--seed", "3", stdin=typed)
    open_now = "there are fold, call, raise"
    assert found.stderr.splitlines() == [
        f"tapete: unknown act 'rais 20': did you mean raise; {open_now}",
        f"tapete: unknown act 'subbo 20': did you mean raise; {open_now}",
        f"tapete: unknown act 'me retirro': did you mean fold; {open_now}",
        f"tapete: unknown act 'xyzzy': {open_now}",
    ]
    wheel = run("play", "ruleta-francesa", "--region", "extremadura", "--seed", "3", stdin="xyzzy\n")
    assert wheel.stderr == "tapete: 'xyzzy' is no stake: write a bet and an amount, as in 'pleno:0 5'\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["law", "RULETA-FRANCESA"], "unknown game 'RULETA-FRANCESA': did you mean ruleta-francesa"),
        (["lint", "Galicia"], "unknown region 'Galicia': did you mean galicia"),
        (["odds", "reto", "--set", "mazos=1", "--set", "mazos=2"], "--set mazos is there twice: as 1 and as 2"),
        (["simulate", "reto", "--region", "extremadura", "--rounds", "9" * 20], "--rounds: a simulation has"),
        (["play", "reto", "--table", "t.toml"], "t.toml says what is played, and how: leave GAME out"),
        (["play", "--table", "t.toml", "--set", "mazos=2"], "t.toml says what is played, and how: leave --set out"),
        (["play", "reto", "--region", "extremadura", "--script", "."], ".: cannot be read: Is a directory\n"),
        (["restore", "t.toml", "--database", "c.db"], "t.toml is no backup of a casino, or not a whole one\n"),
    ],
)
def test_odd_words_get_one_line_that_says_what_would_be_right(words: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text('game = "bola"\nregion = "extremadura"\nminimum = 5\n')
    found = run(*words, cwd=tmp_path)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith(f"tapete: {said}")
    assert found.stderr.count("\n") == 1
    assert not (tmp_path / "c.db").exists()


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("hands", "--region", "extremadura", "one.phh"), ""),
        (("check", "table.toml"), ""),
        (("odds", "bo\x1b[2Jla"), ""),
        (("equity", "holdem", "--region", "extremadura", "A\u202es", "AA"), ""),
        (("play", "bola", "--region", "extremadura"), "\x1b]0;mine\x07 5\n"),
        (("train", "bola", "--region", "extremadura", "--drills", "1"), "\x1b[2J\n"),
    ],
)
def test_what_is_said_of_a_file_or_of_words_does_nothing_to_a_terminal(
    words: tuple[str, ...], typed: str, tmp_path: Path
) -> None:
    """Signs that clear a screen, name its window or turn letters round are shown as something else."""
    (tmp_path / "one.phh").write_text('variant = "N\\u001b[2JT"\n')
    (tmp_path / "table.toml").write_text('game = "bola"\nregion = "extre\\u001b[2Jmadura"\nminimum = 5\n')
    found = run(*words, stdin=typed, cwd=tmp_path)
    assert "\N{REPLACEMENT CHARACTER}" in found.stderr
    assert all(char.isprintable() or char == "\n" for char in found.stderr)


@pytest.mark.parametrize("address", ["nonsense", "localhost", "htp://x:1"])
def test_the_launcher_fetches_nothing_for_an_address_that_is_none(address: str, tmp_path: Path) -> None:
    """A checkout without an environment: a Python that only says what it was asked for stands for all it would call."""
    told = tmp_path / "told"
    fake = tmp_path / ".venv" / "bin" / "python"
    fake.parent.mkdir(parents=True)
    fake.write_text(f'#!/bin/sh\necho "$@" >> {told}\n')
    fake.chmod(0o755)
    root = Path(__file__).parent.parent
    for name in ("tapete", "requirements.txt", "requirements-cluster.txt"):
        shutil.copy(root / name, tmp_path / name)
    shutil.copy(root / "requirements.txt", tmp_path / ".venv" / "requirements.txt.done")
    words = ["odds", "reto", "--cluster", address]
    found = subprocess.run(
        [tmp_path / "tapete", *words],
        env={"PATH": "/usr/bin:/bin", "PYTHON": str(fake)},
        capture_output=True,
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, b"")
    assert told.read_text() == f"-m tapete {' '.join(words)}\n"


@pytest.mark.parametrize("words", [["law", "blackjack", "--region", "extremadura"], ["coverage"], ["lint", "--json"]])
def test_who_stops_reading_is_not_told_no(words: list[str]) -> None:
    """As `tapete law … | head -1`: more than a pipe holds is written, and nobody is there any more."""
    with subprocess.Popen(
        [sys.executable, "-m", "tapete", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as found:
        assert found.stdout is not None
        assert found.stderr is not None
        found.stdout.read(1)
        found.stdout.close()
        assert found.stderr.read() == b""
    assert found.returncode == 0


@pytest.mark.parametrize("words", [[], ["--help"], ["odds", "--help"], ["games"], ["odds", "bola", "--json"]])
def test_where_nobody_reads_at_all_nothing_is_told_no(words: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    command = [sys.executable, "-m", "tapete", *words]
    found = subprocess.run(command, stdout=writes, stderr=subprocess.PIPE, env=environment(), check=False)
    os.close(writes)
    assert (found.returncode, found.stderr) == (0, b"")
