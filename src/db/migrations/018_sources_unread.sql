-- A synthesis of which no source could be read completes once, so its price is owed once.
CREATE UNIQUE INDEX credit_sources_unread ON credit (job_seq) WHERE reason = 'sources_unread';
