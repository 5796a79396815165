-- The first seat of those who win together with a seat; -1 for a seat alone.
ALTER TABLE results ADD COLUMN team INTEGER NOT NULL DEFAULT -1;
