-- Does what the file with this number for SQLite does.
CREATE TABLE offers (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    moderator BIGINT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX offers_to_user ON offers ("user");

CREATE FUNCTION giver_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM offers WHERE table_id = NEW.table_id AND seat = NEW.seat AND moderator = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER giver_moves AFTER INSERT ON moves
FOR EACH ROW WHEN (
    NEW.kind IN ('move', 'end') AND NEW.unnoticed = 0
    AND NEW.token NOT LIKE 'computer:%' AND NEW.token NOT LIKE 'clock:%'
) EXECUTE FUNCTION giver_moves();

CREATE FUNCTION offered_seat_changes_hands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM offers WHERE table_id = NEW.id AND as_json(OLD.people)->seat::int->>'user'
    IS DISTINCT FROM as_json(NEW.people)->seat::int->>'user';
    RETURN NULL;
END $$;
CREATE TRIGGER offered_seat_changes_hands AFTER UPDATE OF people ON tables
FOR EACH ROW EXECUTE FUNCTION offered_seat_changes_hands();

CREATE TRIGGER offer_is_to_be_shown AFTER INSERT OR UPDATE ON offers
FOR EACH ROW EXECUTE FUNCTION is_to_be_shown();
CREATE FUNCTION end_is_to_be_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (OLD.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = 1;
    RETURN NULL;
END $$;
CREATE TRIGGER end_of_offer_is_to_be_shown AFTER DELETE ON offers
FOR EACH ROW EXECUTE FUNCTION end_is_to_be_shown();

ALTER TABLE servers ADD COLUMN locale TEXT NOT NULL DEFAULT '';
