-- A scan whose vantage was offline completes once, so its price is owed once.
CREATE UNIQUE INDEX credit_vantage_offline ON credit (job_seq) WHERE reason = 'vantage_offline';
