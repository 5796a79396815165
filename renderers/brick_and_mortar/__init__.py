"""Pictures of Brick & Mortar."""
