"""What felts share: where things lie on them, and the felt of a game that has none of its own."""
