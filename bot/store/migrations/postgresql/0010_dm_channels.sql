-- Does what the file with this number for SQLite does.
ALTER TABLE people ADD COLUMN dm_channel BIGINT NOT NULL DEFAULT 0;
UPDATE people SET dm_channel = COALESCE((SELECT MAX(channel) FROM posts WHERE place = CAST("user" AS TEXT)), 0);
