// What a poll shows of a job. Values only.
#pragma once

#include "job/job.hpp"

namespace job {

// The transaction that carries a result's hash.
struct AnchorView {
    std::string method; // eas, selfsend
    value::EvmNetwork network;
    value::EvmAddress callee;
    std::string tx_hash;                       // of the newest attempt until one is in a block
    std::optional<std::uint64_t> block_number; // absent while it is broadcast
    std::optional<base::Instant> block_time;   // chain time
};

// All that a poll shows, read in one snapshot.
struct View {
    Job job;
    std::optional<Payment> payment{};
    std::vector<Credit> credits{};
    std::optional<Result> result{};
    std::optional<AnchorView> anchor{}; // absent while none carries it
};

} // namespace job
