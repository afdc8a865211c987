"""The examples in the documentation strings run."""

import doctest
import importlib
import pkgutil

import pytest

import tapete

MODULES = [
    found.name
    for found in pkgutil.walk_packages(tapete.__path__, "tapete.")
    if not found.name.endswith(("__main__", "migrations.env"))
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
