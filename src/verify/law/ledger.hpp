// The checks that have spoken of a place of the text already. The first to speak keeps it: a check
// that looks later says nothing of a number that another one has judged. In which order the checks
// of a critic look is the order of its table (outcome/critics.cpp).
#pragma once

#include "verify/law/critic.hpp"

#include <cstdint>
#include <map>

namespace verify {

// Places of the text that was sent. Of two of which one holds the other, the outer one is kept.
class PlaceSet {
public:
    void add(const Mark& place);
    // The end of the one that reaches farthest and begins before `end`; 0: there is none.
    [[nodiscard]] std::uint32_t reach_before(std::uint32_t end) const;
    // Whether one of them shares a byte with it.
    [[nodiscard]] bool meets(const Mark& place) const;

private:
    std::map<std::uint32_t, std::uint32_t> m_ends; // by their beginnings, both rising
};

class Ledger {
public:
    // `review` must outlive the Ledger. It may be added to meanwhile, and nothing may be taken out.
    explicit Ledger(const Review& review) : m_review{review} {}

    // A finding states something of the place, or a pass shows how it follows from others. That a
    // value exists or is possible leaves open what it follows from, and a pass about "two hours" is
    // not about "two hours and a quarter".
    [[nodiscard]] bool knows(const Mark& place);
    // A finding states something of it.
    [[nodiscard]] bool has_error(const Mark& place);
    // A finding states something of it, or is about it and others that do not agree: of two that do
    // not, one finding is enough.
    [[nodiscard]] bool is_part_of_error(const Mark& place);
    // A finding states something of it, or a pass has it anywhere.
    [[nodiscard]] bool uses(const Mark& place);

private:
    void read();

    const Review& m_review;
    std::size_t m_findings = 0; // that have been read
    std::size_t m_passes = 0;
    PlaceSet m_errors;
    PlaceSet m_parts;
    PlaceSet m_shown;
    PlaceSet m_used;
};

} // namespace verify
