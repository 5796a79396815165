-- What people write down for themselves at a table; `notes` has what all may read.
CREATE TABLE memos (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    text TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX memos_of_user ON memos (user);
