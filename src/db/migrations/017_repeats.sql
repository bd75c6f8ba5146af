-- What a stranger may do often must not cost more with each row that the ledger has.

-- A job that is forgotten is looked for here: who pays for it may not go.
CREATE INDEX transfer_job ON transfer (job_seq) WHERE job_seq IS NOT NULL;
-- Transfers that wait for an order to name them, the oldest first.
CREATE INDEX transfer_waiting_since ON transfer (network, block_time_s) WHERE fate = 'waiting';

-- How often the same payment for the same request was shown: it counts as one refusal, but each time
-- a facilitator was asked.
ALTER TABLE refusal ADD COLUMN times INTEGER NOT NULL DEFAULT 1 CHECK (times >= 1);
DROP INDEX refusal_recent;
CREATE INDEX refusal_recent ON refusal (client, kind, at_ms, times);
