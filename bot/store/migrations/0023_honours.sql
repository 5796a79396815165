-- Data for honours. A server must choose to show them, and a person can hide their own from others.
ALTER TABLE servers ADD COLUMN honours INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN honours INTEGER NOT NULL DEFAULT 1;

-- Whose time ran out at which table.
CREATE TABLE timeouts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX timeouts_of_user ON timeouts (user);

-- Whether a person played a game with a time limit to its end, and their time never ran out. For earlier games that is
-- known only where a computer player answered for late players: their lines and notes say so.
ALTER TABLE results ADD COLUMN in_time INTEGER NOT NULL DEFAULT 0;
UPDATE results SET in_time = 1 WHERE level = '' AND resigned = 0 AND user IS NOT NULL
AND table_id IN (SELECT id FROM tables WHERE pace != 'none' AND late != 'wait')
AND NOT EXISTS (
    SELECT 1 FROM moves WHERE moves.table_id = results.table_id AND moves.seat = results.seat
    AND moves.token LIKE 'clock:%'
)
AND NOT EXISTS (
    SELECT 1 FROM notes WHERE notes.table_id = results.table_id AND notes.words LIKE '%Time is up for %'
);
