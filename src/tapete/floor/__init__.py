"""The casino floor: accounts, tables, chips and rounds in a database, which is the only state."""

from tapete.floor.store import Floor

__all__ = ["Floor"]
