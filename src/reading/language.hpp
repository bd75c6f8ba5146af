// Which language a text is mostly written in.
#pragma once

#include "reading/document.hpp"

namespace reading {

// "en", "de", "fr", "es", "it", "pt" or "nl" by its most frequent short words; "ru", "el", "ar",
// "he", "hi", "zh", "ja", "ko", "th" by its script; "und" when nothing decides.
std::string_view guess_language(const Document& document);

} // namespace reading
