-- What a buyer waits for is looked at before what is only watched. With the phase first, the next
-- looks are found without reading all that are due, however many those are while the chain is out
-- of sight. Rows from before migration 002 cannot be looked at.
DROP INDEX payment_due;
UPDATE payment SET due_ms = NULL WHERE due_ms IS NOT NULL AND requirements = '';
CREATE INDEX payment_due ON payment (phase, due_ms) WHERE due_ms IS NOT NULL;
