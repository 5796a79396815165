-- The token by which a message that one person sees is edited, for as long as Discord takes it.
ALTER TABLE posts ADD COLUMN token TEXT NOT NULL DEFAULT '';
