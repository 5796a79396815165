-- Who sat on the seats that a computer player holds now, so that nobody has to be found by name.
CREATE TABLE vacated (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX vacated_by_user ON vacated (user);

CREATE TRIGGER seat_is_vacated AFTER UPDATE OF people ON tables
WHEN old.status = 'running' AND json_valid(old.people) AND json_valid(new.people) BEGIN
    DELETE FROM vacated WHERE table_id = new.id
    AND json_extract(new.people, '$[' || seat || '].user') IS NOT NULL;
    INSERT OR REPLACE INTO vacated (table_id, seat, user)
    SELECT new.id, was.key, json_extract(was.value, '$.user') FROM json_each(old.people) AS was
    WHERE json_extract(was.value, '$.user') IS NOT NULL
    AND json_extract(new.people, '$[' || was.key || '].user') IS NULL;
END;

INSERT OR REPLACE INTO vacated (table_id, seat, user)
SELECT departures.table_id, departures.seat, departures.user
FROM departures JOIN tables ON tables.id = departures.table_id
WHERE json_valid(people) AND json_extract(people, '$[' || seat || '].user') IS NULL
ORDER BY departures.id;

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
