-- A request that its payer signs anew is answered by the purchase that stands in for it, unless the
-- new authorization is one that the chain shows as used: anybody could present that.
CREATE INDEX transfer_authorization ON transfer (payer, nonce) WHERE nonce IS NOT NULL;
