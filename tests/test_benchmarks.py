"""Benchmarks take long: each runs alone when it is asked for, and refuses a word that it does not know at once."""

import ast
import sys
from pathlib import Path

import benchmarks.__main__
import pytest
from benchmarks.measure import Words, share_asked

FOLDER = Path(benchmarks.__main__.__file__).parent


@pytest.mark.parametrize("part", benchmarks.__main__.PARTS)
def test_each_can_be_run_alone_and_reads_its_words_first(part: str) -> None:
    tree = ast.parse((FOLDER / f"{part}.py").read_text(encoding="utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in tree.body)
    assert "__name__ == '__main__'" in ast.unparse(tree.body[-1])
    assert called & {Words.__name__, share_asked.__name__}


@pytest.mark.parametrize("words", [["engine", "motor"], ["--share", "1"]])
def test_an_unknown_word_is_refused_in_a_line_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", *words])
    with pytest.raises(SystemExit) as stopped:
        benchmarks.__main__.main()
    said = capsys.readouterr()
    assert (stopped.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert words[-1] in said.err or words[0] in said.err


@pytest.mark.parametrize("share", ["0", "2", "half", "nan"])
def test_a_share_is_of_a_whole(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], share: str) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz", "--share", share])
    with pytest.raises(SystemExit):
        share_asked("", 0.01)
    assert f"'{share}' is no share" in capsys.readouterr().err
