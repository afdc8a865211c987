"""No log makes the auditor fail: some hundred mutations here, a hundred thousand in `benchmarks/audit.py`."""

import random

import pytest

from tapete.audit.log import audit
from tapete.errors import TapeteError
from tests.forging import data
from tests.helpers import EVERYWHERE, sit
from tests.mutating import mutated
from tests.robot import evening


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_no_mutation_makes_the_auditor_fail(name: str, region: str) -> None:
    source = random.Random(f"{name} {region}")
    for physical in (True, False):
        rounds = data(evening(sit(name, region, physical=physical), 4, seed=8, trouble=0.05))
        for _ in range(15):
            try:
                report = audit(mutated(source, rounds))
            except TapeteError as error:
                assert "no round" in error.text
                continue
            assert all(breach.what != breach.right for breach in report.breaches)
            assert not [breach for breach in report.breaches if "cannot go on" in breach.what], report.breaches
