-- Does what the file with this number for SQLite does.
ALTER TABLE tables ADD COLUMN seating TEXT NOT NULL DEFAULT 'listed' CHECK (seating IN ('listed', 'lot'));
ALTER TABLE tables ADD COLUMN starts_full BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
CREATE TRIGGER setting_is_to_be_shown AFTER UPDATE OF seating, starts_full ON tables
FOR EACH ROW EXECUTE FUNCTION is_to_be_shown();

CREATE TABLE invitations (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    "user" BIGINT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    declined BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, "user")
);
CREATE INDEX invitations_of_user ON invitations ("user");

CREATE FUNCTION guest_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE invitations SET declined = 1 WHERE table_id = NEW.id
    AND EXISTS (
        SELECT 1 FROM jsonb_path_query(as_json(OLD.people), '$[*]') AS seat
        WHERE (seat->>'user')::bigint = invitations."user"
    )
    AND as_json(NEW.people) IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM jsonb_path_query(as_json(NEW.people), '$[*]') AS seat
        WHERE (seat->>'user')::bigint = invitations."user"
    );
    RETURN NULL;
END $$;
CREATE TRIGGER guest_leaves AFTER UPDATE OF people ON tables
FOR EACH ROW EXECUTE FUNCTION guest_leaves();

CREATE TRIGGER invitation_is_to_be_shown AFTER INSERT OR UPDATE ON invitations
FOR EACH ROW EXECUTE FUNCTION is_to_be_shown();
CREATE FUNCTION end_of_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (table_id, ticket) SELECT id, 1 FROM tables
    WHERE id = OLD.table_id AND status = 'lobby'
    ON CONFLICT (table_id) DO UPDATE SET ticket = 1;
    RETURN NULL;
END $$;
CREATE TRIGGER end_of_invitation_is_to_be_shown AFTER DELETE ON invitations
FOR EACH ROW EXECUTE FUNCTION end_of_invitation();

ALTER TABLE people ADD COLUMN invitable BIGINT NOT NULL DEFAULT 1;
