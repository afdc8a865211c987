"""Drills for croupiers and players."""
