"""Every operation of the API, tried with requests made up from its own schema: no fault, and answers as it says."""

from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.casino import Casino

AS_IT_SAYS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PATIENCE = 60.0  # seconds for an answer of a busy machine
STREAM = "/api/v1/tables/{table_id}/stream"  # never ends at a table that there is


@pytest.mark.slow
@pytest.mark.parametrize("who", ["dora", ""])
def test_the_api_answers_as_its_schema_says(casino: Casino, who: str) -> None:
    """As the director, who may do everything, and as nobody."""
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", casino.app)
    operations: list[Any] = [cast(Any, found).ok() for found in schema.get_all_operations()]
    documented = casino.app.openapi()["paths"].items()
    assert {(o.path, o.method.lower()) for o in operations} == {(path, how) for path, ops in documented for how in ops}
    for operation in operations:
        tried(casino, operation, who)


def tried(casino: Casino, operation: Any, who: str, examples: int = 6) -> None:
    """Some requests of one operation, right and wrong, at a table with a round; one for each, as some close it."""
    table = casino.table("bola", "extremadura")
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    token = casino.floor.accounts.open_session(casino.people[who]).token if who else ""  # signing out ends it

    wrong = operation.path != STREAM and (operation.body or operation.query or operation.path_parameters)
    modes = list(GenerationMode) if wrong else [GenerationMode.POSITIVE]
    unhindered: Any = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}

    @settings(max_examples=examples, derandomize=True, **unhindered)
    @given(case=one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes)))
    def run(case: Any) -> None:
        headers = {"Idempotency-Key": casino.key(), **({"Authorization": f"Bearer {token}"} if token else {})}
        if case.path_parameters and "table_id" in case.path_parameters and operation.path != STREAM:
            case.path_parameters["table_id"] = table
        case.call_and_validate(headers=headers, checks=AS_IT_SAYS, timeout=PATIENCE)

    run()
