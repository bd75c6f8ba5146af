// Patterns of ICU, which match a text of any length in bounded memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unicode/regex.h>

namespace synthesize {

// `pattern` in UTF-8. Throws Fault when ICU does not take it.
std::unique_ptr<icu::RegexPattern> compiled(std::string_view pattern);

// A matcher of `text`, which must outlive it.
std::unique_ptr<icu::RegexMatcher> matcher_of(const icu::RegexPattern& pattern,
                                              const icu::UnicodeString& text);

// A text of at most 2 GB as UTF-16.
icu::UnicodeString wide_of(std::string_view text);
std::string utf8_of(const icu::UnicodeString& text);

} // namespace synthesize
