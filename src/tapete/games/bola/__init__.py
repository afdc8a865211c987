"""Bola or boule: one rubber ball, a plate of eighteen holes numbered one to nine."""

from tapete.errors import Said

FAMILY = "wheels"
AIM = Said("A ball comes to rest in one of nine numbers. You bet on a number or on half of them.")
