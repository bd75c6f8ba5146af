// What the records of both benches have alike: what was measured by what, and how it is written.
#pragma once

#include "base/json.hpp"
#include "config/llm.hpp"
#include "llm/share.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llm {

struct Measurement {
    std::string model;
    std::string reported_model; // as the last answers named it; empty: they did not
    std::string fingerprint;
    std::vector<std::string> prompts;
    std::int64_t gate = 0;
    std::string ruleset; // told, and not bound
    std::string date;    // "2026-11-29", when the bench began
    std::string set;     // its name
    std::string set_sha256;
    std::string transcripts_sha256;
};

// The questions and the gate of this program that a record is of.
struct Edition {
    std::span<const std::string_view> prompts;
    std::int64_t gate = 0;
};

// {"format", then the members of a measurement}
base::json::Ref measurement_json(std::string_view format, const Measurement& measurement);
// A line for each member.
std::string lines_of(const base::json::Ref& record);

// {"part", "of", "low", "high"}
base::json::Ref share_json(const Share& share);

// Fills members of a record; remembers whether all were there.
class Members {
public:
    explicit Members(const json_t* record_view) : m_record_view{record_view} {}

    std::string text(const char* key);
    std::int64_t number(const char* key);
    std::int64_t count(const char* key); // none is negative
    Share share(const char* key);
    Measurement measurement();
    [[nodiscard]] bool are_good() const { return m_are_good; }

private:
    std::vector<std::string> texts(const char* key);

    const json_t* m_record_view;
    bool m_are_good = true;
};

inline constexpr std::size_t k_most_record_bytes = 64 * 1024;

// nullopt: there is no such file. Longer ones are cut, and no record.
std::optional<std::string> record_bytes(const std::string& path);

// The error: it has another format, or is too long.
base::Result<base::json::Ref, std::string> parse_format(std::string_view text,
                                                        std::string_view format);

// Why it does not hold for the model that is asked now, a plain sentence; empty: it does.
std::string why_void(const Measurement& measurement, const Edition& edition, const config::Llm& llm,
                     std::string_view reported);

} // namespace llm
