-- Who sat on the seats that a computer player holds now, so that nobody has to be found by name.
CREATE TABLE vacated (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX vacated_by_user ON vacated ("user");

CREATE FUNCTION is_vacated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before JSONB := as_json(OLD.people);
    after JSONB := as_json(NEW.people);
BEGIN
    DELETE FROM vacated WHERE table_id = NEW.id AND after->seat::int->>'user' IS NOT NULL;
    INSERT INTO vacated (table_id, seat, "user")
    SELECT NEW.id, was.number - 1, (was.seat->>'user')::bigint
    FROM jsonb_path_query(before, '$[*]') WITH ORDINALITY AS was (seat, number)
    WHERE after IS NOT NULL AND was.seat->>'user' IS NOT NULL
    AND after->(was.number::int - 1)->>'user' IS NULL
    ON CONFLICT (table_id, seat) DO UPDATE SET "user" = excluded."user";
    RETURN NULL;
END $$;
CREATE TRIGGER seat_is_vacated AFTER UPDATE OF people ON tables
FOR EACH ROW WHEN (OLD.status = 'running') EXECUTE FUNCTION is_vacated();

INSERT INTO vacated (table_id, seat, "user")
SELECT DISTINCT ON (departures.table_id, departures.seat) departures.table_id, departures.seat, departures."user"
FROM departures JOIN tables ON tables.id = departures.table_id
WHERE as_json(people)->seat::int->>'user' IS NULL
ORDER BY departures.table_id, departures.seat, departures.id DESC;

-- A member of a league is called there what they are called at its tables.
CREATE FUNCTION is_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE league_members SET name = now.seat->>'name'
    FROM jsonb_path_query(as_json(OLD.people), '$[*]') WITH ORDINALITY AS was (seat, number)
    JOIN jsonb_path_query(as_json(NEW.people), '$[*]') WITH ORDINALITY AS now (seat, number) USING (number)
    WHERE now.seat->>'user' = was.seat->>'user' AND now.seat->>'name' <> was.seat->>'name'
    AND league_members."user" = (now.seat->>'user')::bigint
    AND league_id = (SELECT league_id FROM league_tables WHERE table_id = NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER member_is_renamed AFTER UPDATE OF people ON tables
FOR EACH ROW WHEN (OLD.people <> NEW.people) EXECUTE FUNCTION is_renamed();
