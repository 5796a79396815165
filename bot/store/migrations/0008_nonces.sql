-- The nonce of the message that is being sent at a place, so that the next process finds it or sends it once.
ALTER TABLE posts ADD COLUMN next TEXT NOT NULL DEFAULT '';
