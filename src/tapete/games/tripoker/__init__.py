"""Tripóker: three cards against the bank's, with an ante that is doubled or given up, and a bet on one's own cards."""
