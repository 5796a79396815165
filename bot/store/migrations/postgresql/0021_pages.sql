-- Does what the file with this number for SQLite does.
CREATE TABLE pages (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    token TEXT NOT NULL,
    digest TEXT NOT NULL
);
CREATE INDEX pages_of_digest ON pages (digest);
