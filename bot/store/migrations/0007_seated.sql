-- Who sits at which table, as `tables.people` says, to find the tables of a person quickly.
CREATE TABLE seated (
    user INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    PRIMARY KEY (user, table_id)
) WITHOUT ROWID;
CREATE INDEX seated_at_table ON seated (table_id);

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

INSERT INTO seated (user, table_id)
SELECT DISTINCT atom, tables.id
FROM tables, json_tree(CASE WHEN json_valid(people) THEN people ELSE '[]' END) AS found
WHERE found.key = 'user' AND found.type = 'integer';
