"""The house around the tables: its session, who is on duty, its stock of cards and dice, cases of conduct."""
