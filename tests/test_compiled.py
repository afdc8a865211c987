"""Compiled code is kept for as long as it is right, and where it can be."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

from tapete import compiled, stamp


def test_a_change_to_what_a_kernel_may_be_made_of_has_it_compiled_anew(tmp_path: Path) -> None:
    """The compiler itself looks at a kernel's own file alone."""
    for part in ("cards", "engine", "sim", "games/reto", "floor"):
        shutil.copytree(stamp.HERE / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    stamps = [stamp.stamp(tmp_path)]
    assert stamp.stamp(tmp_path) == stamps[0]
    for touched in ("games/reto/settle.py", "games/reto/kernel.py", "sim/shoe.py", "engine/settings.py"):
        os.utime(tmp_path / touched, ns=(len(stamps), len(stamps)))
        stamps.append(stamp.stamp(tmp_path))
    assert len(set(stamps)) == 5
    os.utime(tmp_path / "floor/desk.py", ns=(1, 1))
    assert stamp.stamp(tmp_path) == stamps[-1]
    assert compiled.config.CACHE_DIR.endswith(stamp.stamp(stamp.HERE))


def test_the_stamp_covers_all_that_a_kernel_imports() -> None:
    """A kernel freezes the constants it reads, and calls functions: of any module it imports, however far away."""
    graph = grimp.build_graph("tapete", include_external_packages=True, exclude_type_checking_imports=True)
    assert graph.find_modules_that_directly_import("numba") == {"tapete.compiled"}
    kernels = graph.find_modules_that_directly_import("tapete.compiled")
    imported = set().union(*(graph.find_upstream_modules(kernel) for kernel in kernels))
    covered = {path.relative_to(stamp.HERE.parent) for path in stamp.sources(stamp.HERE)}
    ours = {Path(*name.split(".")) for name in kernels | imported if name.startswith("tapete.")}
    assert {path for path in ours if not {path.with_suffix(".py"), path / "__init__.py"} & covered} == set()
    assert Path("tapete/games/blackjack/lattice") in ours  # which blackjack's kernel does not import itself


def _compiled(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any("jit" in ast.unparse(each) for each in node.decorator_list):
            yield node


def _array_to_slice(node: ast.AST) -> bool:
    """Whether a statement assigns to a slice what may be an array: no sum, and nothing with the name of a constant."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Subscript):
        return False
    sliced = any(isinstance(part, ast.Slice) for part in ast.walk(node.targets[0].slice))
    array = isinstance(node.value, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
    return sliced and array and not ast.unparse(node.value).isupper()


def test_no_kernel_assigns_an_array_to_a_slice() -> None:
    """For which three seconds are compiled: the message of an error that cannot happen."""
    found = []
    for path in stamp.sources(stamp.HERE):
        source = path.read_text(encoding="utf-8")
        if "tapete.compiled import" in source:
            kernels = _compiled(ast.parse(source))
            found += [f"{path}: {kernel.name}" for kernel in kernels if any(map(_array_to_slice, ast.walk(kernel)))]
    assert found == []


@pytest.mark.parametrize("home", [True, False])
def test_a_checkout_that_cannot_be_written_starts_all_the_same(tmp_path: Path, home: bool) -> None:
    copy = shutil.copytree(stamp.HERE, tmp_path / "src" / "tapete", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__pycache__").touch()  # nobody, root neither, makes a folder where a file is
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(copy.parent), "TMPDIR": str(tmp_path)}
    env["HOME"] = str(tmp_path if home else copy / "__pycache__")
    words = [sys.executable, "-m", "tapete", "simulate", "bola", "--region", "extremadura", "--rounds", "1000"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert "rojo" in done.stdout
    assert [line.partition(",")[0] for line in done.stderr.splitlines()] == (
        [] if home else ["tapete: compiled code cannot be kept"]
    )
    assert any(tmp_path.glob(".cache/tapete/numba-*/**/*.nbi")) == home
    assert {path.name for path in tmp_path.iterdir()} == ({"src", ".cache"} if home else {"src"})
