-- Does what the file with this number for SQLite does.

ALTER TABLE moves DROP CONSTRAINT moves_kind_check;
ALTER TABLE moves ADD CONSTRAINT moves_kind_check
CHECK (kind IN ('start', 'move', 'end', 'undo', 'redo', 'rewind'));
ALTER TABLE moves ADD COLUMN unnoticed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE moves ADD COLUMN dropped TEXT NOT NULL DEFAULT '[]';

UPDATE moves SET unnoticed = 1
WHERE kind = 'move' AND (move LIKE 'ahead %' OR move LIKE 'forget %' OR EXISTS (
    SELECT 1 FROM moves AS before
    WHERE before.table_id = moves.table_id AND before.seq = moves.seq - 1
    AND NOT as_json(before.asked) @> to_jsonb(moves.seat)
));

UPDATE moves SET
    kind = CASE WHEN move LIKE 'chance %' THEN 'rewind' WHEN move LIKE '%redo%' THEN 'redo' ELSE kind END,
    move = CASE WHEN move LIKE 'chance %' THEN substr(move, length('chance ') + 1) END,
    unnoticed = CASE WHEN move LIKE 'unseen%' THEN 1 ELSE 0 END,
    dropped = CASE
        WHEN move LIKE '%without %'
        THEN '[' || replace(substr(move, strpos(move, 'without ') + length('without ')), ' ', ',') || ']'
        ELSE '[]'
    END
WHERE kind = 'undo' AND move IS NOT NULL;
