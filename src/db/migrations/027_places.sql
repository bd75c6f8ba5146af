-- A large request takes its lane for longer than an ordinary one: it counts as several. What was
-- sold before counts as one, as it did.
ALTER TABLE jobs ADD COLUMN places INTEGER NOT NULL DEFAULT 1 CHECK (places > 0);
ALTER TABLE lane_load ADD COLUMN places INTEGER NOT NULL DEFAULT 0;
UPDATE lane_load SET places = jobs;

DROP TRIGGER lane_load_opened;
CREATE TRIGGER lane_load_opened AFTER INSERT ON jobs
WHEN NEW.state = 'settling' AND NEW.has_left_lane = 0 OR NEW.state = 'queued'
    OR NEW.state = 'running' BEGIN
    INSERT INTO lane_load (lane, state, jobs, places) VALUES (NEW.lane, NEW.state, 1, NEW.places)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1, places = places + NEW.places;
END;
DROP TRIGGER lane_load_joined;
CREATE TRIGGER lane_load_joined AFTER UPDATE OF has_left_lane ON jobs
WHEN OLD.state = 'settling' AND NEW.state = 'settling' AND OLD.has_left_lane = 1
    AND NEW.has_left_lane = 0 BEGIN
    INSERT INTO lane_load (lane, state, jobs, places) VALUES (NEW.lane, NEW.state, 1, NEW.places)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1, places = places + NEW.places;
END;
DROP TRIGGER lane_load_left;
CREATE TRIGGER lane_load_left AFTER UPDATE OF state, has_left_lane ON jobs
WHEN (OLD.state = 'settling' AND OLD.has_left_lane = 0 OR OLD.state = 'queued'
    OR OLD.state = 'running')
    AND (OLD.state <> NEW.state OR OLD.state = 'settling' AND NEW.has_left_lane = 1) BEGIN
    UPDATE lane_load SET jobs = jobs - 1, places = places - OLD.places
        WHERE lane = OLD.lane AND state = OLD.state;
END;
DROP TRIGGER lane_load_entered;
CREATE TRIGGER lane_load_entered AFTER UPDATE OF state ON jobs
WHEN OLD.state <> NEW.state
    AND (NEW.state = 'settling' OR NEW.state = 'queued' OR NEW.state = 'running') BEGIN
    INSERT INTO lane_load (lane, state, jobs, places) VALUES (NEW.lane, NEW.state, 1, NEW.places)
        ON CONFLICT (lane, state) DO UPDATE SET jobs = jobs + 1, places = places + NEW.places;
END;
