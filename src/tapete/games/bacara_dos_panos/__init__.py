"""Baccarat at two cloths: one banker against both, with a bank that is limited or open."""

from tapete.errors import Said

AIM = Said(
    "Baccarat among yourselves: one of you is the bank and plays against two cloths at once. Nearer to nine wins."
)
