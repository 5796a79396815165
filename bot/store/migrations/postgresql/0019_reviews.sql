-- Does what the file with this number for SQLite does.
CREATE TABLE reviews (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    seq BIGINT NOT NULL,
    version BIGINT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    spent DOUBLE PRECISION NOT NULL DEFAULT 0,
    tenths BIGINT NOT NULL DEFAULT 0,
    shared BIGINT NOT NULL DEFAULT 0,
    found TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX reviews_to_do ON reviews (made) WHERE tenths < 10;

CREATE TRIGGER review_is_to_be_shown AFTER UPDATE ON reviews
FOR EACH ROW WHEN (OLD.tenths <> NEW.tenths OR OLD.shared <> NEW.shared)
EXECUTE FUNCTION is_to_be_shown();
