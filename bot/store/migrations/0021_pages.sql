-- The web pages on which tables can be watched. `token` is part of the link, and empty when people at the table have
-- closed the page. A page is found by `digest`, the SHA-256 of the token.
CREATE TABLE pages (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    token TEXT NOT NULL,
    digest TEXT NOT NULL
);
CREATE INDEX pages_of_digest ON pages (digest);
