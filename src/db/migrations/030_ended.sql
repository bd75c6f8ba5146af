-- What was sold and how it ended, counted from the index alone each time that metrics are asked for
-- (store/measures). A job enters when it is over, so that no sale writes into it; its row is never
-- deleted, so that no count ever falls.
CREATE INDEX jobs_ended ON jobs (product, rail, state, completed_ms, created_ms, price_atoms)
    WHERE completed_ms IS NOT NULL;
