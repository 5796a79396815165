-- When somebody last changed a lobby, in POSIX seconds. A lobby that nobody changes for long is closed; for those of
-- earlier releases the time begins now.
ALTER TABLE tables ADD COLUMN touched DOUBLE PRECISION NOT NULL DEFAULT 0;
UPDATE tables SET touched = EXTRACT(EPOCH FROM now()) WHERE status = 'lobby';
CREATE INDEX lobbies ON tables (touched) WHERE status = 'lobby';
