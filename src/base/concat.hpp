// Text from parts without a format string: concat("job ", id, " took ", count, " tries").
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace base {

// A part of a text: what reads as text, a character, or an integer in decimal. It lives within the
// call it is made for.
class TextPart {
public:
    TextPart(std::string_view text) : m_text{text} {}
    TextPart(const std::string& text) : m_text{text} {}
    TextPart(const char* text) : m_text{text} {}
    TextPart(char character);
    template <std::signed_integral T>
    requires(!std::same_as<T, char>) TextPart(T number) : TextPart{Signed{number}} {}
    template <std::unsigned_integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>) TextPart(T number)
        : TextPart{Unsigned{number}}
    {
    }
    TextPart(const TextPart&) = delete;
    TextPart& operator=(const TextPart&) = delete;

    [[nodiscard]] std::string_view text() const { return m_text; }

private:
    struct Signed {
        long long number;
    };
    struct Unsigned {
        unsigned long long number;
    };
    explicit TextPart(Signed number);
    explicit TextPart(Unsigned number);

    char m_digits[24]{};
    std::string_view m_text;
};

[[nodiscard]] std::string join(std::initializer_list<TextPart> parts);

template <typename... Parts> [[nodiscard]] std::string concat(const Parts&... parts)
{
    return join({TextPart{parts}...});
}

} // namespace base
