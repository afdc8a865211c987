"""Chemin de fer: baccarat between players, one of whom is the bank as long as he wins."""
