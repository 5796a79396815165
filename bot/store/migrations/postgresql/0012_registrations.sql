-- Does what the file with this number for SQLite does.

CREATE TABLE registrations (
    application BIGINT PRIMARY KEY,
    digest TEXT NOT NULL
);
