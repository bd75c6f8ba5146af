#include "statements/capitals.hpp"

namespace statements {

std::vector<Run> names_in(const reading::Passage& words)
{
    const auto& document = words.document();
    std::vector<Run> out;
    for (auto i = words.begin(); i < words.end(); ++i) {
        const bool opens = i == words.begin() || words.is(i - 1, {".", ":", "\"", "!", "?", "("});
        if (!reading::begins_upper(document.raw(i)) ||
            document.kind(i) != reading::TokenKind::word || reading::month_name(words.word(i)) ||
            reading::weekday_name(words.word(i)))
            continue;
        auto end = i + 1;
        while (end < words.end() && reading::begins_upper(document.raw(end)) &&
               document.kind(end) == reading::TokenKind::word)
            ++end;
        if (!opens)
            out.push_back({i, end});
        else if (end > i + 1)
            out.push_back({i + 1, end});
        i = end - 1;
    }
    return out;
}

} // namespace statements
