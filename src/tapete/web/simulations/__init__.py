"""Simulations that one can watch."""
