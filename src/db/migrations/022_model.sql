-- What a model was asked and answered for a job, from which its decision can be made again; '' where
-- none was asked. Given up with the request, of which it holds the text.
ALTER TABLE job_body ADD COLUMN transcript TEXT NOT NULL DEFAULT '';
-- A job that was sold with a model and did without it is paid back once.
CREATE UNIQUE INDEX credit_model_away ON credit (job_seq) WHERE reason = 'model_away';
