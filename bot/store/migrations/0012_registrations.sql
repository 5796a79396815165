-- The commands that Discord has taken from an application, as a digest: they are sent again only when they differ.

CREATE TABLE registrations (
    application INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
);
