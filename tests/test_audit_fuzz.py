"""No log makes the auditor fail: some hundred mutations here, a hundred thousand in `benchmarks/mutations.py`."""

import random

import pytest

from tapete.audit.log import audit
from tapete.audit.verify import verify
from tapete.errors import TapeteError
from tests.forging import booked, mended
from tests.helpers import EVERYWHERE
from tests.mutating import mutated


@pytest.mark.slow
@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_no_mutation_makes_the_auditor_fail(name: str, region: str) -> None:
    source = random.Random(f"{name} {region}")
    for physical in (True, False):
        rounds = booked(name, region, physical)
        whole = audit(mended(rounds))
        # A few rounds are mostly not a whole game between players, and of that there is a note.
        assert (whole.breaches, [note for note in whole.notes if "still to have the mano" not in note]) == ([], [])
        for _ in range(15):
            log = mutated(source, rounds)
            try:
                report = audit(log)
                verify(log)
            except TapeteError as error:
                assert "no round" in error.text
                continue
            assert all(breach.what != breach.right for breach in report.breaches)
            assert not [breach for breach in report.breaches if "cannot go on" in breach.what], report.breaches
