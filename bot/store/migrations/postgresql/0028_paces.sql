-- Does what the file with this number for SQLite does.
ALTER TABLE tables DROP CONSTRAINT tables_pace_check;
UPDATE tables SET pace = CASE pace WHEN 'relaxed' THEN '3d' WHEN 'daily' THEN '1d' WHEN 'fast' THEN '1h' ELSE 'none' END;
UPDATE leagues SET pace = CASE pace WHEN 'relaxed' THEN '3d' WHEN 'daily' THEN '1d' WHEN 'fast' THEN '1h' ELSE pace END;

ALTER TABLE turns ADD COLUMN why TEXT NOT NULL DEFAULT '';

CREATE TABLE reserves (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    "user" BIGINT NOT NULL,
    question BIGINT NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, "user")
);

CREATE FUNCTION pace_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM turns WHERE table_id = NEW.id;
    DELETE FROM reserves WHERE table_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER pace_changes AFTER UPDATE OF pace ON tables
FOR EACH ROW WHEN (NEW.pace <> OLD.pace) EXECUTE FUNCTION pace_changes();
