-- What was looked for among the sentences about those whom a question names, round by round, as JSON; of earlier
-- answers nothing.
ALTER TABLE questions ADD COLUMN rounds TEXT NOT NULL DEFAULT '[]';
