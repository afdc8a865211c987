"""The API of tournaments: what is announced, running and over."""

from typing import Any

from fastapi import APIRouter

from tapete.engine.round import now
from tapete.web.people.security import TheFloor
from tapete.web.tournaments.seen import seen, told

router = APIRouter(prefix="/api/v1", tags=["tournaments"])


@router.get("/tournaments")
def tournaments(floor: TheFloor) -> list[dict[str, Any]]:
    """The tournaments, the latest first."""
    return [
        {
            "id": found.public_id,
            "name": found.name,
            "game": found.file.game,
            "region": found.region,
            "state": found.state,
        }
        for found in floor.tournaments.all()
    ]


@router.get("/tournaments/{id}")
def tournament(floor: TheFloor, id: str) -> dict[str, Any]:
    """One of them: its clock, stacks, places, prizes, and chances by stacks once few are left."""
    return told(seen(floor, id, now()))
