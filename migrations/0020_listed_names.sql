-- Those who are listed where a question asked for all of whom something is said, as JSON; of other answers nothing.
ALTER TABLE questions ADD COLUMN listed TEXT;
