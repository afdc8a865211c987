"""What the games of one draw share: a felt whose bets each cover some of what a wheel, a plate or a throw may bring."""
