-- How many of the nodes that could have been visited were chunks, and the floating point operations
-- that reading all chunks would have taken; of earlier answers the latter is not known.
ALTER TABLE questions ADD COLUMN chunks_total INTEGER NOT NULL DEFAULT 0;
ALTER TABLE questions ADD COLUMN whole_flops REAL;

UPDATE questions SET chunks_total = (
    SELECT count(*) FROM question_documents asked JOIN nodes ON nodes.graph = asked.graph
    WHERE asked.question = questions.id AND nodes.level = 1
);
