-- Does what the file with this number for SQLite does.
CREATE TABLE heartbeats (
    shard BIGINT PRIMARY KEY,
    shards BIGINT NOT NULL,
    seen DOUBLE PRECISION NOT NULL
);
