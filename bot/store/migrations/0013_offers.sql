-- Seats that are offered to somebody. An offer ends when another person takes the seat. A player's own offer also ends
-- with their next move, if everybody may know of it.
CREATE TABLE offers (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    moderator INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX offers_to_user ON offers (user);

CREATE TRIGGER giver_moves AFTER INSERT ON moves
WHEN new.kind IN ('move', 'end') AND NOT new.unnoticed AND new.token NOT LIKE 'computer:%' AND new.token NOT LIKE 'clock:%'
BEGIN
    DELETE FROM offers WHERE table_id = new.table_id AND seat = new.seat AND NOT moderator;
END;

CREATE TRIGGER offered_seat_changes_hands AFTER UPDATE OF people ON tables
WHEN json_valid(old.people) AND json_valid(new.people)
BEGIN
    DELETE FROM offers WHERE table_id = new.id
    AND json_extract(old.people, '$[' || seat || '].user') IS NOT json_extract(new.people, '$[' || seat || '].user');
END;

CREATE TRIGGER offer_is_to_be_shown AFTER INSERT ON offers BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
CREATE TRIGGER changed_offer_is_to_be_shown AFTER UPDATE ON offers BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (new.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;
CREATE TRIGGER end_of_offer_is_to_be_shown AFTER DELETE ON offers BEGIN
    INSERT INTO outbox (table_id, ticket) VALUES (old.table_id, 1)
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
END;

-- The locale of a server, as Discord last sent it.
ALTER TABLE servers ADD COLUMN locale TEXT NOT NULL DEFAULT '';
