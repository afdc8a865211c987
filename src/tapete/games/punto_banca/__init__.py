"""Punto y banca, midi and mini: two hands dealt by a fixed rule, and stakes on either or on their tie."""
