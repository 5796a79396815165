-- The findings of the reviews of finished games.
-- `seq` is the last line of the game's log, `version` that of the reviewer, `found` its decisions as JSON.
-- `tenths` of the work are done; `shared` says whether the review is shown in the table's channel.
CREATE TABLE reviews (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seq INTEGER NOT NULL,
    version INTEGER NOT NULL,
    made REAL NOT NULL,
    spent REAL NOT NULL DEFAULT 0,
    tenths INTEGER NOT NULL DEFAULT 0,
    shared INTEGER NOT NULL DEFAULT 0,
    found TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX reviews_to_do ON reviews (made) WHERE tenths < 10;

CREATE TRIGGER review_is_to_be_shown AFTER UPDATE ON reviews
WHEN old.tenths != new.tenths OR old.shared != new.shared
BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
