-- Which seats are asked after a line of the log, a JSON list; NULL in lines of earlier releases. So computer players
-- who are to answer are found without reading every state.
ALTER TABLE moves ADD COLUMN asked TEXT;

-- The last table of a channel is found among however many.
CREATE INDEX tables_of_channel ON tables (channel, id);

-- The states of earlier questions, most of which are cleared away in time, are found in a log of any length.
CREATE INDEX states_of_questions ON moves (table_id, question) WHERE state IS NOT NULL;
