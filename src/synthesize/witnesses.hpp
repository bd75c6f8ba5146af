// How many witnesses stand behind statements that say the same.
#pragma once

#include "synthesize/study.hpp"

#include <vector>

namespace synthesize {

// Statements of one independent group are one witness; so are a sentence that was printed word for
// word twice (six words and more; of fourteen and more three quarters of their runs of three), and
// statements that name one and the same reporter ("Aviawire reported", "told Aviawire"), or of
// which one names the other's paper. `clean`: without sources that try to steer their readers.
std::size_t count_witnesses(const Study& study, const std::vector<std::size_t>& statements,
                            bool clean);

} // namespace synthesize
