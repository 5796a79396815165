-- Does what the file with this number for SQLite does.
CREATE TABLE blocks (
    "user" BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("user", blocked)
);
CREATE INDEX blocks_of_others ON blocks (blocked);

CREATE TABLE bans (
    guild BIGINT NOT NULL,
    banned BIGINT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, banned)
);
CREATE INDEX bans_of_person ON bans (banned);
