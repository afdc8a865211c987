"""Tournaments in the browser: for who looks on, for who directs them, for who reads their book."""
