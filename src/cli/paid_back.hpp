// What the chain shows of money sent back. Books that are an older copy of themselves do not know
// what was paid back after the copy: their credits are open again.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"
#include "net/http_client.hpp"
#include "value/atomic_usd.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

struct PaidBack {
    std::string to; // 0x and hex digits, in lower case
    value::AtomicUsd value;
    std::string tx_hash;
};

struct Blocks {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> last; // nullopt: the newest that an endpoint has
};

// Transfers of payment.asset from payment.pay_to to these, in these blocks, of each endpoint that
// tells all of them; a liar can hold a transfer back, or add one, which then is looked at. The
// error is a sentence: no endpoint did, or a span has more than a million blocks.
base::Result<std::vector<PaidBack>, std::string> paid_back(
    const config::Payment& payment, std::span<const value::EvmAddress> payers,
    std::span<const Blocks> spans, net::HttpClient& http);

} // namespace cli
