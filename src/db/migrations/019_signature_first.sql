-- A payer's signature decides what their authorization was for; no clock decides it before them.

-- Whether its transaction has been seen moving something to us: what many claims point at that no
-- chain knows must not stand before what somebody has paid.
ALTER TABLE claim ADD COLUMN is_seen INTEGER NOT NULL DEFAULT 0 CHECK (is_seen = 0 OR is_seen = 1);
-- When it was last judged by its transaction, and stayed open; 0: never.
ALTER TABLE claim ADD COLUMN judged_ms INTEGER NOT NULL DEFAULT 0;
-- When the first payer_signature came since the claim is pending: who signs again loses no time by it.
-- NULL: without one.
ALTER TABLE claim ADD COLUMN signed_ms INTEGER;
UPDATE claim SET signed_ms = created_ms WHERE payer_signature IS NOT NULL;
UPDATE claim SET is_seen = 1 WHERE state = 'confirmed' OR tx_hash IN (SELECT tx_hash FROM transfer)
    OR tx_hash IN (SELECT tx_hash FROM undecided_transfer);
DROP INDEX claim_due;
CREATE INDEX claim_due ON claim (state, is_seen, due_ms) WHERE due_ms IS NOT NULL;

-- 1: its transfer is in the chain, and waits for the payer of an order of rail v1 to say that it was
-- for that: no settlement without an outcome, so it counts in no limit of those, and it is not
-- forgotten before this is decided.
ALTER TABLE payment ADD COLUMN awaits_payer INTEGER NOT NULL DEFAULT 0
    CHECK (awaits_payer = 0 OR awaits_payer = 1);

-- The newest order of a price within a time: the last whose payer may sign for a transfer of it.
CREATE INDEX jobs_ordered ON jobs (price_atoms, created_ms) WHERE rail = 'v1';
