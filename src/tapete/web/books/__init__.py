"""The casino's books: the float register of each table, and the income of a day."""
