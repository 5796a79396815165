-- Does what the file with this number for SQLite does.
ALTER TABLE tables ADD COLUMN rematch_of BIGINT NOT NULL DEFAULT 0;
ALTER TABLE invitations ADD COLUMN notice TEXT NOT NULL DEFAULT 'message' CHECK (notice IN ('message', 'lobby', 'nothing'));
