-- The results of finished games, and who left running ones.

-- Who left a seat of a running game. A row is deleted when its user has a seat at the table again.
CREATE TABLE departures (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL
);
CREATE INDEX departures_of_table ON departures (table_id);
CREATE INDEX departures_of_user ON departures (user);

CREATE TRIGGER seat_is_left AFTER UPDATE OF people ON tables
WHEN old.status = 'running' AND json_valid(old.people) AND json_valid(new.people) BEGIN
    INSERT INTO departures (table_id, seat, user)
    SELECT new.id, was.key, json_extract(was.value, '$.user') FROM json_each(old.people) AS was
    WHERE json_extract(was.value, '$.user') IS NOT NULL
    AND json_extract(was.value, '$.user') IS NOT json_extract(new.people, '$[' || was.key || '].user');
    DELETE FROM departures WHERE table_id = new.id
    AND user IN (SELECT json_extract(value, '$.user') FROM json_each(new.people));
END;

-- A row for each seat of a game that was played to its end, made from the last line of its log. `level` is '' for a
-- person. `user` is NULL for a computer player, and for a person who had their data deleted.
-- `resigned` marks a seat that a computer player finished for somebody who left; it is ranked behind all others.
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
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX results_of_server ON results (guild, game);
CREATE INDEX results_of_user ON results (user);
CREATE INDEX finished_tables ON tables (id) WHERE status = 'over';
