"""Poker without discard: five cards against the bank's five, of which one is seen before a second stake is added."""
