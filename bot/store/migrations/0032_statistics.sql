-- Honours are gone. The median time in which somebody answered in a game, in seconds.
ALTER TABLE servers DROP COLUMN honours;
ALTER TABLE people DROP COLUMN honours;
ALTER TABLE results ADD COLUMN answer_s REAL;
