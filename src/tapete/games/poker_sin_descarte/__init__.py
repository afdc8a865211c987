"""Poker without discard: five cards against the bank's five, of which one is seen before a second stake is added."""

from tapete.errors import Said

AIM = Said(
    "You get five cards against the bank's five, one of which lies open. You stake twice as much again or give up."
)
