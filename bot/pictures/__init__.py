"""Pictures of views and cards, and charts and replays of whole games."""
