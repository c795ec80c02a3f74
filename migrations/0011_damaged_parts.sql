-- The parts of a document's file that could not be read, as JSON; of earlier ones it is not known.
ALTER TABLE documents ADD COLUMN damaged TEXT NOT NULL DEFAULT '[]';
