-- Whether the points of a batch are sentences of its inputs, or some of these, that the model did not
-- write, and how many points it wrote that do not stand in them and were dropped.
ALTER TABLE batches ADD COLUMN quoted INTEGER NOT NULL DEFAULT 0 CHECK (quoted IN (0, 1));
ALTER TABLE batches ADD COLUMN unsupported INTEGER NOT NULL DEFAULT 0 CHECK (unsupported >= 0);
-- The same for all of a graph's batches: points that are quoted, and points that were dropped.
ALTER TABLE graphs ADD COLUMN quoted INTEGER NOT NULL DEFAULT 0 CHECK (quoted >= 0);
ALTER TABLE graphs ADD COLUMN unsupported INTEGER NOT NULL DEFAULT 0 CHECK (unsupported >= 0);
-- Whether the words of an answer stand in what was looked at; of earlier answers it is not known.
ALTER TABLE questions ADD COLUMN supported INTEGER NOT NULL DEFAULT 1 CHECK (supported IN (0, 1));
