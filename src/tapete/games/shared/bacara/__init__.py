"""What the games of baccarat share: how cards count, which of two hands wins, the duel of punto and banker."""
