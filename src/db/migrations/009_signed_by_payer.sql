-- Whether the payer is known to have signed: recovered by us, or found valid by a facilitator. What
-- somebody only claims in his name is not watched, and takes none of his transfers.
ALTER TABLE payment ADD COLUMN signed_by_payer INTEGER NOT NULL DEFAULT 0
    CHECK (signed_by_payer IN (0, 1));
UPDATE payment SET signed_by_payer = 1 WHERE length(signature) = 65 OR phase <> 'refused';
-- An authorization that is bound to an order of rail v1 buys nothing on rail v2.
CREATE INDEX v1_order_commitment ON v1_order (commitment);
