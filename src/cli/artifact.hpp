// A result as a buyer has it: the artifact alone, or the whole envelope of a poll. What it hashes
// to is computed from its value, as any implementation of RFC 8785 does (DESIGN.md, 8).
#pragma once

#include "base/json.hpp"
#include "value/evm.hpp"
#include "value/job_id.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cli {

struct Artifact {
    value::JobId job_id;
    value::Digest hash;       // SHA-256 of the canonical bytes
    std::size_t byte_count;   // of the canonical bytes
    bool was_canonical;       // the text was exactly those bytes
    base::json::Ref envelope; // nullptr: the text was the artifact alone
};

// The error is one sentence. `text` is untrusted.
base::Result<Artifact, std::string> read_artifact(std::string_view text);

// What an envelope says: nullopt when it does not say it, or not readably.
std::optional<value::Digest> stated_hash(const Artifact& artifact);
std::optional<value::TxHash> stated_transaction(const Artifact& artifact);

} // namespace cli
