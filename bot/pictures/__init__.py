"""Pictures of views and cards, charts, and replays of whole games."""
