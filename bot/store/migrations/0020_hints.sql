-- Whether players can ask for hints at a table; its game is not rated then.
ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER hints_are_to_be_shown AFTER UPDATE OF hints ON tables BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
