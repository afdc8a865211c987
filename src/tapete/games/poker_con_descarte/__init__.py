"""Póquer con descarte: five cards against the bank's, two of which may be changed."""

from tapete.errors import Said

AIM = Said("You get five cards against the bank's, raise or give up, and may change some of them for others.")
