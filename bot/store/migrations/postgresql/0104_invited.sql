-- To which later questions somebody is invited who is not asked, a line each; '' for somebody who is asked.
ALTER TABLE turns ADD COLUMN invited TEXT NOT NULL DEFAULT '';
