-- When people could last reach the bot in the servers of a shard, one of `shards`, in POSIX seconds: each process that
-- serves the shard notes it once a minute. After a gap, what ends somebody's right to act moves by the gap.
CREATE TABLE heartbeats (
    shard INTEGER PRIMARY KEY,
    shards INTEGER NOT NULL,
    seen REAL NOT NULL
);
