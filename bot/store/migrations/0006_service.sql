-- When the database was restored from a backup: messages from before may show what it does not know.

CREATE TABLE restores (
    made REAL NOT NULL
);

-- What is written, and taken away again, to see whether the database can be written; it is empty.

CREATE TABLE trials (
    room BLOB NOT NULL
);
