-- Who holds what in the one ledger of both rails. What a stranger can write (a header without the
-- payer's signature) holds no place; what the chain shows holds its own.

-- A plain transfer has no authorization. It had the hash of its own place as its nonce, which
-- anybody could compute and present as the nonce of an authorization: the buyer's transfer was
-- refused then. Its place (network, tx_hash, log_index) is UNIQUE by itself.
--
-- A NOT NULL cannot be dropped, but the text of the table may be changed (see 013).
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'nonce BLOB NOT NULL CHECK (length(nonce) = 32),',
    'nonce BLOB CHECK (length(nonce) = 32), -- NULL: a plain transfer pays, no authorization')
    WHERE type = 'table' AND name = 'payment';
PRAGMA writable_schema = RESET;

-- The newest chain time that was known when the payment came: a transfer in a block of that time or
-- an earlier one was made before it, and never counts for it. 0: the chain was out of sight, or the
-- row is older than this column.
ALTER TABLE payment ADD COLUMN shown_s INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scan ADD COLUMN head_s INTEGER NOT NULL DEFAULT 0; -- chain time of the newest head seen

-- A transfer on rail v1 is signed by its payer: the token has checked it. So is what was sent.
UPDATE payment SET signed_by_payer = 1 WHERE phase <> 'refused' AND phase <> 'reserved';
UPDATE payment SET nonce = NULL WHERE EXISTS (SELECT 1 FROM transfer WHERE
    transfer.network = payment.network AND transfer.tx_hash = payment.tx_hash
    AND transfer.log_index = payment.log_index AND transfer.nonce IS NULL);

DROP INDEX payment_authorization;
CREATE UNIQUE INDEX payment_authorization ON payment (network, asset, payer, nonce)
    WHERE phase <> 'refused' AND signed_by_payer = 1;
DROP INDEX payment_identifier;
CREATE UNIQUE INDEX payment_identifier ON payment (payer, identifier)
    WHERE identifier IS NOT NULL AND phase <> 'refused' AND signed_by_payer = 1;
-- What was refused with this authorization: the first time that it was shown to us, and what is to
-- be looked at when its transfer comes in after all.
CREATE INDEX payment_refused ON payment (payer, nonce) WHERE phase = 'refused';
