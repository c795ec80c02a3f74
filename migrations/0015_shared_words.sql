-- The part of a step's score that comes of the words that its node shares with the question; earlier
-- searches did not count them.
ALTER TABLE steps ADD COLUMN words REAL NOT NULL DEFAULT 0;
