-- What text recognition saw on the scanned pages of a file that is being added. A page takes seconds,
-- so each is kept until the whole file is in the library.

CREATE TABLE recognised_pages (
    content_hash TEXT NOT NULL,
    page         INTEGER NOT NULL,  -- from 1
    languages    TEXT NOT NULL,     -- that were looked for, with + between them
    seen         TEXT NOT NULL,     -- JSON: the lines, and the words with their places
    PRIMARY KEY (content_hash, languages, page)
) STRICT, WITHOUT ROWID;
