-- Jobs, the payments reserved for them, and what the worker tells the other processes.
--
-- Times are milliseconds since 1970, UTC, unless a name ends in _s. Words of states and phases are
-- the names of enumerators in the program: never rename one. All states of the state machine are
-- listed from the start, since SQLite cannot alter a CHECK.

-- Hot: every poll, every claim and every count reads it. Bodies live apart in job_body.
CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY,           -- grows with time: new rows land at the end of each index
    job_id TEXT NOT NULL UNIQUE,       -- the public name; UNIQUE also makes a collision visible
    rail TEXT NOT NULL CHECK (rail IN ('v1', 'v2')),
    product TEXT NOT NULL,             -- key of the product table
    state TEXT NOT NULL CHECK (state IN ('awaiting_payment', 'payment_confirmed', 'expired',
        'settling', 'rejected', 'queued', 'running', 'complete', 'failed')),
    lane TEXT NOT NULL,                -- what is counted and claimed together
    client TEXT NOT NULL,              -- limits are per client; never shown
    price_atoms INTEGER NOT NULL CHECK (price_atoms >= 0), -- as sold: prices change later
    sla_sec INTEGER NOT NULL CHECK (sla_sec > 0),          -- as promised: slas change later
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,       -- of the last change of state
    completed_ms INTEGER,              -- when it became complete or failed
    attempt INTEGER NOT NULL DEFAULT 0, -- attempts begun; also tells a claim from a later one
    queue_rank INTEGER,                -- place in the lane, smallest first: when it was queued, and
                                       -- 0 for a job on a further attempt (the head of the lane)
    worker TEXT,                       -- who runs it: a restarted worker finds what it left behind
    lease_until_ms INTEGER,            -- the claim lapses then unless extended
    progress_stage TEXT,               -- a word of the engine
    progress_done INTEGER,
    progress_total INTEGER,
    result_hash BLOB CHECK (length(result_hash) = 32), -- SHA-256 of job_body.artifact
    verdict TEXT,                      -- repeats artifact.verdict, so that a list needs no artifact
    error TEXT NOT NULL DEFAULT '',    -- stable word of the last failed attempt
    CHECK ((state = 'running') = (worker IS NOT NULL)),
    CHECK ((state = 'running') = (lease_until_ms IS NOT NULL)),
    CHECK ((state = 'queued') = (queue_rank IS NOT NULL)),
    CHECK ((state = 'complete') = (result_hash IS NOT NULL)),
    CHECK ((state IN ('complete', 'failed')) = (completed_ms IS NOT NULL))
) STRICT;

-- Lane length: settling + queued + running. Holds open jobs only, so it stays small.
CREATE INDEX jobs_open ON jobs (lane, state) WHERE state IN ('settling', 'queued', 'running');
-- The next job to claim.
CREATE INDEX jobs_queue ON jobs (lane, queue_rank, seq) WHERE state = 'queued';
-- Claims that lapsed or belong to a worker that is gone: as many rows as children run.
CREATE INDEX jobs_running ON jobs (lease_until_ms) WHERE state = 'running';

-- Large and rarely read; purged on its own schedule.
CREATE TABLE job_body (
    job_seq INTEGER PRIMARY KEY REFERENCES jobs (seq),
    request TEXT NOT NULL,             -- the known members after defaults: assay-run's input
    artifact TEXT                      -- canonical bytes, exactly as hashed; served as they are
) STRICT;

