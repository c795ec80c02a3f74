-- The part of a step's score that comes of the words that its node shares with the question; earlier
-- searches did not count them, and their options say so from now on.
ALTER TABLE steps ADD COLUMN words REAL NOT NULL DEFAULT 0;
UPDATE questions SET options = json_set(options, '$.words', json('false'));
