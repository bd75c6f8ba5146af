-- A reservation that the facilitator has verified is a reservation still: nothing was sent, and its
-- lease lapses. The phase 'verified' said no more than that and cost a commit for each sale; what
-- follows a valid answer is settle_sent. The word stays in the CHECK, which SQLite cannot alter.
UPDATE payment SET phase = 'reserved' WHERE phase = 'verified';
DROP INDEX payment_unsent;
CREATE INDEX payment_unsent ON payment (lease_until_ms) WHERE phase = 'reserved';
