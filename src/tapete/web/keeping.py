"""For whoever keeps the server: is it alive, is it ready, and how much has it done, as Prometheus reads it."""

import time
from bisect import bisect_left
from collections import Counter

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from sqlalchemy import func, select

from tapete.floor.schema import game_tables, rounds
from tapete.web.people.security import TheFloor

router = APIRouter(include_in_schema=False)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
EDGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Answers of this process by method and status, and how long they took to begin."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        self.buckets = [0] * (len(EDGES) + 1)
        self.seconds = 0.0
        self.started = time.time()

    def count(self, method: str, status: int, seconds: float) -> None:
        """An answer has begun. Whatever else somebody calls a method is one more, and fills no memory."""
        self.answers[method if method in METHODS else "other", status] += 1
        self.seconds += seconds
        self.buckets[bisect_left(EDGES, seconds)] += 1

    def lines(self) -> list[str]:
        """In the text format of Prometheus."""
        lines = ["# TYPE tapete_http_requests_total counter"]
        lines += [
            f'tapete_http_requests_total{{method="{method}",status="{status}"}} {number}'
            for (method, status), number in sorted(self.answers.items())
        ]
        lines.append("# TYPE tapete_http_request_seconds histogram")
        below = 0
        for edge, number in zip(EDGES, self.buckets, strict=False):
            below += number
            lines.append(f'tapete_http_request_seconds_bucket{{le="{edge}"}} {below}')
        total = sum(self.answers.values())
        lines.append(f'tapete_http_request_seconds_bucket{{le="+Inf"}} {total}')
        lines += [f"tapete_http_request_seconds_sum {self.seconds:.6f}", f"tapete_http_request_seconds_count {total}"]
        return [*lines, "# TYPE tapete_start_time_seconds gauge", f"tapete_start_time_seconds {self.started:.3f}"]


@router.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
def ready(floor: TheFloor) -> Response:
    """The database answers too; where it does not, the answer is a 503."""
    with floor.db.read() as conn:
        conn.execute(select(1))
    return PlainTextResponse("ready\n")


@router.get("/metrics")
def metrics(request: Request, floor: TheFloor) -> Response:
    """What this process has answered, and what the house holds."""
    with floor.db.read() as conn:
        held = select(game_tables.c.state, func.count()).group_by(game_tables.c.state)
        tables: dict[str, int] = {row.state: row[1] for row in conn.execute(held)}
        open_rounds = conn.execute(select(func.count()).select_from(rounds).where(rounds.c.state == "open")).scalar()
    lines = [*request.app.state.metrics.lines(), "# TYPE tapete_tables gauge"]
    lines += [f'tapete_tables{{state="{state}"}} {tables.get(state, 0)}' for state in ("open", "closed")]
    lines += ["# TYPE tapete_rounds_open gauge", f"tapete_rounds_open {open_rounds}"]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
