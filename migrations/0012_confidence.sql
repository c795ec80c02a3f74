-- p_yes above which one ask counted as Yes; of earlier answers it is not known.
ALTER TABLE questions ADD COLUMN confidence REAL;
