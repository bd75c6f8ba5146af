-- What nobody has paid for must cost little: settlements without an outcome, and requests whose
-- payment a facilitator does not take.

-- When it became clear that nobody knows the outcome: /settle has answered so, or whoever had sent
-- it is gone. NULL: it is in flight, or decided.
ALTER TABLE payment ADD COLUMN undecided_ms INTEGER;
-- Whose it is, as jobs.client: a sale that is decided at once is in none of these indexes.
ALTER TABLE payment ADD COLUMN undecided_client TEXT NOT NULL DEFAULT '';
UPDATE payment SET undecided_ms = updated_ms,
    undecided_client = (SELECT client FROM jobs WHERE seq = job_seq) WHERE phase = 'settle_sent';
-- How many of a payer and of a client are undecided, and which have been so for long.
CREATE INDEX payment_undecided_payer ON payment (payer)
    WHERE phase = 'settle_sent' AND undecided_ms IS NOT NULL;
CREATE INDEX payment_undecided_client ON payment (undecided_client)
    WHERE phase = 'settle_sent' AND undecided_ms IS NOT NULL;
CREATE INDEX payment_undecided_since ON payment (undecided_ms)
    WHERE phase = 'settle_sent' AND undecided_ms IS NOT NULL;

-- A job whose settlement has been undecided for a minute takes no place in its lane any more, until
-- it is queued after all.
ALTER TABLE jobs ADD COLUMN has_left_lane INTEGER NOT NULL DEFAULT 0
    CHECK (has_left_lane = 0 OR has_left_lane = 1);
DROP TRIGGER lane_load_left;
CREATE TRIGGER lane_load_left AFTER UPDATE OF state, has_left_lane ON jobs
WHEN (OLD.state = 'settling' AND OLD.has_left_lane = 0 OR OLD.state = 'queued'
    OR OLD.state = 'running')
    AND (OLD.state <> NEW.state OR OLD.state = 'settling' AND NEW.has_left_lane = 1) BEGIN
    UPDATE lane_load SET jobs = jobs - 1 WHERE lane = OLD.lane AND state = OLD.state;
END;

-- 0: nothing was sent to settle. Of such a payment neither request nor header is stored, and its row
-- goes when its authorization is over.
ALTER TABLE payment ADD COLUMN is_sent INTEGER NOT NULL DEFAULT 1 CHECK (is_sent = 0 OR is_sent = 1);
CREATE INDEX payment_never_sent ON payment (valid_before_s)
    WHERE phase = 'refused' AND is_sent = 0;
-- Refused for good, and its request is still there.
CREATE INDEX payment_over ON payment (job_seq)
    WHERE phase = 'refused' AND due_ms IS NULL AND payload <> '';

-- Refusals by facilitators, and payments released because none answered: counted for each client
-- over ten minutes, the same payment for the same request once.
DROP TABLE refusal;
CREATE TABLE refusal (
    client TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind = 'refused' OR kind = 'released'),
    header BLOB NOT NULL CHECK (length(header) = 32), -- hash of authorization, signature, request
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (client, kind, header)
) STRICT, WITHOUT ROWID;
CREATE INDEX refusal_recent ON refusal (client, kind, at_ms);
CREATE INDEX refusal_age ON refusal (at_ms);
