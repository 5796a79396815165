-- The finished table that this one repeats; 0 if it is no rematch.
ALTER TABLE tables ADD COLUMN rematch_of INTEGER NOT NULL DEFAULT 0;
-- How a guest learns of an invitation: by a message of its own, by the lobby's message, or not.
ALTER TABLE invitations ADD COLUMN notice TEXT NOT NULL DEFAULT 'message' CHECK (notice IN ('message', 'lobby', 'nothing'));
