-- Playing over days: pace, deadlines, notes beside the log, and the settings of people.

-- The pace of a table, what happens when somebody is late, and whether it is paused.
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('none', 'relaxed', 'daily', 'fast'));
ALTER TABLE tables ADD COLUMN late TEXT NOT NULL DEFAULT 'wait' CHECK (late IN ('wait', 'once', 'seat'));
ALTER TABLE tables ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER change_is_to_be_shown;
CREATE TRIGGER change_is_to_be_shown AFTER UPDATE OF status, people, options, votes, pace, late, paused ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE INDEX open_tables ON tables (status) WHERE status IN ('lobby', 'running');

-- What happened at a table besides its moves: who left, who took a seat, what was voted. `words` is a phrase, `seq`
-- the line of the log after which the note was written.
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    words TEXT NOT NULL,
    made REAL NOT NULL
);
CREATE INDEX notes_of_table ON notes (table_id, seq);

-- Who is asked, since when, until when, when the clock acts on it next (a reminder, the end), and when a direct message
-- lists it with everything else that waits. `stage` counts how often the clock has acted. Times are POSIX seconds.
CREATE TABLE turns (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    question INTEGER NOT NULL,
    since REAL NOT NULL,
    due REAL,
    next REAL,
    call REAL,
    stage INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX turns_in_time ON turns (next) WHERE next IS NOT NULL;
CREATE INDEX turns_called ON turns (call) WHERE call IS NOT NULL;
CREATE INDEX turns_of_user ON turns (user, since);

-- How a person is notified: by all tables (table 0) or by one.
CREATE TABLE pings (
    user INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    how TEXT NOT NULL CHECK (how IN ('now', 'grouped', 'daily', 'none')),
    place TEXT NOT NULL CHECK (place IN ('channel', 'dm')),
    minutes INTEGER NOT NULL DEFAULT 60,
    early INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, table_id)
) WITHOUT ROWID;

-- People: direct messages, language ('' for that of their Discord), the locale of their Discord, time zone, quiet hours ('22:00-07:00'), and
-- until when they are away. `told` is when a person was last sent what waits for them.
ALTER TABLE people RENAME TO people_before;
CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    dms TEXT NOT NULL DEFAULT 'wanted' CHECK (dms IN ('wanted', 'unwanted', 'closed')),
    language TEXT NOT NULL DEFAULT '',
    locale TEXT NOT NULL DEFAULT '',
    zone TEXT NOT NULL DEFAULT '',
    quiet TEXT NOT NULL DEFAULT '',
    away REAL NOT NULL DEFAULT 0,
    told REAL NOT NULL DEFAULT 0
);
INSERT INTO people (user, dms) SELECT user, dms FROM people_before;
DROP TABLE people_before;

CREATE TRIGGER note_is_to_be_shown AFTER INSERT ON notes BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
