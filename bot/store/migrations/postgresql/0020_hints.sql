-- Does what the file with this number for SQLite does.
ALTER TABLE tables ADD COLUMN hints BIGINT NOT NULL DEFAULT 0;
CREATE TRIGGER hints_are_to_be_shown AFTER UPDATE OF hints ON tables
FOR EACH ROW EXECUTE FUNCTION is_to_be_shown();
