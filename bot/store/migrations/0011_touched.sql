-- When somebody last changed a table, in seconds since 1970. A lobby that nobody changes for long closes itself; for
-- those of earlier releases the time begins now.
ALTER TABLE tables ADD COLUMN touched REAL NOT NULL DEFAULT 0;
UPDATE tables SET touched = strftime('%s', 'now') WHERE status = 'lobby';
CREATE INDEX lobbies ON tables (touched) WHERE status = 'lobby';
