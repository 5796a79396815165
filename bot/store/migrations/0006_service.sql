-- When the database was restored from a backup: older messages may show what it does not know.

CREATE TABLE restores (
    made REAL NOT NULL
);

-- Empty: a row is written and deleted to test whether the database can be written.

CREATE TABLE trials (
    room BLOB NOT NULL
);
