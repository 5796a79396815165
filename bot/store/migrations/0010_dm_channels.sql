-- The channel of somebody's direct messages, which Discord does not let the bot open as often as it likes.
ALTER TABLE people ADD COLUMN dm_channel INTEGER NOT NULL DEFAULT 0;
UPDATE people SET dm_channel = COALESCE((SELECT MAX(channel) FROM posts WHERE place = CAST("user" AS TEXT)), 0);
