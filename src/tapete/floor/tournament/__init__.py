"""Tournaments on the floor: announced, signed up for, run over real tables, classified and paid."""
