// Log lists of our own logs, and where vectors of the real ones are, if they are.
#pragma once

#include "support/pki.hpp"

#include <optional>
#include <string>
#include <vector>

namespace support {

struct LogOperator {
    std::string name;
    std::string logs; // entries, separated by commas
    std::string tiled_logs;
};

// The member of a log in use.
inline constexpr const char* k_usable =
    R"("state":{"usable":{"timestamp":"2020-01-01T00:00:00Z"}})";

// One entry; `members`: further ones, such as "state" and "temporal_interval". All texts as they
// stand in JSON.
std::string log_entry(const CtLogSigner& log, const std::string& name, const std::string& members);

std::string log_list(const std::vector<LogOperator>& operators,
                     const std::string& published = "2026-01-02T12:57:01Z");

// The file below the developers' collection of certificates and lists; nullopt where there is none.
// Tests that have it look at it too, and pass without.
std::optional<std::string> ct_vector(const std::string& name);

} // namespace support
