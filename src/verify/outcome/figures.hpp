// Which of a text's figures were recomputed, and which were only read.
#pragma once

#include "verify/outcome/artifact.hpp"

namespace verify::outcome {

// The numbers of all claims, each counted once.
struct Figures {
    std::size_t all = 0;
    std::size_t held = 0;   // recomputed from others in the text, and they fit
    std::size_t failed = 0; // a finding of minor or above says that they don't
    [[nodiscard]] std::size_t only_read() const { return all - held - failed; }
};

Figures figures_of(const Outcome& outcome);

// "Of 23 figures 9 were recomputed and fit; 14 follow from nothing in the text that a check reads."
std::string figures_text(const Figures& figures);

} // namespace verify::outcome
