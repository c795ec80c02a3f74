-- What the names of a document's text name, as a model said. Whom a name means is not kept: it is read from the
-- text each time, since it depends on how far the reader has come.
CREATE TABLE name_kinds (
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,
    kind     TEXT CHECK (kind IN ('person', 'place', 'organisation', 'thing')), -- none: the model could not tell
    PRIMARY KEY (document, name)
) STRICT, WITHOUT ROWID;
-- What it cost to ask the model about them.
CREATE TABLE name_kind_costs (
    document         INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    model            INTEGER NOT NULL REFERENCES models (id), -- that was asked last
    tokens_evaluated INTEGER NOT NULL,
    flops            REAL NOT NULL,
    seconds          REAL NOT NULL
) STRICT;
