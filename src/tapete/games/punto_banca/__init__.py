"""Punto y banca, midi and mini: two hands dealt by a fixed rule, and stakes on either or on their tie."""

from tapete.errors import Said

AIM = Said(
    "Two hands are dealt, punto and banca, by fixed rules. You bet on which comes nearer to nine, or that they tie."
)
