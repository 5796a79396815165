-- Who wants half an hour together at a table. A wait says when it begins: 'together' before, 'meeting' from then on.
CREATE TABLE together (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    "user" BIGINT NOT NULL,
    PRIMARY KEY (table_id, "user")
);
CREATE INDEX together_of_user ON together ("user");

CREATE TRIGGER wish_is_to_be_shown AFTER INSERT ON together
FOR EACH ROW EXECUTE FUNCTION is_to_be_shown();

CREATE TRIGGER end_of_wish_is_to_be_shown AFTER DELETE ON together
FOR EACH ROW EXECUTE FUNCTION end_is_to_be_shown();

CREATE TRIGGER half_hour_is_to_be_shown AFTER INSERT OR UPDATE ON waits
FOR EACH ROW WHEN (NEW.what IN ('together', 'meeting')) EXECUTE FUNCTION is_to_be_shown();

CREATE TRIGGER end_of_half_hour_is_to_be_shown AFTER DELETE ON waits
FOR EACH ROW WHEN (OLD.what IN ('together', 'meeting')) EXECUTE FUNCTION end_is_to_be_shown();

CREATE FUNCTION half_hour_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM together WHERE table_id = NEW.id;
    DELETE FROM waits WHERE table_id = NEW.id AND what IN ('together', 'meeting');
    RETURN NULL;
END $$;

CREATE TRIGGER half_hour_ends_with_game AFTER UPDATE OF status ON tables
FOR EACH ROW WHEN (OLD.status = 'running' AND NEW.status <> 'running') EXECUTE FUNCTION half_hour_ends();
