// `assay verify-artifact`: the buyer's verb. Whether a result is what its hash says, what the
// service says, and what the chain keeps. Needs neither a configuration nor rights.
#pragma once

#include "cli/artifact_witnesses.hpp"

#include <variant>

namespace cli {

struct ProofPlan {
    std::variant<std::string, value::JobId> target; // the path of a file, or a job of the service
    std::string service;               // empty: none is asked; never with a job. As JobPlace has it
    std::vector<std::string> rpc_urls; // nodes of the chain: each of them must agree
    std::optional<value::TxHash> tx_hash;
    std::uint64_t chain_id = 0;
    value::EvmAddress contract;
    // Files: the record of what a model said, and the request; both or neither.
    std::string transcript{};
    std::string request{};
    bool as_json = false;
};

// The error is one sentence about the words.
base::Result<ProofPlan, std::string> plan_proof(Words words);

// Asks through `http` and prints the report. Exit::usage when the file cannot be read or is not a
// result; else as ProofReport has it.
Exit verify_artifact(const ProofPlan& plan, net::HttpClient& http);

} // namespace cli
