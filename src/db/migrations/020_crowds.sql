-- Orders that nobody pays: counted by the networks they come from, found by name however many there
-- are, and deleted when their time is long over.

-- The networks that the client of a job is in, as limits count them; '' where there is none. The
-- site is the /48 of an IPv6 client, the prefix a /16 (IPv4) or a /32 (IPv6).
ALTER TABLE jobs ADD COLUMN site TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN prefix TEXT NOT NULL DEFAULT '';

-- How many orders await payment: in all (network ''), of a site, of a prefix. Triggers keep it, so
-- that no change of state can forget to; `assay db check` counts again.
CREATE TABLE awaiting_load (
    network TEXT PRIMARY KEY,
    jobs INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO awaiting_load (network, jobs)
    SELECT '', count(*) FROM jobs WHERE state = 'awaiting_payment';

CREATE TRIGGER awaiting_load_opened AFTER INSERT ON jobs WHEN NEW.state = 'awaiting_payment' BEGIN
    INSERT INTO awaiting_load (network, jobs) VALUES ('', 1)
        ON CONFLICT (network) DO UPDATE SET jobs = jobs + 1;
    INSERT INTO awaiting_load (network, jobs) SELECT NEW.site, 1 WHERE NEW.site <> ''
        ON CONFLICT (network) DO UPDATE SET jobs = jobs + 1;
    INSERT INTO awaiting_load (network, jobs) SELECT NEW.prefix, 1 WHERE NEW.prefix <> ''
        ON CONFLICT (network) DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER awaiting_load_entered AFTER UPDATE OF state ON jobs
WHEN OLD.state <> 'awaiting_payment' AND NEW.state = 'awaiting_payment' BEGIN
    INSERT INTO awaiting_load (network, jobs) VALUES ('', 1)
        ON CONFLICT (network) DO UPDATE SET jobs = jobs + 1;
    INSERT INTO awaiting_load (network, jobs) SELECT NEW.site, 1 WHERE NEW.site <> ''
        ON CONFLICT (network) DO UPDATE SET jobs = jobs + 1;
    INSERT INTO awaiting_load (network, jobs) SELECT NEW.prefix, 1 WHERE NEW.prefix <> ''
        ON CONFLICT (network) DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER awaiting_load_left AFTER UPDATE OF state ON jobs
WHEN OLD.state = 'awaiting_payment' AND NEW.state <> 'awaiting_payment' BEGIN
    UPDATE awaiting_load SET jobs = jobs - 1 WHERE network = '';
    UPDATE awaiting_load SET jobs = jobs - 1 WHERE network = OLD.site AND OLD.site <> '';
    UPDATE awaiting_load SET jobs = jobs - 1 WHERE network = OLD.prefix AND OLD.prefix <> '';
    DELETE FROM awaiting_load WHERE network = OLD.site AND network <> '' AND jobs <= 0;
    DELETE FROM awaiting_load WHERE network = OLD.prefix AND network <> '' AND jobs <= 0;
END;

-- A reservation whose payment is not proven yet takes no place in its lane: anybody can make one. It
-- enters (has_left_lane 1 -> 0) with the intent to settle.
DROP TRIGGER lane_load_opened;
CREATE TRIGGER lane_load_opened AFTER INSERT ON jobs
WHEN NEW.state = 'settling' AND NEW.has_left_lane = 0 OR NEW.state = 'queued'
    OR NEW.state = 'running' BEGIN
    INSERT INTO lane_load (lane, state, jobs) VALUES (NEW.lane, NEW.state, 1)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER lane_load_joined AFTER UPDATE OF has_left_lane ON jobs
WHEN OLD.state = 'settling' AND NEW.state = 'settling' AND OLD.has_left_lane = 1
    AND NEW.has_left_lane = 0 BEGIN
    INSERT INTO lane_load (lane, state, jobs) VALUES (NEW.lane, NEW.state, 1)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1;
END;

-- Settlements without an outcome are counted for a site as well.
ALTER TABLE payment ADD COLUMN undecided_site TEXT NOT NULL DEFAULT '';
CREATE INDEX payment_undecided_site ON payment (undecided_site)
    WHERE phase = 'settle_sent' AND undecided_ms IS NOT NULL;

-- Whom the orders of a token pay, and when the newest of them came: which addresses are ours.
CREATE TABLE v1_recipient (
    network TEXT NOT NULL,
    asset BLOB NOT NULL CHECK (length(asset) = 20),
    pay_to BLOB NOT NULL CHECK (length(pay_to) = 20),
    newest_ms INTEGER NOT NULL,
    PRIMARY KEY (network, asset, pay_to)
) STRICT, WITHOUT ROWID;
INSERT INTO v1_recipient (network, asset, pay_to, newest_ms)
    SELECT network, asset, pay_to, max(created_ms) FROM v1_order JOIN jobs ON seq = job_seq
    GROUP BY network, asset, pay_to;

-- Whose time is over next.
CREATE INDEX jobs_awaiting_age ON jobs (created_ms) WHERE state = 'awaiting_payment';
-- Expired and not given up otherwise: whether it may be forgotten is asked of the oldest first.
CREATE INDEX jobs_expired ON jobs (created_ms) WHERE state = 'expired' AND kept = 'all';
