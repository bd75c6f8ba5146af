-- What the last hours were like, for those who look at the service from outside: one row an hour,
-- kept by the worker, which counts each minute once in which it lives. An hour without a row is one
-- in which no worker ran.
CREATE TABLE history_hour (
    hour INTEGER PRIMARY KEY,                     -- hours since 1970
    minutes_up INTEGER NOT NULL DEFAULT 0,        -- a worker lived
    minutes_well INTEGER NOT NULL DEFAULT 0,      -- of these: no alarm stood
    last_minute INTEGER NOT NULL,                 -- minutes since 1970
    jobs_complete INTEGER NOT NULL DEFAULT 0,
    jobs_failed INTEGER NOT NULL DEFAULT 0,
    -- Of complete jobs of rail v2, whose work begins when they are sold.
    timed_jobs INTEGER NOT NULL DEFAULT 0,
    timed_ms INTEGER NOT NULL DEFAULT 0,          -- together, from the sale to the result
    CHECK (minutes_well <= minutes_up)
) STRICT;
