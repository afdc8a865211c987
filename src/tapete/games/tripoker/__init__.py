"""Tripóker: three cards against the bank's, with an ante that is doubled or given up, and a bet on one's own cards."""

from tapete.errors import Said

AIM = Said("You get three cards against the bank's three. You go on with a second stake or give up.")
