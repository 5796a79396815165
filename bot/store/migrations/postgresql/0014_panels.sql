-- Does what the file with this number for SQLite does.
ALTER TABLE posts ADD COLUMN token TEXT NOT NULL DEFAULT '';
