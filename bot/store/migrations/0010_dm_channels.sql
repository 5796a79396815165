-- The DM channel of a person, because Discord limits how often the bot may open one.
ALTER TABLE people ADD COLUMN dm_channel INTEGER NOT NULL DEFAULT 0;
UPDATE people SET dm_channel = COALESCE((SELECT MAX(channel) FROM posts WHERE place = CAST("user" AS TEXT)), 0);
