-- Documents of which nothing can be drawn from afar, so that it is not tried again and again.

CREATE TABLE coverless (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    version  TEXT NOT NULL    -- of the program that tried
) STRICT;
