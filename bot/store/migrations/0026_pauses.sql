-- `paused` is now when the pause of a game ends, and was when it began. Games that are paused go on in a week.
UPDATE tables SET paused = CAST(strftime('%s', 'now') AS INTEGER) + 7 * 86400 WHERE paused > 0;
CREATE INDEX paused_tables ON tables (paused) WHERE paused > 0;

-- A pause ends all turns of its table. They are made anew when the game goes on.
DELETE FROM turns WHERE table_id IN (SELECT id FROM tables WHERE paused > 0);
CREATE TRIGGER pause_begins AFTER UPDATE OF paused ON tables WHEN new.paused > 0 BEGIN
    DELETE FROM turns WHERE table_id = new.id;
END;
