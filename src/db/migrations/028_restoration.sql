-- How far this database has come. The worker counts on, and writes the number beside the file as
-- well: a database that is behind that file is an older copy (work/stamp).
CREATE TABLE stamp (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    count INTEGER NOT NULL
) STRICT;
INSERT INTO stamp (id, count) VALUES (1, 0);

-- A copy was put back: what was sold between copied_ms and found_ms is not in it. Nothing is sold
-- until the chain has been read from first_block to last_block for what was paid meanwhile.
CREATE TABLE restoration (
    seq INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    copied_ms INTEGER NOT NULL,   -- the last time at which the copy's worker lived
    found_ms INTEGER NOT NULL,
    first_block INTEGER NOT NULL, -- to which the copy had read the chain
    last_block INTEGER,           -- the newest when it was found; NULL: not seen yet
    read_ms INTEGER               -- NULL: not read yet
) STRICT;
CREATE INDEX restoration_unread ON restoration (network) WHERE read_ms IS NULL;
