"""Results, ratings and statistics, and the tables and points of leagues."""
