-- A finished game has one open rematch at a time, wherever it opens.
CREATE UNIQUE INDEX one_rematch_a_table ON tables (rematch_of)
WHERE rematch_of != 0 AND status IN ('lobby', 'running');
