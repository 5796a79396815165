-- The interaction token that edits an ephemeral message, for as long as Discord accepts it.
ALTER TABLE posts ADD COLUMN token TEXT NOT NULL DEFAULT '';
