-- The first schema. A released migration is never edited: later ones change what it made.
-- Texts, original bytes and vectors stand in tables of their own, so that lists do not touch them.

PRAGMA application_id = 1348821870; -- "Pecn"

CREATE TABLE documents (
    id              INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, even after a removal
    content_hash    TEXT NOT NULL UNIQUE,              -- SHA-256 of the original bytes
    title           TEXT,
    author          TEXT,
    language        TEXT,
    format          TEXT NOT NULL,
    file_name       TEXT NOT NULL,
    paged           INTEGER NOT NULL CHECK (paged IN (0, 1)),
    characters      INTEGER NOT NULL CHECK (characters >= 0),
    added           INTEGER NOT NULL,                  -- seconds since 1970-01-01 UTC
    failure_code    TEXT,
    failure_message TEXT,
    CHECK ((failure_code IS NULL) = (failure_message IS NULL))
) STRICT;

CREATE TABLE originals (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    bytes    BLOB NOT NULL
) STRICT;

CREATE TABLE texts (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    text     TEXT NOT NULL
) STRICT;

CREATE TABLE pages (
    document   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 1),
    label      TEXT NOT NULL,
    start_char INTEGER NOT NULL CHECK (start_char >= 0),
    end_char   INTEGER NOT NULL CHECK (end_char >= start_char),
    width      REAL,
    height     REAL,
    words      BLOB NOT NULL, -- 24 bytes each: start, end (u32), x, y, width, height (f32)
    PRIMARY KEY (document, number),
    CHECK ((width IS NULL) = (height IS NULL))
) STRICT;

CREATE TABLE models (
    id         INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE, -- SHA-256 of the file
    info       TEXT CHECK (json_valid(info)),
    first_seen INTEGER NOT NULL
) STRICT;

CREATE TABLE graphs (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    model    INTEGER NOT NULL REFERENCES models (id),
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    begun    INTEGER NOT NULL,
    complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
    UNIQUE (document, model, settings)
) STRICT;

CREATE TABLE nodes (
    graph      INTEGER NOT NULL REFERENCES graphs (id) ON DELETE CASCADE,
    id         INTEGER NOT NULL CHECK (id >= 0), -- from 0 without gaps, a level after the one below
    level      INTEGER NOT NULL CHECK (level >= 1),
    start_char INTEGER,
    end_char   INTEGER,
    text       TEXT NOT NULL,
    tokens     BLOB NOT NULL, -- i32 each
    PRIMARY KEY (graph, id),
    CHECK ((level = 1) = (start_char IS NOT NULL) AND (level = 1) = (end_char IS NOT NULL))
) STRICT;

CREATE INDEX nodes_by_level ON nodes (graph, level, id);

-- A point's edges go to the nodes of its batch, which are consecutive: one row holds them all.
CREATE TABLE edges (
    graph       INTEGER NOT NULL,
    predecessor INTEGER NOT NULL,
    first       INTEGER NOT NULL CHECK (first >= 0 AND first < predecessor),
    weights     BLOB NOT NULL, -- f32 each: to the nodes first, first + 1, ...
    PRIMARY KEY (graph, predecessor),
    FOREIGN KEY (graph, predecessor) REFERENCES nodes (graph, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE batches (
    graph            INTEGER NOT NULL REFERENCES graphs (id) ON DELETE CASCADE,
    level            INTEGER NOT NULL CHECK (level >= 2), -- of the points that it wrote
    number           INTEGER NOT NULL CHECK (number >= 0),
    first_input      INTEGER NOT NULL CHECK (first_input >= 0),
    end_input        INTEGER NOT NULL CHECK (end_input > first_input),
    first_output     INTEGER NOT NULL CHECK (first_output >= end_input),
    end_output       INTEGER NOT NULL CHECK (end_output >= first_output),
    tokens_evaluated INTEGER NOT NULL,
    tokens_restored  INTEGER NOT NULL,
    flops            REAL NOT NULL,
    seconds          REAL NOT NULL,
    PRIMARY KEY (graph, level, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE embeddings (
    graph  INTEGER NOT NULL,
    model  INTEGER NOT NULL REFERENCES models (id),
    node   INTEGER NOT NULL,
    vector BLOB NOT NULL, -- f32 each
    PRIMARY KEY (graph, node, model),
    FOREIGN KEY (graph, node) REFERENCES nodes (graph, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE questions (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    question              TEXT NOT NULL,
    asked                 INTEGER NOT NULL,
    model                 INTEGER NOT NULL REFERENCES models (id),
    options               TEXT NOT NULL CHECK (json_valid(options)),
    found                 INTEGER NOT NULL CHECK (found IN (0, 1)),
    answer                TEXT NOT NULL,
    stop                  TEXT NOT NULL,
    nodes_total           INTEGER NOT NULL,
    tokens_total          INTEGER NOT NULL,
    tokens_evaluated      INTEGER NOT NULL,
    tokens_restored       INTEGER NOT NULL,
    tokens_template_again INTEGER NOT NULL,
    tokens_distinct       INTEGER NOT NULL,
    asks                  INTEGER NOT NULL,
    flops                 REAL NOT NULL,
    seconds               REAL NOT NULL
) STRICT;

CREATE TABLE question_documents (
    question INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
    ordinal  INTEGER NOT NULL CHECK (ordinal >= 0),
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    graph    INTEGER NOT NULL REFERENCES graphs (id) ON DELETE CASCADE,
    PRIMARY KEY (question, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX question_documents_by_document ON question_documents (document);
CREATE INDEX question_documents_by_graph ON question_documents (graph);

-- An answer may quote every document that it was asked of: it goes with the first that goes.
CREATE TRIGGER documents_take_their_questions BEFORE DELETE ON documents
BEGIN
    DELETE FROM questions
    WHERE id IN (SELECT question FROM question_documents WHERE document = OLD.id);
END;

-- Texts are kept with the steps: a question asked while its graph grew may have visited points
-- of a level that was discarded later.
CREATE TABLE steps (
    question   INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL CHECK (ordinal >= 0),
    document   INTEGER NOT NULL,
    node       INTEGER NOT NULL,
    level      INTEGER NOT NULL,
    tokens     INTEGER NOT NULL,
    attention  REAL NOT NULL,
    similarity REAL NOT NULL,
    total      REAL NOT NULL,
    relevance  REAL NOT NULL,
    p_yes      REAL,
    text       TEXT NOT NULL,
    PRIMARY KEY (question, ordinal)
) STRICT;

-- Without the passages' texts: those are cut from the document, and so are always equal to it.
CREATE TABLE evidence (
    question   INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL CHECK (ordinal >= 0),
    document   INTEGER NOT NULL,
    chunk      INTEGER NOT NULL,
    weight     REAL NOT NULL,
    node       INTEGER NOT NULL,
    page       INTEGER,
    start_char INTEGER NOT NULL CHECK (start_char >= 0),
    end_char   INTEGER NOT NULL CHECK (end_char >= start_char),
    PRIMARY KEY (question, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
