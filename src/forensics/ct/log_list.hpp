// The list of Certificate Transparency logs as browsers publish it: log list v3 JSON (schema at
// www.gstatic.com/ct/log_list/v3/log_list_schema.json). Says which log an SCT is of, who ran it
// when, and whether its word counts.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"
#include "base/sha256.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

// The real list has 55 KiB and 75 logs (2026-01).
inline constexpr std::size_t k_max_log_list_bytes = std::size_t{2} << 20U;
inline constexpr std::size_t k_max_logs = 1000;

// `none`: the list names the log without a state, as it does before a log is admitted.
enum class CtLogState { none, pending, qualified, usable, readonly, retired, rejected };

struct CtLog {
    // Certificates whose notAfter is from `start` (inclusive) to `end` (exclusive) belong here.
    struct Interval {
        base::Instant start;
        base::Instant end;
    };
    struct FormerOperator {
        std::string name;
        base::Instant end; // from here on it is another operator's
    };

    base::Sha256 id{};   // SHA-256 of the key (RFC 6962, section 3.2)
    base::Bytes key_der; // SubjectPublicKeyInfo
    std::string name;    // printable ASCII, at most 100 characters; so are operators' names
    std::string operator_name;
    bool is_tiled = false; // static-ct-api; false: an RFC 6962 log
    CtLogState state = CtLogState::none;
    base::Instant state_since;
    std::optional<Interval> interval;
    std::vector<FormerOperator> former_operators; // in order of their ends

    [[nodiscard]] const std::string& operator_at(base::Instant when) const;
};

class CtLogList {
public:
    CtLogList(std::string version, base::Instant published, std::vector<CtLog> logs);

    [[nodiscard]] const std::string& version() const { return m_version; }
    [[nodiscard]] base::Instant published() const { return m_published; }
    [[nodiscard]] const std::vector<CtLog>& logs() const { return m_logs; }
    // nullptr: no such log. Lives as long as the list, wherever that is moved to.
    [[nodiscard]] const CtLog* find(const base::Sha256& id) const;
    // Operators with at least one log.
    [[nodiscard]] std::size_t operator_count() const;

private:
    std::string m_version;
    base::Instant m_published;
    std::vector<CtLog> m_logs;
    std::map<base::Sha256, std::size_t> m_by_id;
};

enum class CtLogListRefusal {
    too_large,
    not_json,
    wrong_shape, // no version, timestamp or operators, or one of another type
    too_many_logs,
    no_logs, // none with a key that can be used
};

// A log whose id, key or interval cannot be read is left out: one such entry must not cost the
// rest.
base::Result<CtLogList, CtLogListRefusal> parse_ct_log_list(std::string_view text);

enum class CtLogListReplaceRefusal { too_few_operators, older };

// Whether a fetched list may stand in for `current` (nullptr: there is none): at least four
// operators, and not published before it.
std::optional<CtLogListReplaceRefusal> refuse_replacement(const CtLogList& fetched,
                                                          const CtLogList* current);

} // namespace forensics
