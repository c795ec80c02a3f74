-- What the window keeps of a library, a document or a question until the next time: the layout, drafts, removals that
-- can still be undone. It is deleted with what it is about. The values are the window's own, as JSON.
CREATE TABLE window_state (
    key      TEXT NOT NULL,
    document INTEGER REFERENCES documents (id) ON DELETE CASCADE,
    question INTEGER REFERENCES questions (id) ON DELETE CASCADE, -- neither a document nor a question: of the library
    value    TEXT NOT NULL,
    CHECK (document IS NULL OR question IS NULL)
) STRICT;
CREATE UNIQUE INDEX window_state_of ON window_state (key, ifnull(document, 0), ifnull(question, 0));
CREATE INDEX window_state_of_document ON window_state (document) WHERE document IS NOT NULL;
CREATE INDEX window_state_of_question ON window_state (question) WHERE question IS NOT NULL;
