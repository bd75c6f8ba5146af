#include "llm/plain.hpp"

namespace llm {

namespace {

// Such signs begin with "<" or "[" right before a word, a slash or a bar.
bool opens_sign(const std::string& text, std::size_t at)
{
    if (at + 1 >= text.size()) return false;
    const auto next = static_cast<unsigned char>(text[at + 1]);
    return (next >= 'A' && next <= 'Z') || (next >= 'a' && next <= 'z') || next == '/' ||
           next == '|' || next == '_' || next >= 0x80;
}

} // namespace

std::string plain(std::string text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        char& each = text[i];
        if (static_cast<unsigned char>(each) < 0x20 || each == 0x7f)
            each = ' ';
        else if (each == '|')
            each = '/';
        else if ((each == '<' || each == '[') && opens_sign(text, i))
            each = '(';
    }
    return text;
}

} // namespace llm
