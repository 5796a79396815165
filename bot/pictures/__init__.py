"""Pictures of views, cards and whole games."""
