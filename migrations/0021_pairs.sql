-- Questions about somebody that a model wrote, each with its answer, as far as sentences of the text say it.
CREATE TABLE pairs (
    document  INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    model     INTEGER NOT NULL REFERENCES models (id),
    name      TEXT NOT NULL,    -- by which the model was asked about them
    start     INTEGER NOT NULL, -- of the sentence that says the answer, in characters of the text
    "end"     INTEGER NOT NULL,
    question  TEXT NOT NULL,
    answer    TEXT NOT NULL,
    attention REAL NOT NULL,    -- the answer's share on that sentence, of all that the model was shown
    PRIMARY KEY (document, model, name, start, question)
) STRICT, WITHOUT ROWID;
-- The sentences that the model was shown, whether or not it wrote anything about them: none is shown twice.
CREATE TABLE paired_sentences (
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    model    INTEGER NOT NULL REFERENCES models (id),
    name     TEXT NOT NULL,
    start    INTEGER NOT NULL,
    PRIMARY KEY (document, model, name, start)
) STRICT, WITHOUT ROWID;
-- What it cost.
CREATE TABLE pair_costs (
    document         INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    model            INTEGER NOT NULL REFERENCES models (id),
    written          INTEGER NOT NULL, -- when it last wrote any, in seconds since 1970
    tokens_evaluated INTEGER NOT NULL,
    flops            REAL NOT NULL,
    seconds          REAL NOT NULL,
    PRIMARY KEY (document, model)
) STRICT, WITHOUT ROWID;
