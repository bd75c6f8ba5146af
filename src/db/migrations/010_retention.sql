-- What was given up of a job that is over ([store] request_retention and result_retention). Its row,
-- its hash, its payment with all that is UNIQUE of it, its transfers, credits and anchor stay for
-- ever: what has paid once never pays again.

-- all: nothing yet. result: its request, its buyer's address and his Idempotency-Key are gone.
-- books: its artifact and the bytes of its payment, too; the programs call this state purged, and
-- `state` goes on saying how it ended.
ALTER TABLE jobs ADD COLUMN kept TEXT NOT NULL DEFAULT 'all'
    CHECK (kept IN ('all', 'result', 'books'));
-- Whose turn is next, the oldest end first. A sale is not in it: a job enters when it is over.
CREATE INDEX jobs_kept ON jobs (kept, updated_ms)
    WHERE state IN ('complete', 'failed', 'expired', 'rejected') AND kept <> 'books';
