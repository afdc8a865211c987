"""What every part of the schema is made of. Times are milliseconds since 1970, amounts whole cents."""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, MetaData, Text, UniqueConstraint

# An account and a table may be forgotten, so whatever names one of them is found by it: without an index the database
# would read every command of the house to be sure that none does.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)
Id = BigInteger().with_variant(Integer, "sqlite")


def one_of(column: str, *words: str) -> CheckConstraint:
    """A column that holds one of a few words."""
    return CheckConstraint(f"{column} IN ({', '.join(repr(word) for word in words)})", name=column)


def text(name: str, **more: Any) -> Column[str]:
    """Words that are always there."""
    return Column(name, Text, nullable=False, **more)


def number(name: str, **more: Any) -> Column[int]:
    """A whole number that is always there."""
    return Column(name, BigInteger, nullable=False, **more)


def of(name: str, other: str, nullable: bool = False, **more: Any) -> Column[int]:
    """A row of another table, by its id."""
    return Column(name, Id, ForeignKey(f"{other}.id"), nullable=nullable, **more)


def by() -> list[Any]:
    """By whom something was written, when, and the key by which it is written once."""
    return [number("at"), of("account_id", "accounts"), text("key"), UniqueConstraint("account_id", "key")]


def part(name: str, *more: Any) -> Column[int]:
    """A part of a key that is given, not counted by the database."""
    return Column(name, BigInteger, *more, primary_key=True, autoincrement=False)
