#include "base/concat.hpp"

#include <charconv>

namespace base {

TextPart::TextPart(char character) : m_text{m_digits, 1}
{
    m_digits[0] = character;
}

TextPart::TextPart(Signed number)
{
    const auto end = std::to_chars(m_digits, m_digits + sizeof m_digits, number.number);
    m_text = {m_digits, end.ptr};
}

TextPart::TextPart(Unsigned number)
{
    const auto end = std::to_chars(m_digits, m_digits + sizeof m_digits, number.number);
    m_text = {m_digits, end.ptr};
}

std::string join(std::initializer_list<TextPart> parts)
{
    std::size_t size = 0;
    for (const auto& part : parts) size += part.text().size();
    std::string out;
    out.reserve(size);
    for (const auto& part : parts) out += part.text();
    return out;
}

} // namespace base
