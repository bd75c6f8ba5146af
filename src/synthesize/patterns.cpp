#include "synthesize/patterns.hpp"

#include "base/fault.hpp"

namespace synthesize {

std::unique_ptr<icu::RegexPattern> compiled(std::string_view pattern)
{
    UErrorCode error = U_ZERO_ERROR;
    UParseError place{};
    std::unique_ptr<icu::RegexPattern> out{
        icu::RegexPattern::compile(wide_of(pattern), 0, place, error)};
    if (U_FAILURE(error) != 0) throw base::Fault{"a pattern that ICU does not take"};
    return out;
}

std::unique_ptr<icu::RegexMatcher> matcher_of(const icu::RegexPattern& pattern,
                                              const icu::UnicodeString& text)
{
    UErrorCode error = U_ZERO_ERROR;
    std::unique_ptr<icu::RegexMatcher> out{pattern.matcher(text, error)};
    if (U_FAILURE(error) != 0) throw base::Fault{"ICU gives no matcher"};
    return out;
}

icu::UnicodeString wide_of(std::string_view text)
{
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

std::string utf8_of(const icu::UnicodeString& text)
{
    std::string out;
    return text.toUTF8String(out);
}

} // namespace synthesize
