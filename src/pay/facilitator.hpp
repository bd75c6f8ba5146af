// The seam to the third party that checks a payment and puts it on the chain.
#pragma once

#include "pay/payment_payload.hpp"
#include "pay/terms.hpp"
#include "value/evm.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <variant>

namespace pay {

using Deadline = std::chrono::steady_clock::time_point;

// --- verify: nothing has moved, whatever the answer ---

struct VerifyValid {
    std::size_t endpoint = 0; // which of the configured URLs said so
};
struct VerifyInvalid {
    std::string reason; // the facilitator's word, [a-z0-9_]
};
struct VerifyUnreachable {
    std::string detail; // down, late or unreadable; without secrets
};
using VerifyOutcome = std::variant<VerifyValid, VerifyInvalid, VerifyUnreachable>;

// --- settle: three outcomes, and only `refused` says that no money moved ---

struct SettleDone {
    value::TxHash tx_hash;
};
struct SettleRefused {
    std::string reason; // a word of the table of pre-broadcast reasons
};
struct SettleUnknown {
    std::string detail; // without secrets
};
using SettleOutcome = std::variant<SettleDone, SettleRefused, SettleUnknown>;

class Facilitator {
public:
    virtual ~Facilitator() = default;

    virtual VerifyOutcome verify(const PaymentPayload& payload, const Terms& terms,
                                 Deadline deadline) = 0;
    // `endpoint` as verify named it; another one only while that one certainly has not heard of it.
    virtual SettleOutcome settle(const PaymentPayload& payload, const Terms& terms,
                                 std::size_t endpoint, Deadline deadline) = 0;
    // The same once more, to `endpoint` alone: it may hold the authorization.
    virtual SettleOutcome settle_again(const PaymentPayload& payload, const Terms& terms,
                                       std::size_t endpoint, Deadline deadline) = 0;

    // Whether one of the configured facilitators has named this account as one that it sends
    // settlements from (/supported, `signers`). False also while none has told. May ask, for a few
    // seconds.
    virtual bool is_signer(const value::EvmAddress& account) = 0;
};

} // namespace pay
