"""Pages: what a message says, as plain data."""
