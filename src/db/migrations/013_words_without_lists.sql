-- SQLite makes a temporary table of a list of three words or more, each time that a statement which
-- must check it is run: twelve for a sale, and more than a quarter of what the sale cost here. A
-- chain of ORs it compares as it goes.
--
-- A CHECK cannot be altered, but its text may be, as long as it lets the same rows pass (SQLite's
-- page on ALTER TABLE, section 7). The changes below it make every connection read the schema anew.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'CHECK (state IN (''awaiting_payment'', ''payment_confirmed'', ''expired'',
        ''settling'', ''rejected'', ''queued'', ''running'', ''complete'', ''failed''))',
    'CHECK (state = ''awaiting_payment'' OR state = ''payment_confirmed'' OR state = ''expired''
        OR state = ''settling'' OR state = ''rejected'' OR state = ''queued'' OR state = ''running''
        OR state = ''complete'' OR state = ''failed'')'),
    'CHECK (kept IN (''all'', ''result'', ''books''))',
    'CHECK (kept = ''all'' OR kept = ''result'' OR kept = ''books'')')
    WHERE type = 'table' AND name = 'jobs';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK (phase IN (''reserved'', ''verified'', ''settle_sent'',
        ''settled_unproven'', ''settled'', ''refused''))',
    'CHECK (phase = ''reserved'' OR phase = ''verified'' OR phase = ''settle_sent''
        OR phase = ''settled_unproven'' OR phase = ''settled'' OR phase = ''refused'')')
    WHERE type = 'table' AND name = 'payment';
PRAGMA writable_schema = RESET;

DROP TRIGGER lane_load_opened;
CREATE TRIGGER lane_load_opened AFTER INSERT ON jobs
WHEN NEW.state = 'settling' OR NEW.state = 'queued' OR NEW.state = 'running' BEGIN
    INSERT INTO lane_load (lane, state, jobs) VALUES (NEW.lane, NEW.state, 1)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1;
END;
DROP TRIGGER lane_load_left;
CREATE TRIGGER lane_load_left AFTER UPDATE OF state ON jobs
WHEN OLD.state <> NEW.state
    AND (OLD.state = 'settling' OR OLD.state = 'queued' OR OLD.state = 'running') BEGIN
    UPDATE lane_load SET jobs = jobs - 1 WHERE lane = OLD.lane AND state = OLD.state;
END;
DROP TRIGGER lane_load_entered;
CREATE TRIGGER lane_load_entered AFTER UPDATE OF state ON jobs
WHEN OLD.state <> NEW.state
    AND (NEW.state = 'settling' OR NEW.state = 'queued' OR NEW.state = 'running') BEGIN
    INSERT INTO lane_load (lane, state, jobs) VALUES (NEW.lane, NEW.state, 1)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1;
END;

DROP INDEX jobs_kept;
CREATE INDEX jobs_kept ON jobs (kept, updated_ms)
    WHERE (state = 'complete' OR state = 'failed' OR state = 'expired' OR state = 'rejected')
    AND kept <> 'books';
