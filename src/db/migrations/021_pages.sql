-- Prices that were credited because no source could be read, by payer, client and site: a deposit
-- that always comes back would keep the fetching busy for nothing.
CREATE TABLE unread_credit (
    who TEXT NOT NULL,                 -- a payer's address, a client, or a site
    at_ms INTEGER NOT NULL,
    job_seq INTEGER NOT NULL,
    PRIMARY KEY (who, at_ms, job_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX unread_credit_age ON unread_credit (at_ms);

-- A job whose pages are fetched first waits in a lane of its own. Nobody looked when these were sold;
-- who fetches finds out.
UPDATE jobs SET lane = 'pages' WHERE product IN ('synthesis', 'correlation', 'brief')
    AND state IN ('awaiting_payment', 'payment_confirmed', 'settling', 'queued', 'running');
DELETE FROM lane_load;
INSERT INTO lane_load (lane, state, jobs) SELECT lane, state, count(*) FROM jobs
    WHERE state IN ('queued', 'running') OR state = 'settling' AND has_left_lane = 0
    GROUP BY lane, state;
