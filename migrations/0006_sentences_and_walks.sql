-- What the model looked at while it wrote each sentence of an answer: a JSON list of
-- {start, end, looked}, characters of the answer and a share for each step.
ALTER TABLE questions ADD COLUMN sentences TEXT NOT NULL DEFAULT '[]';

-- The paths of questions under way, without texts, so that one whose program was killed goes on
-- where it was. Steps and graphs are JSON lists.
CREATE TABLE walks (
    question TEXT NOT NULL,
    options  TEXT NOT NULL,
    model    INTEGER NOT NULL REFERENCES models (id),
    graphs   TEXT NOT NULL,
    steps    TEXT NOT NULL,
    PRIMARY KEY (question, options, model, graphs)
) STRICT, WITHOUT ROWID;

-- A question may hold words of a document.
CREATE TRIGGER documents_take_walks BEFORE DELETE ON documents
BEGIN
    DELETE FROM walks;
END;
