"""Small mistakes in the rules of a game, and what its tests notice of them."""
