-- What documents look like from afar: small pictures for the list.

CREATE TABLE covers (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    png      BLOB NOT NULL
) STRICT;
