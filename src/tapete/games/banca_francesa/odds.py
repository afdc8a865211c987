"""Exact odds of banca francesa: the 216 throws of three dice, thrown again while they decide nothing.

The edge is a share of the chips put down. Of chips on the border line half plays, so their edge is half of the same
bet's on its own square.
"""

from tapete.games.shared.pano.odds import fates, odds

__all__ = ["fates", "odds"]
