"""Bola or boule: one rubber ball, a plate of eighteen holes numbered one to nine."""

FAMILY = "wheels"
