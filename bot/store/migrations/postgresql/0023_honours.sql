-- Does what the file with this number for SQLite does.
ALTER TABLE servers ADD COLUMN honours BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN honours BIGINT NOT NULL DEFAULT 1;

CREATE TABLE timeouts (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    "user" BIGINT NOT NULL,
    PRIMARY KEY (table_id, "user")
);
CREATE INDEX timeouts_of_user ON timeouts ("user");

ALTER TABLE results ADD COLUMN in_time BIGINT NOT NULL DEFAULT 0;
UPDATE results SET in_time = 1 WHERE level = '' AND resigned = 0 AND "user" IS NOT NULL
AND table_id IN (SELECT id FROM tables WHERE pace <> 'none' AND late <> 'wait')
AND NOT EXISTS (
    SELECT 1 FROM moves WHERE moves.table_id = results.table_id AND moves.seat = results.seat
    AND moves.token LIKE 'clock:%'
)
AND NOT EXISTS (
    SELECT 1 FROM notes WHERE notes.table_id = results.table_id AND notes.words LIKE '%Time is up for %'
);
