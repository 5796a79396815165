-- The finished table of which a table is the rematch; 0 for none.
ALTER TABLE tables ADD COLUMN rematch_of INTEGER NOT NULL DEFAULT 0;
-- What tells a guest of an invitation: a message of its own, the lobby's own message, or nothing.
ALTER TABLE invitations ADD COLUMN notice TEXT NOT NULL DEFAULT 'message' CHECK (notice IN ('message', 'lobby', 'nothing'));
