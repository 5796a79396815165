"""The bot: tables, the store, and what stands in Discord; it knows no game."""
