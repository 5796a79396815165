-- Who sits at which table, as `tables.people` says, to find the tables of a person quickly.
CREATE TABLE seated (
    "user" BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    PRIMARY KEY ("user", table_id)
);
CREATE INDEX seated_at_table ON seated (table_id);

CREATE FUNCTION sit_down() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM seated WHERE table_id = NEW.id;
    INSERT INTO seated ("user", table_id)
    SELECT DISTINCT number::text::bigint, NEW.id
    FROM jsonb_path_query(as_json(NEW.people), '$[*].user ? (@.type() == "number")') AS seat (number);
    RETURN NULL;
END $$;
CREATE TRIGGER people_sit_down AFTER INSERT OR UPDATE OF people ON tables
FOR EACH ROW EXECUTE FUNCTION sit_down();

INSERT INTO seated ("user", table_id)
SELECT DISTINCT number::text::bigint, tables.id
FROM tables, jsonb_path_query(as_json(people), '$[*].user ? (@.type() == "number")') AS seat (number);
