-- Since when something at a table waits for its people: a vote that is open ('vote'), a channel that is gone ('gone'),
-- the question what to do without it ('asked'), or the end of a game that goes on without it ('stays').
CREATE TABLE waits (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    what TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, what)
) WITHOUT ROWID;
CREATE INDEX waits_by_moment ON waits (what, made);
INSERT INTO waits (table_id, what, made)
SELECT id, 'vote', CAST(strftime('%s', 'now') AS REAL) FROM tables
WHERE status IN ('lobby', 'running') AND votes NOT IN ('[]', '{}');

CREATE TRIGGER wait_is_to_be_shown AFTER INSERT ON waits BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
CREATE TRIGGER changed_wait_is_to_be_shown AFTER UPDATE ON waits BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
CREATE TRIGGER end_of_wait_is_to_be_shown AFTER DELETE ON waits BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
