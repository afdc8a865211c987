"""Checking tables and logs against the law: each breach with its article."""
