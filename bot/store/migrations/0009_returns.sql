-- A kind for each return to an earlier line: undo, redo, and rewind after a vote. `unnoticed` marks a line that only its
-- seat knows of, `dropped` is a JSON list of the lines of others that the return drops. The new chance of a rewind is
-- its `move`. SQLite cannot change the CHECK of a column, so the table is made again.

CREATE TABLE moves_with_kinds (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('start', 'move', 'end', 'undo', 'redo', 'rewind')),
    seat INTEGER,
    move TEXT,
    label TEXT,
    token TEXT,
    question INTEGER NOT NULL,
    back_to INTEGER,
    version INTEGER NOT NULL,
    state BLOB,
    news TEXT NOT NULL,
    made REAL NOT NULL,
    asked TEXT,
    unnoticed INTEGER NOT NULL DEFAULT 0,
    dropped TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- Before, the move of an undo named the kind of return: "chance 7", or "unseen redo without 3 5" with any of its parts.
-- A line is unnoticed if it was a premove, or made by a seat that was no longer asked.
INSERT INTO moves_with_kinds
SELECT line.table_id, line.seq,
    CASE
        WHEN line.kind = 'undo' AND line.move LIKE 'chance %' THEN 'rewind'
        WHEN line.kind = 'undo' AND line.move LIKE '%redo%' THEN 'redo'
        ELSE line.kind
    END,
    line.seat,
    CASE
        WHEN line.kind != 'undo' THEN line.move
        WHEN line.move LIKE 'chance %' THEN substr(line.move, length('chance ') + 1)
    END,
    line.label, line.token, line.question, line.back_to, line.version, line.state, line.news, line.made, line.asked,
    CASE
        WHEN line.kind = 'undo' THEN COALESCE(line.move LIKE 'unseen%', 0)
        WHEN line.kind != 'move' THEN 0
        WHEN line.move LIKE 'ahead %' OR line.move LIKE 'forget %' THEN 1
        ELSE before.asked IS NOT NULL AND line.seat NOT IN (SELECT value FROM json_each(before.asked))
    END,
    CASE
        WHEN line.kind = 'undo' AND line.move LIKE '%without %'
        THEN '[' || replace(substr(line.move, instr(line.move, 'without ') + length('without ')), ' ', ',') || ']'
        ELSE '[]'
    END
FROM moves AS line
LEFT JOIN moves AS before ON before.table_id = line.table_id AND before.seq = line.seq - 1;

DROP TABLE moves;
ALTER TABLE moves_with_kinds RENAME TO moves;
CREATE UNIQUE INDEX one_move_a_token ON moves (table_id, token) WHERE token IS NOT NULL;
CREATE INDEX states_of_questions ON moves (table_id, question) WHERE state IS NOT NULL;

CREATE TRIGGER game_starts AFTER INSERT ON moves WHEN new.kind = 'start' BEGIN
    UPDATE tables SET status = 'running' WHERE id = new.table_id;
END;
CREATE TRIGGER game_ends AFTER INSERT ON moves WHEN new.kind = 'end' BEGIN
    UPDATE tables SET status = 'over' WHERE id = new.table_id;
END;
CREATE TRIGGER move_is_to_be_shown AFTER INSERT ON moves BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
