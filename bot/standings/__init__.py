"""Results, ratings and honours, and the tables and points of leagues."""
