-- How many jobs each lane has in each open state. Every sale asks whether its lane still keeps the
-- sla: counting the jobs cost it the more the longer the lane was. Triggers keep it, so that no
-- change of state can forget to; `assay db check` counts again.
CREATE TABLE lane_load (
    lane TEXT NOT NULL,
    state TEXT NOT NULL,               -- settling, queued or running
    jobs INTEGER NOT NULL,
    PRIMARY KEY (lane, state)
) STRICT, WITHOUT ROWID;

INSERT INTO lane_load (lane, state, jobs) SELECT lane, state, count(*) FROM jobs
    WHERE state IN ('settling', 'queued', 'running') GROUP BY lane, state;

CREATE TRIGGER lane_load_opened AFTER INSERT ON jobs
WHEN NEW.state IN ('settling', 'queued', 'running') BEGIN
    INSERT INTO lane_load (lane, state, jobs) VALUES (NEW.lane, NEW.state, 1)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER lane_load_left AFTER UPDATE OF state ON jobs
WHEN OLD.state <> NEW.state AND OLD.state IN ('settling', 'queued', 'running') BEGIN
    UPDATE lane_load SET jobs = jobs - 1 WHERE lane = OLD.lane AND state = OLD.state;
END;
CREATE TRIGGER lane_load_entered AFTER UPDATE OF state ON jobs
WHEN OLD.state <> NEW.state AND NEW.state IN ('settling', 'queued', 'running') BEGIN
    INSERT INTO lane_load (lane, state, jobs) VALUES (NEW.lane, NEW.state, 1)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1;
END;

DROP INDEX jobs_open;
