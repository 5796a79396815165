-- Whether everybody knows that the person of a seat gave an answer themselves.
ALTER TABLE moves ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
