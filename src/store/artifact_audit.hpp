// The half of the audit that reads what was delivered: whether each artifact has its hash, and
// whether what it says that the buyer did not get is owed. The rules of every store hold
// (store/access.hpp).
#pragma once

#include "store/audit.hpp"

namespace store {

// At most `limit` of each rule are added to `out`. Reads every artifact, a hundred at a time.
void check_artifacts(db::Reader reader, int limit, std::vector<Violation>& out);

} // namespace store
