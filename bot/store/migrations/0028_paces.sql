-- A pace is a text such as '1d reserve 5d' or '21:00 Europe/Paris'; before, it was one of four words.
DROP TRIGGER change_is_to_be_shown;
ALTER TABLE tables RENAME COLUMN pace TO pace_before;
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';
UPDATE tables SET pace = CASE pace_before WHEN 'relaxed' THEN '3d' WHEN 'daily' THEN '1d' WHEN 'fast' THEN '1h' ELSE 'none' END;
ALTER TABLE tables DROP COLUMN pace_before;
UPDATE leagues SET pace = CASE pace WHEN 'relaxed' THEN '3d' WHEN 'daily' THEN '1d' WHEN 'fast' THEN '1h' ELSE pace END;
CREATE TRIGGER change_is_to_be_shown AFTER UPDATE OF status, people, options, votes, pace, late, paused ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

-- Why an answer is due when it is; '' where that is what the pace says.
ALTER TABLE turns ADD COLUMN why TEXT NOT NULL DEFAULT '';

-- What is left of the reserve of time of a player, in seconds, after they answered a question; whoever has no row has
-- the whole reserve.
CREATE TABLE reserves (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    question INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;

-- Another pace ends all turns and reserves of its table. Turns are made anew, with the whole time.
CREATE TRIGGER pace_changes AFTER UPDATE OF pace ON tables WHEN new.pace != old.pace BEGIN
    DELETE FROM turns WHERE table_id = new.id;
    DELETE FROM reserves WHERE table_id = new.id;
END;
