// Which of a few numbers add up to another one.
#pragma once

#include "reading/terms.hpp"

#include <optional>
#include <vector>

namespace verify::relations {

using Terms = std::vector<const reading::Term*>;

// Looks at every set of three or four numbers; of more at the runs as they are printed, and all but
// one. `signs`: one for each part, -1 for what is taken off.
class Sums {
public:
    Sums(const Terms& parts, std::vector<int> signs);

    // At least `least` parts whose sum meets the interval.
    [[nodiscard]] std::optional<Terms> meeting(const reading::Interval& target,
                                               std::size_t least) const;

    // The first part with each of the others added or taken off.
    [[nodiscard]] bool flows_to(const reading::Interval& target) const;

private:
    [[nodiscard]] bool is_near(unsigned set, unsigned minus, double low, double high) const;
    [[nodiscard]] reading::Interval sum(unsigned set, unsigned minus) const;

    Terms m_parts;
    unsigned m_minus = 0;         // a bit for each part that is taken off
    std::vector<unsigned> m_sets; // a bit for each part
    std::vector<double> m_low;
    std::vector<double> m_high;
};

} // namespace verify::relations
