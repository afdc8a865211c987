"""Rounds that were played: found again, replayed, exported and audited."""
