-- What a reader corrected about the names of a document, in the order in which it was said. It is said of names and
-- not of places in the text, so that it outlives a new version of the file.
CREATE TABLE name_corrections (
    id         INTEGER PRIMARY KEY,
    document   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    correction TEXT NOT NULL CHECK (correction IN ('merge', 'split', 'rename', 'set_kind', 'discard')),
    name       TEXT NOT NULL,
    value      TEXT -- merge: the other name; rename: what to call it; set_kind: the kind; otherwise none
) STRICT;
CREATE INDEX name_corrections_of_document ON name_corrections (document, id);
