-- Does what the file with this number for SQLite does.
ALTER TABLE people ADD COLUMN confirm TEXT NOT NULL DEFAULT 'never';
ALTER TABLE people ADD COLUMN forced BIGINT NOT NULL DEFAULT 0;
ALTER TABLE turns ADD COLUMN forced DOUBLE PRECISION;
CREATE INDEX turns_forced ON turns (forced) WHERE forced IS NOT NULL;
