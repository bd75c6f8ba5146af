-- By which name the request that made the job went through nginx, pool and worker: of 64 characters at
-- most, and maybe the client's own word. It is for logs alone and decides nothing. '': an older job.
ALTER TABLE jobs ADD COLUMN request_id TEXT NOT NULL DEFAULT '' CHECK (length(request_id) <= 64);
