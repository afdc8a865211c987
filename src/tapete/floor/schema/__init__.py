"""The database's tables, by subject; `migrations` makes what this says."""

from tapete.floor.schema.base import metadata
from tapete.floor.schema.books import (
    cage_lines,
    cage_signatures,
    certificates,
    documents,
    meter_lines,
    meters,
    orphan_ends,
    orphans,
    reckonings,
    signatures,
)
from tapete.floor.schema.house import case_lines, cases, session_lines, stock_lines
from tapete.floor.schema.people import account_acts, accounts, attempts, links, sessions, training_lines
from tapete.floor.schema.tables import (
    commands,
    editions,
    entries,
    game_tables,
    ledger,
    round_id,
    rounds,
    seats,
    staff_actions,
    waits,
)
from tapete.floor.schema.tournaments import barred, tournament_acts, tournament_entries, tournament_money, tournaments

__all__ = [
    "account_acts",
    "accounts",
    "attempts",
    "barred",
    "cage_lines",
    "cage_signatures",
    "case_lines",
    "cases",
    "certificates",
    "commands",
    "documents",
    "editions",
    "entries",
    "game_tables",
    "ledger",
    "links",
    "metadata",
    "meter_lines",
    "meters",
    "orphan_ends",
    "orphans",
    "reckonings",
    "round_id",
    "rounds",
    "seats",
    "session_lines",
    "sessions",
    "signatures",
    "staff_actions",
    "stock_lines",
    "tournament_acts",
    "tournament_entries",
    "tournament_money",
    "tournaments",
    "training_lines",
    "waits",
]
