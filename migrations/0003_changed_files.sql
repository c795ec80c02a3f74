-- Files that change: where a document came from, graphs of its earlier texts, and passages that no
-- text has any more.

ALTER TABLE documents ADD COLUMN source TEXT; -- the path of its file when it was added last
CREATE UNIQUE INDEX documents_by_source ON documents (source);

-- A graph of an earlier text stays beside the one of the text there is now: what still holds of it
-- is taken over, and questions that were asked of it lead into it.
CREATE TABLE new_graphs (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    model    INTEGER NOT NULL REFERENCES models (id),
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    begun    INTEGER NOT NULL,
    complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
    earlier  INTEGER NOT NULL DEFAULT 0 CHECK (earlier IN (0, 1))
) STRICT;
INSERT INTO new_graphs (id, document, model, settings, begun, complete)
    SELECT id, document, model, settings, begun, complete FROM graphs;
-- Numbers are never given twice, even after a removal.
DELETE FROM sqlite_sequence WHERE name = 'new_graphs';
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'new_graphs', seq FROM sqlite_sequence WHERE name = 'graphs';
DROP TABLE graphs;
ALTER TABLE new_graphs RENAME TO graphs;
CREATE UNIQUE INDEX graphs_of_the_text ON graphs (document, model, settings) WHERE earlier = 0;
CREATE INDEX graphs_by_document ON graphs (document);

-- Of a passage that its document no longer has as it was: what stood there.
ALTER TABLE evidence ADD COLUMN words TEXT;
CREATE INDEX evidence_by_document ON evidence (document);
