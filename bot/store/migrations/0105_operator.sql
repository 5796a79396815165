-- What the operator says at all open tables, a packed phrase; `sent` is NULL until they confirm it.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY,
    words TEXT NOT NULL,
    sent REAL
);

-- A row while no new game may be opened.
CREATE TABLE closures (
    made REAL NOT NULL
);
