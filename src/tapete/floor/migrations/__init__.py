"""How the database came to be what `schema` says, a step at a time; run whenever it is opened."""
