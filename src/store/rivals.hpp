// Orders of rail v1 that a transfer may yet pay for although a payment of rail v2 shows the same
// authorization: the payer's signature says which, and no clock does before it (DESIGN.md,
// 6).
#pragma once

#include "store/settlements.hpp"

namespace store::rows {

// Whether a buyer may yet say, or has said and was not heard, that this transfer pays for their
// order: one of this amount was awaiting payment at its block and the time for a signature
// (signature_until, and a grace) is not over in ours or in the chain's, or a claim on the
// transaction that came by then is not judged. Within a transaction.
bool has_rival(db::Reader reader, const DuePayment& due, const SeenTransfer& seen,
               base::Instant now);

} // namespace store::rows
