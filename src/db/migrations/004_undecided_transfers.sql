-- Transactions that the scan for transfers showed and that nobody could decide: too few endpoints
-- tell of them, or they contradict each other. The cursor goes on past them; they are looked at
-- again until they are decided.
CREATE TABLE undecided_transfer (
    network TEXT NOT NULL,
    tx_hash TEXT NOT NULL,
    since_ms INTEGER NOT NULL,         -- an alarm when it stays so for long
    looked_ms INTEGER NOT NULL,        -- the least lately looked at goes first
    PRIMARY KEY (network, tx_hash)
) STRICT, WITHOUT ROWID;
