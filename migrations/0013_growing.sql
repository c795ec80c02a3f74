-- Whether a graph was not whole when the question was asked; of earlier answers it is not known.
ALTER TABLE questions ADD COLUMN growing INTEGER NOT NULL DEFAULT 0;
