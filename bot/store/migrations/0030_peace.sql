-- People who do not want to meet: `user` does not want to sit at a table with `blocked`.
CREATE TABLE blocks (
    user INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (user, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_of_others ON blocks (blocked);

-- Who takes no seats at new tables of a server.
CREATE TABLE bans (
    guild INTEGER NOT NULL,
    banned INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (guild, banned)
) WITHOUT ROWID;
CREATE INDEX bans_of_person ON bans (banned);