-- A v2 reservation: the promise that an authorization buys this job and no other. One per job.
CREATE TABLE payment (
    job_seq INTEGER PRIMARY KEY REFERENCES jobs (seq),
    network TEXT NOT NULL,             -- CAIP-2 name
    asset BLOB NOT NULL CHECK (length(asset) = 20),
    payer BLOB NOT NULL CHECK (length(payer) = 20), -- bytes: letter case can never make two of one
    nonce BLOB NOT NULL CHECK (length(nonce) = 32),
    phase TEXT NOT NULL CHECK (phase IN ('reserved', 'verified', 'settle_sent',
        'settled_unproven', 'settled', 'refused')),
    value_atoms INTEGER NOT NULL CHECK (value_atoms >= 0),
    valid_before_s INTEGER NOT NULL,   -- past it the chain takes the authorization no more
    owner TEXT NOT NULL,               -- the request that may still send it on
    lease_until_ms INTEGER NOT NULL,   -- and until when
    request_digest BLOB NOT NULL CHECK (length(request_digest) = 32), -- a repeat must ask the same
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    tx_hash TEXT NOT NULL DEFAULT '',  -- as the facilitator named it
    reason TEXT NOT NULL DEFAULT '',   -- why refused; 'released' when nothing was ever sent
    response TEXT NOT NULL DEFAULT '', -- the SettleResponse, repeated with each repeat
    signature BLOB NOT NULL,           -- a repeat with another signature of odd length is refused
    payload TEXT NOT NULL              -- as received: the same bytes are sent when settling again
) STRICT;

-- One authorization, one purchase: this index decides who came first. A refused one moved no money
-- and may be tried again.
CREATE UNIQUE INDEX payment_authorization ON payment (network, asset, payer, nonce)
    WHERE phase <> 'refused';
-- Reservations to release when their owner died before anything was sent.
CREATE INDEX payment_unsent ON payment (lease_until_ms) WHERE phase IN ('reserved', 'verified');
-- Settlements whose outcome nobody knows: an alarm while one stands for long.
CREATE INDEX payment_undecided ON payment (updated_ms)
    WHERE phase IN ('settle_sent', 'settled_unproven');

-- Refusals by the facilitator, counted per client over ten minutes; older rows are deleted.
CREATE TABLE refusal (
    client TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    job_seq INTEGER NOT NULL,          -- two refusals of one client in a millisecond are two
    PRIMARY KEY (client, at_ms, job_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX refusal_age ON refusal (at_ms);

-- Money received that bought nothing, or a failed job's money: the only refund record. Never
-- deleted.
CREATE TABLE credit (
    seq INTEGER PRIMARY KEY,
    rail TEXT NOT NULL CHECK (rail IN ('v1', 'v2')),
    payer TEXT NOT NULL,               -- whom the money goes back to
    value_atoms INTEGER NOT NULL CHECK (value_atoms >= 0),
    tx_hash TEXT NOT NULL,             -- which transfer brought it
    log_index INTEGER,                 -- and which log of it, where known
    job_seq INTEGER REFERENCES jobs (seq), -- NULL for money that names no job
    reason TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'refunded', 'waived')),
    refund_tx TEXT NOT NULL DEFAULT '',
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX credit_job ON credit (job_seq) WHERE job_seq IS NOT NULL;
-- A job fails once, so its money is owed once.
CREATE UNIQUE INDEX credit_job_failed ON credit (job_seq) WHERE reason = 'job_failed';

-- Hashes to anchor on-chain: written in the transaction that stores the artifact, so that no result
-- can miss its anchor.
CREATE TABLE anchor_outbox (
    job_seq INTEGER PRIMARY KEY REFERENCES jobs (seq),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    status TEXT NOT NULL CHECK (status IN ('pending', 'broadcast', 'mined', 'final')),
    created_ms INTEGER NOT NULL
) STRICT;

-- The worker's sign of life. Nothing is sold when it is old.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- one worker per database
    at_ms INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    version TEXT NOT NULL,
    worker TEXT NOT NULL
) STRICT;

-- What an operator should know of, until it clears itself.
CREATE TABLE alarm (
    code TEXT PRIMARY KEY,             -- stable word
    since_ms INTEGER NOT NULL,         -- of the first raise
    detail TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The last word heard of something outside ('facilitator'), by whoever spoke to it.
CREATE TABLE observation (
    subject TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    detail TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
