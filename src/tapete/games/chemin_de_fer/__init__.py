"""Chemin de fer: baccarat between players, one of whom is the bank as long as he wins."""

from tapete.errors import Said

AIM = Said(
    "Baccarat among yourselves: one of you is the bank and the others bet against it. The hand nearer to nine wins."
)
