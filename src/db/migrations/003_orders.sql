-- Rail v1: orders that wait for a transfer, claims that point at one, and every transfer that came
-- in. What pays for a v1 job is a row of `payment` as on v2 (phase settled), so that the UNIQUE
-- indexes on its authorization and its transfer hold for both rails.

-- What a v1 job asks for. The request itself is stored when it is paid for: until then its digest.
CREATE TABLE v1_order (
    job_seq INTEGER PRIMARY KEY REFERENCES jobs (seq),
    commitment BLOB NOT NULL CHECK (length(commitment) = 32), -- keccak256(job_id): memo and nonce
    request_digest BLOB NOT NULL CHECK (length(request_digest) = 32),
    network TEXT NOT NULL,             -- where and to whom, as the buyer was told: the
    asset BLOB NOT NULL CHECK (length(asset) = 20),   -- configuration may change
    pay_to BLOB NOT NULL CHECK (length(pay_to) = 20),
    repeat_key BLOB CHECK (length(repeat_key) = 32) -- of Idempotency-Key; NULL: none, or too old
) STRICT;
-- One order for one key of a client on a route.
CREATE UNIQUE INDEX v1_order_repeat ON v1_order (repeat_key) WHERE repeat_key IS NOT NULL;

-- Orders of the last hour, counted per client; the worker deletes older rows.
CREATE TABLE client_order (
    client TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    job_seq INTEGER NOT NULL,          -- two orders of one client in a millisecond are two
    PRIMARY KEY (client, at_ms, job_seq)
) STRICT, WITHOUT ROWID;
-- How many orders of a client await payment, and which have waited long enough: only those that
-- await are in it, so that it is read whole in no time.
CREATE INDEX jobs_awaiting ON jobs (client, created_ms) WHERE state = 'awaiting_payment';
-- Paid for and never asked for.
CREATE INDEX jobs_confirmed ON jobs (updated_ms) WHERE state = 'payment_confirmed';

-- A transaction that somebody says pays for a job, or that the scanner found to. At most a few per
-- job.
CREATE TABLE claim (
    job_seq INTEGER NOT NULL REFERENCES jobs (seq),
    tx_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'refused')),
    reason TEXT NOT NULL DEFAULT '',   -- why it is still pending, or was refused: a stable word
    found TEXT NOT NULL DEFAULT '',    -- what the transaction moved to us, JSON for the buyer
    payer_signature BLOB,              -- over job, transaction and chain, by whoever paid
    created_ms INTEGER NOT NULL,
    due_ms INTEGER,                    -- when the worker looks next; NULL: decided for good
    looks INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (job_seq, tx_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_due ON claim (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX claim_transaction ON claim (tx_hash) WHERE state = 'pending';

-- Every transfer to us that the chain has shown, whatever it was for: nothing received is silently
-- kept. Never deleted.
CREATE TABLE transfer (
    network TEXT NOT NULL,
    tx_hash TEXT NOT NULL,
    log_index INTEGER NOT NULL,
    asset BLOB NOT NULL CHECK (length(asset) = 20),
    payer BLOB NOT NULL CHECK (length(payer) = 20),
    value_atoms INTEGER NOT NULL CHECK (value_atoms > 0),
    nonce BLOB CHECK (length(nonce) = 32), -- of its EIP-3009 authorization; NULL: a plain transfer
    block_number INTEGER NOT NULL,
    block_time_s INTEGER NOT NULL,     -- chain time: lateness is measured by it
    -- waiting: names no job, and may yet be claimed with the payer's signature. paid: pays for
    -- job_seq. facilitator: settled an order of rail v2, whose payment has it on record. credited:
    -- owed to its payer. gone: fell out of the chain.
    fate TEXT NOT NULL CHECK (fate IN ('waiting', 'paid', 'facilitator', 'credited', 'gone')),
    job_seq INTEGER REFERENCES jobs (seq),
    seen_ms INTEGER NOT NULL,
    PRIMARY KEY (network, tx_hash, log_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX transfer_waiting ON transfer (block_time_s) WHERE fate = 'waiting';
-- A transfer is owed once.
CREATE UNIQUE INDEX credit_transfer ON credit (tx_hash, log_index)
    WHERE log_index IS NOT NULL AND reason IN ('late', 'amount', 'double', 'orphan');
CREATE UNIQUE INDEX credit_never_resubmitted ON credit (job_seq)
    WHERE reason = 'never_resubmitted' AND state = 'open';

-- How far the scanner has read the chain.
CREATE TABLE scan (
    network TEXT PRIMARY KEY,
    next_block INTEGER NOT NULL,       -- everything before it was read
    read_to_s INTEGER NOT NULL         -- chain time of the last block read
) STRICT, WITHOUT ROWID;
