-- Which moves a person must confirm: 'never', 'final' ones, 'always'.
ALTER TABLE people ADD COLUMN confirm TEXT NOT NULL DEFAULT 'never';
-- Whether the bot answers for them, after a while, where they have only one legal answer.
ALTER TABLE people ADD COLUMN forced INTEGER NOT NULL DEFAULT 0;
-- When the bot gives that answer; NULL where it does not.
ALTER TABLE turns ADD COLUMN forced REAL;
CREATE INDEX turns_forced ON turns (forced) WHERE forced IS NOT NULL;
