-- The words of titles and pages, again: vowel signs, as in Hindi and Tamil, now belong to their word.
-- Before, they separated its consonants, so that different words with the same consonants were found.

DROP TABLE search;
CREATE VIRTUAL TABLE search USING fts5 (
    words,        -- of row document * 2^24 + page; page 0 has the title and the author
    content = '',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mc Mn'"
);
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
