// What a verb changes: done, or with --dry-run only told.
#pragma once

#include "cli/arguments.hpp"
#include "cli/verbs.hpp"

#include "base/concat.hpp"

#include <string>
#include <string_view>

namespace cli {

// Accepted by each verb that changes files or books of its own accord.
inline constexpr AcceptedOption k_dry_run_option{"--dry-run"};

class Deeds {
public:
    explicit Deeds(const Arguments& given) : m_are_only_told{given.has(k_dry_run_option.name)} {}

    [[nodiscard]] bool are_only_told() const { return m_are_only_told; }

    template <typename Deed> void run(const Deed& deed) const
    {
        if (!m_are_only_told) deed();
    }

    // "written: PATH", or "would be written: PATH". A line.
    [[nodiscard]] std::string line(std::string_view participle, std::string_view what) const
    {
        return base::concat(m_are_only_told ? "would be " : "", participle, ": ", what, '\n');
    }

    // `how`, but Exit::only_told in place of ok where nothing was done.
    [[nodiscard]] Exit exit(Exit how = Exit::ok) const
    {
        return m_are_only_told && how == Exit::ok ? Exit::only_told : how;
    }

private:
    bool m_are_only_told;
};

} // namespace cli
