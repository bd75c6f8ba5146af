// The key of the account that pays for anchors: a file of the operator's.
#pragma once

#include "base/result.hpp"
#include "chain/signing_key.hpp"
#include "config/config.hpp"

#include <string>

namespace chain {

// The key of [anchor] key_credential. The error, one sentence that holds nothing of the file: no
// such file, one that others may read, no key, the key of the account that buyers pay, or not that
// of anchor.address.
base::Result<SigningKey, std::string> read_anchor_key(const config::Config& config);

// A fresh key of this machine's randomness, as such a file holds it. The caller wipes it.
std::string new_key_text();

} // namespace chain
