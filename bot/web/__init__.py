"""Web pages on which people watch tables without Discord; off by default."""
