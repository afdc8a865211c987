"""Live tables: their pages, forms, streams and API, and how a table is told and drawn."""
