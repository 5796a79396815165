-- Finds how long finished games of a title took at a pace, the newest first.
CREATE INDEX finished_games ON tables (game, pace, id) WHERE status = 'over';
