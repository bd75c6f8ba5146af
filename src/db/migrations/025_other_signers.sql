-- A signature of 65 bytes that recovers to another address than the payer may be that of a smart
-- wallet's one owner: only a facilitator can tell. Those that it refuses are counted beside all
-- refusals, against a budget of their own.
--
-- A CHECK cannot be altered, but the text of the table may be changed (see 013).
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK (kind = ''refused'' OR kind = ''released'')',
    'CHECK (kind = ''refused'' OR kind = ''released'' OR kind = ''other_signer'')')
    WHERE type = 'table' AND name = 'refusal';
PRAGMA writable_schema = RESET;
-- Connections that are open read the schema again only when it is changed by its own words.
DROP INDEX refusal_age;
CREATE INDEX refusal_age ON refusal (at_ms);
