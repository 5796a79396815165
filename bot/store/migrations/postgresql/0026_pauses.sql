-- Does what the file with this number for SQLite does.
UPDATE tables SET paused = extract(epoch FROM now())::bigint + 7 * 86400 WHERE paused > 0;
CREATE INDEX paused_tables ON tables (paused) WHERE paused > 0;

DELETE FROM turns WHERE table_id IN (SELECT id FROM tables WHERE paused > 0);
CREATE FUNCTION pause_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM turns WHERE table_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER pause_begins AFTER UPDATE OF paused ON tables
FOR EACH ROW WHEN (NEW.paused > 0) EXECUTE FUNCTION pause_begins();
