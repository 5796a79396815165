"""Languages and translations, rule books, and the list of all cards."""
