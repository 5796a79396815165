-- Which seats are asked after a line of the log, a JSON list; NULL in lines of earlier releases. So computer players
-- who must answer are found without reading every state.
ALTER TABLE moves ADD COLUMN asked TEXT;

-- Finds the last table of a channel quickly.
CREATE INDEX tables_of_channel ON tables (channel, id);

-- Finds the states of earlier questions in long logs; most of these states are deleted in time.
CREATE INDEX states_of_questions ON moves (table_id, question) WHERE state IS NOT NULL;
