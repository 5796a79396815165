-- Does what the file with this number for SQLite does.
CREATE TABLE memos (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    "user" BIGINT NOT NULL,
    text TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, "user")
);
CREATE INDEX memos_of_user ON memos ("user");
