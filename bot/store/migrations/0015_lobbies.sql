-- The order of the seats, whether the game starts when the last seat is taken, and whether only invited people may
-- join. Lobbies of earlier releases stay as they were.
ALTER TABLE tables ADD COLUMN seating TEXT NOT NULL DEFAULT 'listed' CHECK (seating IN ('listed', 'lot'));
ALTER TABLE tables ADD COLUMN starts_full INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER setting_is_to_be_shown AFTER UPDATE OF seating, starts_full ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

-- Who is invited to a table. Somebody who sat down and left again has declined.
CREATE TABLE invitations (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    made REAL NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX invitations_of_user ON invitations (user);

CREATE TRIGGER guest_leaves AFTER UPDATE OF people ON tables
WHEN json_valid(old.people) AND json_valid(new.people)
BEGIN
    UPDATE invitations SET declined = 1 WHERE table_id = new.id
    AND EXISTS (SELECT 1 FROM json_each(old.people) WHERE json_extract(value, '$.user') = invitations.user)
    AND NOT EXISTS (SELECT 1 FROM json_each(new.people) WHERE json_extract(value, '$.user') = invitations.user);
END;

CREATE TRIGGER invitation_is_to_be_shown AFTER INSERT ON invitations BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
CREATE TRIGGER answer_is_to_be_shown AFTER UPDATE ON invitations BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
CREATE TRIGGER end_of_invitation_is_to_be_shown AFTER DELETE ON invitations
WHEN EXISTS (SELECT 1 FROM tables WHERE id = old.table_id AND status = 'lobby')
BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

-- Whether others may invite somebody to their tables.
ALTER TABLE people ADD COLUMN invitable INTEGER NOT NULL DEFAULT 1;
