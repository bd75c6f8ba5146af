// Which EIP-3009 authorizations a call presents, whether they were used by it or not.
#pragma once

#include "base/hex.hpp"
#include "value/digest.hpp"
#include "value/evm.hpp"

#include <vector>

namespace pay {

struct CalledAuthorization {
    value::EvmAddress payer;
    value::Digest nonce;

    bool operator==(const CalledAuthorization&) const = default;
};

// Finds calls of transferWithAuthorization and receiveWithAuthorization (FiatToken v2.2, both
// forms) wherever they begin in the calldata: a relayer wraps them. In their order, each once, at
// most a few. Pure; the calldata is anybody's.
std::vector<CalledAuthorization> called_authorizations(base::ByteView input);

} // namespace pay
