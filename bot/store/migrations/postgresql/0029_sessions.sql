-- Does what the file with this number for SQLite does.
CREATE TABLE sessions (
    shard BIGINT PRIMARY KEY,
    begun DOUBLE PRECISION NOT NULL,
    tries BIGINT NOT NULL
);
