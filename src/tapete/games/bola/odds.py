"""Exact odds of boule: nine equally likely numbers."""

from tapete.games.shared.pano.odds import odds

__all__ = ["odds"]
