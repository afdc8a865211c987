"""Betting on events: what a bet is, which are forbidden, and whether one is internal or external."""

FAMILY = "described"
