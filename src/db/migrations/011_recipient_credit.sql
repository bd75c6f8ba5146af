-- A transfer is owed once, also one that was sent to another of our addresses than its order named.
DROP INDEX credit_transfer;
CREATE UNIQUE INDEX credit_transfer ON credit (tx_hash, log_index)
    WHERE log_index IS NOT NULL AND reason IN ('late', 'amount', 'recipient', 'double', 'orphan');
