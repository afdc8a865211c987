"""Descriptions that say all that one can say: of a bingo room, machines, bets, a lottery, tickets and promotions."""

from typing import Any

MACHINE = {"paid-by": "monedas", "gives": ["tiempo", "metalico"], "decides": "azar"}
TICKETS = {"prices": [5], "tickets": 100, "prizes": [{"name": "oso", "count": 2, "value": 20}]}
CASH = {"prices": [1], "tickets": 10, "prizes": [{"name": "premio", "value": 5, "cash": True}]}

DESCRIPTIONS: dict[str, list[dict[str, Any]]] = {
    "bingo": [{"category": "primera", "machines": 12, "series-per-machine": 6, "line": 10, "bingo": 55}],
    "maquinas": [
        {**MACHINE, "premises": "casino", "room-apart": True, "warning": ["es", "eu"], "entrance-controlled": True},
        {"paid-by": "monedas", "gives": ["tiempo", "partidas"]},
        {"paid-by": "monedas", "auxiliary": True},
    ],
    "apuestas": [
        {"subject": "deporte", "made": "recinto-deportivo", "held": "mismo"},
        {"subject": "otro", "made": "local", "authorised": True},
    ],
    "loteria": [
        {"digits": 3, "relations": [{"kind": "exacto", "pays": 500}]},
        {"pool": {"numbers": 49, "marks": 6, "sold": 100, "shares": {"6": 40, "5": 15}}},
    ],
    "boletos": [
        {
            **CASH,
            "codes": ["1-7", "2-9"],
            "campaigns": [
                {"kind": "lote", "days": ["2026-01-10", "2026-03-09"]},
                {"kind": "anual", "days": ["2026-05-01", "2026-05-15"]},
            ],
        }
    ],
    "rifa": [{**TICKETS, "numbers": [1, 100]}],
    "tombola": [TICKETS],
    "combinacion-aleatoria": [
        {**TICKETS, "ordinary-price": 5, "period": ["2026-03-01", "2026-03-31"], "dates": ["2026-03-15", "2026-03-30"]}
    ],
}
