#include "reading/quotes.hpp"

#include "reading/ascii.hpp"

namespace reading {

void mark_quotes(const View& view, const std::vector<Sentence>& sentences, TokenList& list)
{
    auto& tokens = list.tokens;
    for (std::size_t first = 0; first < sentences.size();) {
        std::size_t last = first;
        while (last < sentences.size() && sentences[last].block == sentences[first].block) ++last;
        const std::uint32_t begin = list.of_sentence[first].begin;
        const std::uint32_t end = list.of_sentence[last - 1].end;
        for (const char mark : {'"', '\''}) {
            std::uint32_t open = end;
            for (std::uint32_t i = begin; i < end; ++i) {
                const Token& token = tokens[i];
                if (token.kind != TokenKind::symbol || view.text[token.begin] != mark) continue;
                const bool after_digit = token.begin > 0 && is_digit(view.text[token.begin - 1]);
                const bool opens = open == end && (token.space_before || i == begin ||
                                                   view.text[token.begin - 1] == '(');
                if (opens && !after_digit) {
                    open = i;
                } else if (open != end && !token.space_before) {
                    for (std::uint32_t k = open + 1; k < i; ++k) tokens[k].quoted = true;
                    open = end;
                }
            }
        }
        first = last;
    }
}

} // namespace reading
