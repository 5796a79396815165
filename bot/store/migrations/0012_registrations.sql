-- A digest of the commands that an application has registered: they are sent again only when they differ.

CREATE TABLE registrations (
    application INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
);
