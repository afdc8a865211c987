"""Exact odds of the wheel of fortune: fifty-four equally likely cells."""

from tapete.games.shared.pano.odds import fates, odds

__all__ = ["fates", "odds"]
