"""The program: the table, the store and what is shown; it knows no game."""
