// What of a text or a source a model is shown.
#pragma once

#include "verify/law/critic.hpp"

#include <span>
#include <string>
#include <string_view>

namespace verify::questions {

// Lines S1, S2 ... of a few sentences, for a question about one of them.
std::string lines_of(std::span<const std::string> lines, std::string_view mark);

// The view as a model may be shown it, with these places of the document blackened.
std::string blackened(const Document& document, std::span<const Mark> secrets);
// The same: the secrets that were found.
std::string shown_view(const Document& document, const Review& told);

} // namespace verify::questions
