-- All that the file of this number for SQLite does.
ALTER TABLE posts ADD COLUMN token TEXT NOT NULL DEFAULT '';
