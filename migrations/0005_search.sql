-- The words of titles and pages, by which documents are found. The texts stand elsewhere: here are
-- their words alone, and those of a text that goes are written over.

CREATE VIRTUAL TABLE search USING fts5 (
    words,        -- of row document * 2^24 + page; page 0 has the title and the author
    content = '',
    tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
