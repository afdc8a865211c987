"""Poker between players: one engine, and a declaration for each variant of each text."""
