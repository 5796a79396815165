-- Settings of servers, watchers of tables, and tables with a lesson.

-- Where games may run (a JSON list of channels and categories, empty for everywhere), who may open them ('' for
-- everybody, 'managers', or a role), and the language of messages in channels ('' for that of the server).
CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    channels TEXT NOT NULL DEFAULT '[]',
    openers TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT ''
);

-- Who watches a table by direct message; `told` is when a message last pinged them.
CREATE TABLE watchers (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    told REAL NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX watchers_of_user ON watchers (user);

-- Whether the bot explains the first questions of a table.
ALTER TABLE tables ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0;
