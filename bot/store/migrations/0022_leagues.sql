-- Leagues: their members, the tables of their rounds, and who sits at which.

-- `options` is JSON, `seed` decides who sits where, `due` is when the next round opens at the latest. The bot checks a
-- league at `next`; `ticket` counts the changes. `trouble` is a packed phrase: why a table could not be opened.
CREATE TABLE leagues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    seats INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    pace TEXT NOT NULL,
    days INTEGER NOT NULL,
    division_size INTEGER NOT NULL,
    seed TEXT NOT NULL,
    made REAL NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('signup', 'running', 'over', 'ended')),
    season INTEGER NOT NULL DEFAULT 1,
    round INTEGER NOT NULL DEFAULT 0,
    due REAL,
    trouble TEXT NOT NULL DEFAULT '',
    next REAL,
    ticket INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX one_league_a_name ON leagues (guild, name) WHERE status != 'ended';
CREATE INDEX leagues_in_time ON leagues (next) WHERE next IS NOT NULL;

-- `season` is the last one in which they played, `division` and `place` where they began it. A person who had their data
-- deleted has no user and no name.
CREATE TABLE league_members (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    user INTEGER,
    name TEXT NOT NULL,
    made REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'leaving', 'left')),
    two_rounds INTEGER NOT NULL DEFAULT 0,
    season INTEGER NOT NULL DEFAULT 0,
    division INTEGER NOT NULL DEFAULT 0,
    place INTEGER NOT NULL DEFAULT 0,
    UNIQUE (league_id, user)
);
CREATE INDEX leagues_of_user ON league_members (user);

-- `table_id` is 0 until the table is opened.
CREATE TABLE league_tables (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    division INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    table_id INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (league_id, season, round, number)
) WITHOUT ROWID;
CREATE INDEX league_of_table ON league_tables (table_id);

-- `number` is that of a table; 0 for a member who sits out.
CREATE TABLE league_seats (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    member_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (league_id, season, round, member_id)
) WITHOUT ROWID;

-- The messages of leagues, like `posts` for tables.
CREATE TABLE league_posts (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    place TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    shown TEXT NOT NULL,
    question INTEGER NOT NULL,
    made REAL NOT NULL,
    next TEXT NOT NULL DEFAULT '',
    token TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (league_id, place)
) WITHOUT ROWID;

CREATE TRIGGER member_of_league_is_new AFTER INSERT ON league_members BEGIN
    UPDATE leagues SET next = 0, ticket = ticket + 1 WHERE id = new.league_id;
END;

CREATE TRIGGER member_of_league_changes AFTER UPDATE ON league_members BEGIN
    UPDATE leagues SET next = 0, ticket = ticket + 1 WHERE id = new.league_id;
END;

CREATE TRIGGER member_of_league_is_gone AFTER DELETE ON league_members BEGIN
    UPDATE leagues SET next = 0, ticket = ticket + 1 WHERE id = old.league_id;
END;

CREATE TRIGGER table_of_league_changes AFTER UPDATE OF status, people ON tables
WHEN old.status != new.status OR old.people != new.people
BEGIN
    UPDATE leagues SET next = 0, ticket = ticket + 1
    WHERE id IN (SELECT league_id FROM league_tables WHERE table_id = new.id);
END;
