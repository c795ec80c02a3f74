-- Whether other programs may read a collection's documents through `pecan mcp`.
ALTER TABLE collections ADD COLUMN shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1));
