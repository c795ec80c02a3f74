-- What the model said of a chunk that it was asked about by itself; none where it was not, and in earlier answers.
ALTER TABLE steps ADD COLUMN p_alone REAL CHECK (p_alone BETWEEN 0 AND 1);
