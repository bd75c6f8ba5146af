// The public name of a job: "job_" and a lower-case ULID (DESIGN.md, 7).
#pragma once

#include "base/clock.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace value {

// 48 bits of time, then 80 random bits, in Crockford's base 32: ids sort by time of creation, and
// none can be guessed. A client that knows the id may read the job.
class JobId {
public:
    // A fresh id. Throws Fault when the kernel gives no random bytes.
    static JobId make(base::Instant now);
    // ^job_[0-9a-hjkmnp-tv-z]{26}$
    static std::optional<JobId> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return m_text; }
    // When it was made, by the clock that was asked then.
    [[nodiscard]] base::Instant created() const;

    auto operator<=>(const JobId&) const = default;

private:
    explicit JobId(std::string text) : m_text{std::move(text)} {}

    std::string m_text;
};

} // namespace value
