-- When a shard last began a session at Discord's gateway, in POSIX seconds, and how many sessions in a row had ended so soon
-- that this one counts as the next try: Discord resets the token of a bot that begins a thousand in a day.
CREATE TABLE sessions (
    shard INTEGER PRIMARY KEY,
    begun REAL NOT NULL,
    tries INTEGER NOT NULL
);
