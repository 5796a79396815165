-- Everything that is stored. Times are POSIX seconds; people, channels and messages are Discord's numbers.

-- Tables. `people`, `options` and `votes` are JSON, `pace` is a text such as '1d reserve 5d', `late` what a computer
-- player answers for somebody late. `paused` is when the pause ends, `touched` when somebody last changed the lobby,
-- `rematch_of` the finished table that this one repeats, 0 for none.
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
    made REAL NOT NULL,
    late TEXT NOT NULL DEFAULT 'wait' CHECK (late IN ('wait', 'once', 'seat')),
    paused INTEGER NOT NULL DEFAULT 0,
    lesson INTEGER NOT NULL DEFAULT 0,
    touched REAL NOT NULL DEFAULT 0,
    seating TEXT NOT NULL DEFAULT 'listed' CHECK (seating IN ('listed', 'lot')),
    starts_full INTEGER NOT NULL DEFAULT 0,
    private INTEGER NOT NULL DEFAULT 0,
    rematch_of INTEGER NOT NULL DEFAULT 0,
    hints INTEGER NOT NULL DEFAULT 0,
    pace TEXT NOT NULL DEFAULT 'none'
);
-- Two processes cannot open a second table in a channel.
CREATE UNIQUE INDEX one_table_a_channel ON tables (channel) WHERE status IN ('lobby', 'running');
CREATE INDEX open_tables ON tables (status) WHERE status IN ('lobby', 'running');
CREATE INDEX finished_tables ON tables (id) WHERE status = 'over';
-- Finds how long finished games of a title took at a pace, the newest first.
CREATE INDEX finished_games ON tables (game, pace, id) WHERE status = 'over';
CREATE INDEX tables_of_channel ON tables (channel, id);
CREATE INDEX lobbies ON tables (touched) WHERE status = 'lobby';
-- A finished game has one open rematch at a time, wherever it opens.
CREATE UNIQUE INDEX one_rematch_a_table ON tables (rematch_of) WHERE rematch_of != 0 AND status IN ('lobby', 'running');
CREATE INDEX paused_tables ON tables (paused) WHERE paused > 0;

-- The log of each table. `state` is a compressed dump, `asked` the seats asked after the line, as JSON. `unnoticed`
-- marks a line that only its seat knows of. Undo and rewind return to line `back_to`; `undone` is a JSON list of the
-- lines that they take back. `by_hand` says that everybody knows that the person of the seat answered themselves.
CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('start', 'move', 'end', 'undo', 'rewind')),
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
    asked TEXT,
    unnoticed INTEGER NOT NULL DEFAULT 0,
    undone TEXT NOT NULL DEFAULT '[]',
    by_hand INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX one_move_a_token ON moves (table_id, token) WHERE token IS NOT NULL;
-- Finds the states of earlier questions in long logs; most of these states are deleted in time.
CREATE INDEX states_of_questions ON moves (table_id, question) WHERE state IS NOT NULL;

-- Tables that must be shown. `ticket` counts the changes, so updates coalesce and none is lost.
CREATE TABLE outbox (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    ticket INTEGER NOT NULL
);

-- The messages that show a table: its board ('board') and each person's private one (their number). `shown` is a
-- digest of what the message shows, `question` the question in it, `next` the nonce of the message that is being
-- sent, `token` the interaction token that edits an ephemeral message.
CREATE TABLE posts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    place TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    shown TEXT NOT NULL,
    question INTEGER NOT NULL,
    made REAL NOT NULL,
    next TEXT NOT NULL DEFAULT '',
    token TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, place)
) WITHOUT ROWID;

-- What happened at a table besides its moves. `words` is a packed phrase, `seq` the line after which it was written.
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    words TEXT NOT NULL,
    made REAL NOT NULL
);
CREATE INDEX notes_of_table ON notes (table_id, seq);

-- Who sits at which table, as `tables.people` says, to find the tables of a person quickly.
CREATE TABLE seated (
    user INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    PRIMARY KEY (user, table_id)
) WITHOUT ROWID;
CREATE INDEX seated_at_table ON seated (table_id);

-- Who left a seat of a running game. A row is deleted when its user has a seat at the table again.
CREATE TABLE departures (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL
);
CREATE INDEX departures_of_table ON departures (table_id);
CREATE INDEX departures_of_user ON departures (user);

