"""What the games of one draw share: a felt whose bets each cover some pockets of a wheel, a plate or a throw."""
