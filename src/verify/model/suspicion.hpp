// What is suspected of a text, and what was answered about it so far.
#pragma once

#include "llm/chat.hpp"
#include "verify/model/clash.hpp"
#include "verify/model/defend.hpp"
#include "verify/model/derive.hpp"

#include <array>
#include <set>

namespace verify::model {

// A misfit, or two places that clash.
struct Suspicion {
    std::optional<Pointed> pointed{};
    std::optional<Clash> clash{};
    // Gaps that were filled with what the formula came to, or with the other words: two of a clash.
    std::array<std::size_t, 2> same{};
    std::size_t heard = 0; // answers about its gaps that passed their tests
    bool is_refuted = false;
    bool is_denied = true; // by each defender asked

    [[nodiscard]] const Place& place() const { return pointed ? pointed->stated : clash->second; }
    [[nodiscard]] std::vector<Place> others() const
    {
        return pointed ? pointed->operands : std::vector<Place>{clash->first};
    }
    [[nodiscard]] std::size_t confirmed() const
    {
        return pointed ? same[0] : std::min(same[0], same[1]);
    }
};

// The sentences of all its places.
std::set<std::size_t> sentences_of(const Quotes& quotes, const Suspicion& suspicion);

// Whether all of it stands within `window` sentences from one place to the next, a table or a list
// being one.
bool is_in_window(const Quotes& quotes, const Suspicion& suspicion, std::size_t window);

// What a defender of the author is told.
Objection objection_to(const Quotes& quotes, const Suspicion& suspicion);

// Major at level B, for a figure of two digits or more whose places stand together.
Severity severity_of(const Quotes& quotes, const Suspicion& suspicion, llm::Level level);

} // namespace verify::model
