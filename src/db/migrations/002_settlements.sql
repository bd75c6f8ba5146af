-- What the worker needs to find out what became of a payment whose outcome nobody heard, or whose
-- outcome somebody may have lied about.

-- What was asked of the facilitator beside the payload: sent again word for word.
ALTER TABLE payment ADD COLUMN requirements TEXT NOT NULL DEFAULT '';
-- To whom the transfer must go: the configuration may have changed since.
ALTER TABLE payment ADD COLUMN pay_to BLOB NOT NULL DEFAULT x'' CHECK (length(pay_to) IN (0, 20));
-- Which of the configured facilitators holds the authorization: only it is asked again.
ALTER TABLE payment ADD COLUMN endpoint INTEGER NOT NULL DEFAULT 0 CHECK (endpoint >= 0);
-- When the worker looks at it next; NULL: nothing is left to find out. Rows from before this step
-- cannot be looked at (no requirements); the alarm settlement_undecided names such ones.
ALTER TABLE payment ADD COLUMN due_ms INTEGER;
-- How often it has looked: the wait grows with it.
ALTER TABLE payment ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;
-- Where the worker saw the Transfer on the chain; NULL: not seen, or not yet.
ALTER TABLE payment ADD COLUMN block_number INTEGER;
ALTER TABLE payment ADD COLUMN log_index INTEGER CHECK ((log_index IS NULL) = (block_number IS NULL));
-- The buyer's own name for the purchase (x402 extension payment-identifier); NULL: none was sent.
ALTER TABLE payment ADD COLUMN identifier TEXT CHECK (length(identifier) BETWEEN 16 AND 128);

-- The worker's list of what to look at.
CREATE INDEX payment_due ON payment (due_ms) WHERE due_ms IS NOT NULL;
-- A transfer pays once.
CREATE UNIQUE INDEX payment_transfer ON payment (network, tx_hash, log_index)
    WHERE log_index IS NOT NULL;
-- One identifier of a payer, one purchase, whatever authorization comes with it.
CREATE UNIQUE INDEX payment_identifier ON payment (payer, identifier)
    WHERE identifier IS NOT NULL AND phase <> 'refused';
-- Has a buyer whose refused payment was taken after all bought the same again?
CREATE INDEX payment_request ON payment (payer, request_digest);
-- Money that came after the facilitator had refused it is owed once.
CREATE UNIQUE INDEX credit_paid_after_refusal ON credit (job_seq) WHERE reason = 'paid_after_refusal';
