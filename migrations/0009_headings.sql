-- The headings of a document in order: its outline.

CREATE TABLE headings (
    document   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 1),
    level      INTEGER NOT NULL CHECK (level >= 1), -- 1 for the highest
    title      TEXT NOT NULL,
    start_char INTEGER NOT NULL CHECK (start_char >= 0),
    PRIMARY KEY (document, number)
) STRICT;
