-- Files that were too much for the program that reads documents, so that they are not tried again
-- and again.

CREATE TABLE refusals (
    content_hash TEXT PRIMARY KEY,
    message      TEXT NOT NULL,
    version      TEXT NOT NULL,    -- of the program that tried
    refused      INTEGER NOT NULL  -- seconds since 1970-01-01 UTC
) STRICT, WITHOUT ROWID;

-- Documents that belong together, as those of a folder do.

CREATE TABLE collections (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE collection_documents (
    collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    document   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (collection, document)
) STRICT, WITHOUT ROWID;

CREATE INDEX collection_documents_by_document ON collection_documents (document);

CREATE TRIGGER collections_go_with_their_last_document AFTER DELETE ON collection_documents
WHEN NOT EXISTS (SELECT 1 FROM collection_documents WHERE collection = OLD.collection)
BEGIN
    DELETE FROM collections WHERE id = OLD.collection;
END;
