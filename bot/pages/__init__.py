"""Pages: what a message says and shows, as plain data."""
