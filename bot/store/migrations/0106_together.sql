-- Who wants half an hour together at a table. A wait says when it begins: 'together' before, 'meeting' from then on.
CREATE TABLE together (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX together_of_user ON together (user);

CREATE TRIGGER wish_is_to_be_shown AFTER INSERT ON together BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER end_of_wish_is_to_be_shown AFTER DELETE ON together BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER half_hour_is_to_be_shown AFTER INSERT ON waits WHEN new.what = 'together' BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER beginning_is_to_be_shown AFTER UPDATE ON waits WHEN new.what IN ('together', 'meeting') BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER end_of_half_hour_is_to_be_shown AFTER DELETE ON waits WHEN old.what IN ('together', 'meeting') BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

CREATE TRIGGER half_hour_ends_with_game AFTER UPDATE OF status ON tables
WHEN old.status = 'running' AND new.status != 'running' BEGIN
    DELETE FROM together WHERE table_id = new.id;
    DELETE FROM waits WHERE table_id = new.id AND what IN ('together', 'meeting');
END;
