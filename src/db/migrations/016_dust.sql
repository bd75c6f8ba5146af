-- Transfers under a cent that name no order: each costs more to send back than it returns, and a
-- stranger can send thousands. They are owed all the same, as one open credit for each payer with
-- the reason 'dust', which grows until it is sent back or waived.

-- Where and in which token a sum is owed. NULL: what brought the money says so.
ALTER TABLE credit ADD COLUMN network TEXT;
ALTER TABLE credit ADD COLUMN asset BLOB CHECK (length(asset) = 20);
CREATE UNIQUE INDEX credit_dust ON credit (network, asset, payer)
    WHERE reason = 'dust' AND state = 'open';

-- Small and without the name of an order. Once it is credited, it is a part of its payer's sum, and
-- this row, which is kept as every transfer's is, lets nobody add it again.
ALTER TABLE transfer ADD COLUMN is_dust INTEGER NOT NULL DEFAULT 0
    CHECK (is_dust = 0 OR is_dust = 1);
