"""Tournaments as such: lots, tables, levels, places, prizes, chances by stacks. No database, no page, no region."""
