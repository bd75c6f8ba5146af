-- What the anchorer knows of its transactions. The bytes of each are on disk before anybody is sent
-- them: after a crash the same bytes are sent again, and never others with the same nonce except as
-- a further attempt on record.

-- A transaction of an anchor key: one nonce, whatever was tried for it.
CREATE TABLE anchor_tx (
    seq INTEGER PRIMARY KEY,
    network TEXT NOT NULL,             -- CAIP-2 name
    sender BLOB NOT NULL CHECK (length(sender) = 20), -- its key may have been changed since
    nonce INTEGER NOT NULL CHECK (nonce >= 0),
    -- foreign: a mark that somebody else used the key up to this nonce, and the operator knows.
    method TEXT NOT NULL CHECK (method IN ('eas', 'selfsend', 'foreign')),
    callee BLOB NOT NULL CHECK (length(callee) = 20), -- the attestation service, or the sender
    gas_limit INTEGER NOT NULL,
    -- mined: in a block that the chain could still take back; succeeded says how it ended.
    state TEXT NOT NULL CHECK (state IN ('sent', 'mined', 'final')),
    tx_hash TEXT NOT NULL,             -- of the newest attempt, then of the one that was mined
    succeeded INTEGER CHECK (succeeded IN (0, 1)),
    block_number INTEGER,
    block_time_s INTEGER,              -- chain time
    created_ms INTEGER NOT NULL,
    CHECK ((state = 'sent') = (block_number IS NULL)),
    CHECK ((block_number IS NULL) = (block_time_s IS NULL)),
    CHECK ((block_number IS NULL) = (succeeded IS NULL)),
    UNIQUE (network, sender, nonce)
) STRICT;
-- What the worker still looks at: those of the last minutes.
CREATE INDEX anchor_tx_open ON anchor_tx (network, nonce) WHERE state <> 'final';

-- The signed bytes of each attempt; only the fees differ. Deleted when the chain is final.
CREATE TABLE anchor_attempt (
    tx_seq INTEGER NOT NULL REFERENCES anchor_tx (seq),
    attempt INTEGER NOT NULL,          -- from 1
    raw BLOB NOT NULL,
    tx_hash TEXT NOT NULL,
    max_fee_wei INTEGER NOT NULL,
    tip_wei INTEGER NOT NULL,
    signed_ms INTEGER NOT NULL,        -- the next attempt is measured from here
    PRIMARY KEY (tx_seq, attempt)
) STRICT, WITHOUT ROWID;

-- Which transaction carries a hash; NULL while it is pending.
ALTER TABLE anchor_outbox ADD COLUMN tx_seq INTEGER REFERENCES anchor_tx (seq);
-- Most hashes that it shares its next transaction with, after one with it has failed; 0: any number.
ALTER TABLE anchor_outbox ADD COLUMN batch_limit INTEGER NOT NULL DEFAULT 0 CHECK (batch_limit >= 0);
-- Why the attestation service cannot take it, a stable word; then it is sent to ourselves.
ALTER TABLE anchor_outbox ADD COLUMN aside TEXT NOT NULL DEFAULT '';
-- The next batch, and how old the oldest hash is that the chain does not hold.
CREATE INDEX anchor_pending ON anchor_outbox (job_seq) WHERE status = 'pending';
CREATE INDEX anchor_unmined ON anchor_outbox (created_ms) WHERE status IN ('pending', 'broadcast');
CREATE INDEX anchor_carried ON anchor_outbox (tx_seq) WHERE tx_seq IS NOT NULL;

-- What an operator has asked the anchorer for; it takes the row away.
CREATE TABLE anchor_wish (
    wish TEXT PRIMARY KEY CHECK (wish IN ('retry', 'flush')),
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
