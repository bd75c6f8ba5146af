-- Prices that were credited because no source could be read, by payer, client and site: a deposit
-- that always comes back would keep the fetching busy for nothing.
CREATE TABLE unread_credit (
    who TEXT NOT NULL,                 -- a payer's address, a client, or a site
    at_ms INTEGER NOT NULL,
    job_seq INTEGER NOT NULL,
    PRIMARY KEY (who, at_ms, job_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX unread_credit_age ON unread_credit (at_ms);

-- 1: pages are fetched for it before it is analysed, beside the analyses of others.
ALTER TABLE jobs ADD COLUMN names_pages INTEGER NOT NULL DEFAULT 0
    CHECK (names_pages = 0 OR names_pages = 1);
-- Nobody looked when these were sold; who fetches finds out.
UPDATE jobs SET names_pages = 1 WHERE product IN ('synthesis', 'correlation', 'brief')
    AND state IN ('awaiting_payment', 'payment_confirmed', 'settling', 'queued', 'running');
