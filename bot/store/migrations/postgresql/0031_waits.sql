-- Does what the file with this number for SQLite does.
CREATE TABLE waits (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    what TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, what)
);
CREATE INDEX waits_by_moment ON waits (what, made);
INSERT INTO waits (table_id, what, made)
SELECT id, 'vote', EXTRACT(EPOCH FROM now()) FROM tables
WHERE status IN ('lobby', 'running') AND votes NOT IN ('[]', '{}');

CREATE TRIGGER wait_is_to_be_shown AFTER INSERT OR UPDATE ON waits
FOR EACH ROW EXECUTE FUNCTION is_to_be_shown();
CREATE TRIGGER end_of_wait_is_to_be_shown AFTER DELETE ON waits
FOR EACH ROW EXECUTE FUNCTION end_is_to_be_shown();
