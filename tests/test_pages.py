"""The pages around the code keep step with it."""

import re
from datetime import date
from pathlib import Path

import pytest
import yaml

import tapete
from tapete.law.text import regions
from tests import ROOT
from tests.web import House, house

__all__ = ["house"]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / ".github").glob("*.md")]
FORMS = sorted(path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    linked = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [path for path in linked if not (page.parent / path).exists()] == []


def test_the_api_s_page_lists_what_is_served(house: House) -> None:
    served = {(method.upper(), path) for path, methods in house.app.openapi()["paths"].items() for method in methods}
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([A-Z]+)` \| `(/\S+)` \|", page, re.MULTILINE)) == served


def test_what_the_api_deprecates_is_told_among_the_changes(house: House) -> None:
    told = "".join(re.findall(r"### Deprecated\n(.*?)(?=^##|\Z)", CHANGES, re.DOTALL | re.MULTILINE))
    for path, methods in house.app.openapi()["paths"].items():
        for method, about in methods.items():
            old = [about, *about.get("parameters", ())]
            assert path in told or not any(item.get("deprecated") for item in old), (method, path)


def test_changes_are_dated_and_the_newest_come_first() -> None:
    heads = re.findall(r"^## (.*)$", CHANGES, re.MULTILINE)
    assert heads[0] == "[Unreleased]"
    released = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", head) for head in heads[1:]]
    assert all(released)
    found = [(tuple(map(int, head[1].split("."))), date.fromisoformat(head[2])) for head in released if head]
    assert found == sorted(found, reverse=True)
    assert tapete.__version__ == ".".join(map(str, found[0][0]))
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", CHANGES, re.MULTILINE)) <= kinds


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_an_issue_s_form_asks_for_something(form: Path) -> None:
    asked = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= asked.keys()
    ids = [item["id"] for item in asked["body"]]
    assert len(set(ids)) == len(ids) > 0
    assert all(item["attributes"]["label"] for item in asked["body"])
    assert any(item.get("validations", {}).get("required") for item in asked["body"])


def test_the_law_says_otherwise_in_any_text() -> None:
    (form,) = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in FORMS if path.stem == "law")
    fields = {item["id"]: item for item in form["body"]}
    assert {"region", "article", "says", "does", "shown"} <= fields.keys()
    assert fields["region"]["attributes"]["options"][:-1] == list(regions())
