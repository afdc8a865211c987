"""What is installed is what was pinned: each file by its hash, what it needs pinned too, under a licence we may use."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import ROOT

LISTS = sorted(ROOT.glob("requirements*.txt"))
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
PERMITS = re.compile(r"\b(MIT|BSD|Apache|ISC|PSF|Python|MPL|Mozilla|LGPL|Lesser|Unlicense|0BSD|Zlib|CC0|HPND)\b", re.I)


def pins(path: Path) -> dict[str, str]:
    return {canonicalize_name(name): pinned for name, pinned in PIN.findall(path.read_text(encoding="utf-8"))}


PINNED = {name: pinned for path in LISTS for name, pinned in pins(path).items()}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_pin_has_hashes_and_nothing_else_is_listed(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    for line, following in zip(lines[1:], [*lines[2:], ""], strict=True):
        if line.startswith(" "):
            assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line)
        else:
            assert PIN.match(line), line
            assert following.startswith("    --hash=sha256:")


def test_a_package_is_pinned_to_one_version() -> None:
    for path in LISTS:
        assert {name: PINNED[name] for name in pins(path)} == pins(path)


def test_no_list_says_where_packages_come_from() -> None:
    for path in LISTS:
        assert "://" not in path.read_text(encoding="utf-8")


def test_what_the_project_declares_is_pinned_within_its_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [
        *project["dependencies"],
        *(need for extra in project["optional-dependencies"].values() for need in extra),
    ]
    for need in map(Requirement, declared):
        assert need.specifier.contains(PINNED[canonicalize_name(need.name)]), need


@pytest.mark.parametrize("path", [path for path in LISTS if "bench" not in path.name], ids=lambda path: path.name)
def test_whatever_a_package_needs_is_pinned_too(path: Path) -> None:
    for name in pins(path):
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue  # installed only where it is asked for
        for need in map(Requirement, needs):
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                assert need.specifier.contains(PINNED[canonicalize_name(need.name)], prereleases=True), (name, need)


def test_what_is_installed_is_what_is_pinned() -> None:
    for name, pinned in pins(ROOT / "requirements.txt").items():
        assert version(name) == pinned


@pytest.mark.parametrize("name", sorted(pins(ROOT / "requirements.txt")))
def test_every_package_that_runs_beside_us_has_a_licence_that_permits_it(name: str) -> None:
    about = distribution(name).metadata
    kept = about.get_all("License-Expression", []), about.get_all("Classifier", []), about.get_all("License", [])
    said = [line[:200] for lines in kept for line in lines]
    assert PERMITS.search(" ".join(said)), said
