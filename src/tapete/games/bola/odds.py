"""Exact odds of boule: nine equally likely numbers."""

from tapete.games.shared.pano.odds import fates, odds

__all__ = ["fates", "odds"]
