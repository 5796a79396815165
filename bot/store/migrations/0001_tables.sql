-- Tables, their logs of moves, the outbox, and people.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'abandoned', 'broken')),
    host INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    people TEXT NOT NULL,
    options TEXT NOT NULL,
    votes TEXT NOT NULL DEFAULT '[]',
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    version INTEGER NOT NULL,
    made REAL NOT NULL
);

-- One open table per channel: two processes cannot open a second one.
CREATE UNIQUE INDEX one_table_a_channel ON tables (channel) WHERE status IN ('lobby', 'running');

CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('start', 'move', 'end', 'undo')),
    seat INTEGER,
    move TEXT,
    label TEXT,
    token TEXT,
    question INTEGER NOT NULL,
    back_to INTEGER,
    version INTEGER NOT NULL,
    state BLOB,
    news TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

CREATE UNIQUE INDEX one_move_a_token ON moves (table_id, token) WHERE token IS NOT NULL;

CREATE TRIGGER game_starts AFTER INSERT ON moves WHEN new.kind = 'start' BEGIN
    UPDATE tables SET status = 'running' WHERE id = new.table_id;
END;

CREATE TRIGGER game_ends AFTER INSERT ON moves WHEN new.kind = 'end' BEGIN
    UPDATE tables SET status = 'over' WHERE id = new.table_id;
END;

-- The outbox: tables that must be shown. `ticket` counts the changes, so updates coalesce and none is lost.
CREATE TABLE outbox (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    ticket INTEGER NOT NULL
);

CREATE TRIGGER move_is_to_be_shown AFTER INSERT ON moves BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER change_is_to_be_shown AFTER UPDATE OF status, people, options, votes ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER table_is_to_be_shown AFTER INSERT ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1);
END;

-- The messages that show a table: its board ('board') and each person's private one (the user's id). `shown` is a
-- digest of what the message shows, `question` the question in it, `news` the last move whose news it has.
CREATE TABLE posts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    place TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    shown TEXT NOT NULL,
    question INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, place)
) WITHOUT ROWID;

-- Whether a person gets direct messages.
CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    dms TEXT NOT NULL CHECK (dms IN ('wanted', 'unwanted', 'closed'))
);
