"""What the games drawn among tickets share: tickets at one price as stakes, and numbers that come out of a drum."""
