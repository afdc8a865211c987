"""Work that is done apart from the tables: who may ask for how much, in which turn, and the processes that do it."""
