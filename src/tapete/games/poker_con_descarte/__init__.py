"""Póquer con descarte: five cards against the bank's, two of which may be changed."""
