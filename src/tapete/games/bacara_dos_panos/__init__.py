"""Baccarat at two cloths: one banker against both, with a bank that is limited or open."""