-- Who sat on the seats that a computer player holds now, so that nobody has to be found by name.
CREATE TABLE vacated (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX vacated_by_user ON vacated (user);

-- Seats that are offered to somebody. An offer ends when another person takes the seat, and a player's own also with
-- their next move, if everybody may know of it.
CREATE TABLE offers (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    moderator INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX offers_to_user ON offers (user);

-- Who is invited to a table, and how they learn of it. Somebody who sat down and left again has declined.
CREATE TABLE invitations (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    made REAL NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0,
    notice TEXT NOT NULL DEFAULT 'message' CHECK (notice IN ('message', 'lobby', 'nothing')),
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX invitations_of_user ON invitations (user);

-- Who watches a table by direct message; `told` is when a message last pinged them.
CREATE TABLE watchers (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    told REAL NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX watchers_of_user ON watchers (user);

-- What people write down for themselves at a table; `notes` has what all may read.
CREATE TABLE memos (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    text TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX memos_of_user ON memos (user);

-- Who is asked, since when, until when (`due`, and `why` then), when the clock acts next (`next`), when a message
-- lists it with all that waits (`call`), and when the bot gives their only legal answer (`forced`). `stage` counts
-- how often the clock has acted. `invited` has the later questions to which somebody is invited who is not asked, a
-- line each; '' for somebody who is asked.
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
    forced REAL,
    why TEXT NOT NULL DEFAULT '',
    invited TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX turns_in_time ON turns (next) WHERE next IS NOT NULL;
CREATE INDEX turns_called ON turns (call) WHERE call IS NOT NULL;
CREATE INDEX turns_of_user ON turns (user, since);
CREATE INDEX turns_forced ON turns (forced) WHERE forced IS NOT NULL;

-- What is left of a player's reserve of time, in seconds, after they answered a question; whoever has no row has the
-- whole reserve.
CREATE TABLE reserves (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    question INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;

-- Whose time ran out at which table.
CREATE TABLE timeouts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX timeouts_of_user ON timeouts (user);

-- Since when something at a table waits for its people: a vote that is open ('vote'), a channel that is gone
-- ('gone'), the question what to do without it ('asked'), or the end of a game that goes on without it ('stays').
CREATE TABLE waits (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    what TEXT NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, what)
) WITHOUT ROWID;
CREATE INDEX waits_by_moment ON waits (what, made);

-- Who wants half an hour together at a table. A wait says when it begins: 'together' before, 'meeting' from then on.
CREATE TABLE together (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX together_of_user ON together (user);

-- Results of finished games. `level` is that of a computer player, '' for a person. `in_time` says that the game had
-- a limit and their time never ran out, `answer_s` in how many seconds they usually answered.
-- `team` is the first seat of those who win together with this one; -1 for a seat alone.
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild INTEGER,
    user INTEGER,
    level TEXT NOT NULL,
    score INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    resigned INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    made REAL NOT NULL,
    in_time INTEGER NOT NULL DEFAULT 0,
    answer_s REAL,
    team INTEGER NOT NULL DEFAULT -1,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX results_of_server ON results (guild, game);
CREATE INDEX results_of_user ON results (user);

-- Findings of the reviews of finished games: `seq` is the last line of the log, `version` that of the reviewer,
-- `found` its decisions as JSON. `tenths` of the work are done; `shared` says whether the channel sees it.
CREATE TABLE reviews (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seq INTEGER NOT NULL,
    version INTEGER NOT NULL,
    made REAL NOT NULL,
    spent REAL NOT NULL DEFAULT 0,
    tenths INTEGER NOT NULL DEFAULT 0,
    shared INTEGER NOT NULL DEFAULT 0,
    found TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX reviews_to_do ON reviews (made) WHERE tenths < 10;

-- Web pages on which tables can be watched. `token` is part of the link, and empty when people at the table have
-- closed the page. A page is found by `digest`, the SHA-256 of the token.
CREATE TABLE pages (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    token TEXT NOT NULL,
    digest TEXT NOT NULL
);
CREATE INDEX pages_of_digest ON pages (digest);

-- Settings of people. `language` '' is that of their Discord, which is `locale`. `quiet` is like '22:00-07:00',
-- `away` when they are back, `told` when they were last sent what waits for them. `dm_channel` is kept because
-- Discord limits how often a bot may open one.
CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    dms TEXT NOT NULL DEFAULT 'wanted' CHECK (dms IN ('wanted', 'unwanted', 'closed')),
    language TEXT NOT NULL DEFAULT '',
    locale TEXT NOT NULL DEFAULT '',
    zone TEXT NOT NULL DEFAULT '',
    quiet TEXT NOT NULL DEFAULT '',
    away REAL NOT NULL DEFAULT 0,
    told REAL NOT NULL DEFAULT 0,
    dm_channel INTEGER NOT NULL DEFAULT 0,
    invitable INTEGER NOT NULL DEFAULT 1,
    confirm TEXT NOT NULL DEFAULT 'never',
    forced INTEGER NOT NULL DEFAULT 0
);

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

-- `user` does not want to sit at a table with `blocked`.
CREATE TABLE blocks (
    user INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (user, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_of_others ON blocks (blocked);

-- Who takes no seats at new tables of a server.
CREATE TABLE bans (
    guild INTEGER NOT NULL,
    banned INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (guild, banned)
) WITHOUT ROWID;
CREATE INDEX bans_of_person ON bans (banned);

-- Settings of servers; `locale` is the one that Discord last sent.
CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    channels TEXT NOT NULL DEFAULT '[]',
    openers TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    locale TEXT NOT NULL DEFAULT ''
);

-- Leagues. `options` is JSON, `seed` decides who sits where, `due` is when the next round opens at the latest. The
-- bot checks a league at `next`; `ticket` counts the changes. `trouble` is a packed phrase: why a table could not be
-- opened.
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

-- `season` is the last one in which they played, `division` and `place` where they began it. A person who had their
-- data deleted has no user and no name.
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

-- A digest of the commands that an application has registered: they are sent again only when they differ.
CREATE TABLE registrations (
    application INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
);

-- When a shard last began a session at Discord's gateway, and how many in a row had ended so soon that this one
-- counts as the next try: Discord resets the token of a bot that begins a thousand in a day.
CREATE TABLE sessions (
    shard INTEGER PRIMARY KEY,
    begun REAL NOT NULL,
    tries INTEGER NOT NULL
);

-- When people could last reach the bot in the servers of a shard, one of `shards`. After a gap, what ends somebody's
-- right to act moves by the gap.
CREATE TABLE heartbeats (
    shard INTEGER PRIMARY KEY,
    shards INTEGER NOT NULL,
    seen REAL NOT NULL
);

-- When the database was restored from a backup: older messages may show what it does not know.
CREATE TABLE restores (
    made REAL NOT NULL
);

-- What the operator says at all open tables, a packed phrase; `sent` is NULL until they confirm it.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY,
    words TEXT NOT NULL,
    sent REAL
);

-- A row while no new game may be opened.
CREATE TABLE closures (
    made REAL NOT NULL
);

-- Empty: a row is written and deleted to test whether the database can be written.
CREATE TABLE trials (
    room BLOB NOT NULL
);

CREATE TRIGGER table_is_to_be_shown AFTER INSERT ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1);
END;

CREATE TRIGGER note_is_to_be_shown AFTER INSERT ON notes BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER seat_is_left AFTER UPDATE OF people ON tables
WHEN old.status = 'running' AND json_valid(old.people) AND json_valid(new.people) BEGIN
    INSERT INTO departures (table_id, seat, user)
    SELECT new.id, was.key, json_extract(was.value, '$.user') FROM json_each(old.people) AS was
    WHERE json_extract(was.value, '$.user') IS NOT NULL
    AND json_extract(was.value, '$.user') IS NOT json_extract(new.people, '$[' || was.key || '].user');
    DELETE FROM departures WHERE table_id = new.id
    AND user IN (SELECT json_extract(value, '$.user') FROM json_each(new.people));
END;

CREATE TRIGGER people_sit_down AFTER INSERT ON tables WHEN json_valid(new.people) BEGIN
    INSERT INTO seated (user, table_id)
    SELECT DISTINCT atom, new.id FROM json_tree(new.people) WHERE key = 'user' AND type = 'integer';
END;

CREATE TRIGGER people_change_seats AFTER UPDATE OF people ON tables BEGIN
    DELETE FROM seated WHERE table_id = new.id;
    INSERT INTO seated (user, table_id)
    SELECT DISTINCT atom, new.id
    FROM json_tree(CASE WHEN json_valid(new.people) THEN new.people ELSE '[]' END)
    WHERE key = 'user' AND type = 'integer';
END;

CREATE TRIGGER game_starts AFTER INSERT ON moves WHEN new.kind = 'start' BEGIN
    UPDATE tables SET status = 'running' WHERE id = new.table_id;
END;

CREATE TRIGGER game_ends AFTER INSERT ON moves WHEN new.kind = 'end' BEGIN
    UPDATE tables SET status = 'over' WHERE id = new.table_id;
END;

CREATE TRIGGER move_is_to_be_shown AFTER INSERT ON moves BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER giver_moves AFTER INSERT ON moves
WHEN new.kind IN ('move', 'end') AND NOT new.unnoticed AND new.token NOT LIKE 'computer:%' AND new.token NOT LIKE 'clock:%'
BEGIN
    DELETE FROM offers WHERE table_id = new.table_id AND seat = new.seat AND NOT moderator;
END;

CREATE TRIGGER offered_seat_changes_hands AFTER UPDATE OF people ON tables
WHEN json_valid(old.people) AND json_valid(new.people)
BEGIN
    DELETE FROM offers WHERE table_id = new.id
    AND json_extract(old.people, '$[' || seat || '].user') IS NOT json_extract(new.people, '$[' || seat || '].user');
END;

CREATE TRIGGER offer_is_to_be_shown AFTER INSERT ON offers BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER changed_offer_is_to_be_shown AFTER UPDATE ON offers BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER end_of_offer_is_to_be_shown AFTER DELETE ON offers BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER setting_is_to_be_shown AFTER UPDATE OF seating, starts_full ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER guest_leaves AFTER UPDATE OF people ON tables
WHEN json_valid(old.people) AND json_valid(new.people)
BEGIN
    UPDATE invitations SET declined = 1 WHERE table_id = new.id
    AND EXISTS (SELECT 1 FROM json_each(old.people) WHERE json_extract(value, '$.user') = invitations.user)
    AND NOT EXISTS (SELECT 1 FROM json_each(new.people) WHERE json_extract(value, '$.user') = invitations.user);
END;

CREATE TRIGGER invitation_is_to_be_shown AFTER INSERT ON invitations BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER answer_is_to_be_shown AFTER UPDATE ON invitations BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER end_of_invitation_is_to_be_shown AFTER DELETE ON invitations
WHEN EXISTS (SELECT 1 FROM tables WHERE id = old.table_id AND status = 'lobby')
BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER review_is_to_be_shown AFTER UPDATE ON reviews
WHEN old.tenths != new.tenths OR old.shared != new.shared
BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER hints_are_to_be_shown AFTER UPDATE OF hints ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

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

-- A pause ends all turns of its table. They are made anew when the game goes on.
CREATE TRIGGER pause_begins AFTER UPDATE OF paused ON tables WHEN new.paused > 0 BEGIN
    DELETE FROM turns WHERE table_id = new.id;
END;

CREATE TRIGGER seat_is_vacated AFTER UPDATE OF people ON tables
WHEN old.status = 'running' AND json_valid(old.people) AND json_valid(new.people) BEGIN
    DELETE FROM vacated WHERE table_id = new.id
    AND json_extract(new.people, '$[' || seat || '].user') IS NOT NULL;
    INSERT OR REPLACE INTO vacated (table_id, seat, user)
    SELECT new.id, was.key, json_extract(was.value, '$.user') FROM json_each(old.people) AS was
    WHERE json_extract(was.value, '$.user') IS NOT NULL
    AND json_extract(new.people, '$[' || was.key || '].user') IS NULL;
END;

-- A member of a league is called there what they are called at its tables.
CREATE TRIGGER member_is_renamed AFTER UPDATE OF people ON tables
WHEN old.people != new.people AND json_valid(old.people) AND json_valid(new.people)
AND EXISTS (SELECT 1 FROM league_tables WHERE table_id = new.id) BEGIN
    UPDATE league_members SET name = renamed.name
    FROM (
        SELECT json_extract(now.value, '$.user') AS user, json_extract(now.value, '$.name') AS name
        FROM json_each(old.people) AS was JOIN json_each(new.people) AS now ON now.key = was.key
        WHERE json_extract(now.value, '$.user') = json_extract(was.value, '$.user')
        AND json_extract(now.value, '$.name') != json_extract(was.value, '$.name')
    ) AS renamed
    WHERE league_members.user = renamed.user
    AND league_id = (SELECT league_id FROM league_tables WHERE table_id = new.id);
END;

CREATE TRIGGER change_is_to_be_shown AFTER UPDATE OF status, people, options, votes, pace, late, paused ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

-- Another pace ends all turns and reserves of its table. Turns are made anew, with the whole time.
CREATE TRIGGER pace_changes AFTER UPDATE OF pace ON tables WHEN new.pace != old.pace BEGIN
    DELETE FROM turns WHERE table_id = new.id;
    DELETE FROM reserves WHERE table_id = new.id;
END;

CREATE TRIGGER wait_is_to_be_shown AFTER INSERT ON waits BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER changed_wait_is_to_be_shown AFTER UPDATE ON waits BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER end_of_wait_is_to_be_shown AFTER DELETE ON waits BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER wish_is_to_be_shown AFTER INSERT ON together BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER end_of_wish_is_to_be_shown AFTER DELETE ON together BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER half_hour_ends_with_game AFTER UPDATE OF status ON tables
WHEN old.status = 'running' AND new.status != 'running' BEGIN
    DELETE FROM together WHERE table_id = new.id;
    DELETE FROM waits WHERE table_id = new.id AND what IN ('together', 'meeting');
END;
