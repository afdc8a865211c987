"""What several games share and is no game of its own: a cloth of boxes, the prison, a hand of poker."""
