#include "reading/document.hpp"

#include "reading/language.hpp"
#include "reading/terms.hpp"

namespace reading {

namespace {

struct Vote {
    DecimalMark mark = DecimalMark::point;
    bool open = true;
};

Vote vote(const View& view, const std::vector<Token>& tokens)
{
    std::size_t points = 0;
    std::size_t commas = 0;
    for (const auto& token : tokens) {
        if (token.kind != TokenKind::number) continue;
        const char before = token.begin == 0 ? ' ' : view.text[token.begin - 1];
        if (before == '[' || before == '(' || before == ',') continue;
        const std::size_t length = number_length(view.text, token.begin);
        const auto mark = mark_of(std::string_view{view.text}.substr(token.begin, length));
        if (!mark) continue;
        (*mark == DecimalMark::point ? points : commas) += 1;
    }
    const DecimalMark winner = commas > points ? DecimalMark::comma : DecimalMark::point;
    return {winner, points == commas};
}

} // namespace

Document::Document(std::string_view payload)
    : source{payload}, view{reading_view(source)}, positions{source}, format{detect_format(view,
                                                                                           source)},
      blocks{split_blocks(view, format)}, sentences{split_sentences(view, blocks)}
{
    TokenList list = split_tokens(view, sentences);
    tokens = std::move(list.tokens);
    of_sentence = std::move(list.of_sentence);
    const Vote decided = vote(view, tokens);
    mark = decided.mark;
    language = guess_language(*this);
    // English has one decimal mark.
    mark_is_open = decided.open && language != "en";
    std::vector<bool> taken(tokens.size(), false);
    scan_dates(*this, taken);
    scan_quantities(*this, taken);
}

Document::~Document() = default;

const SentenceTerms& Document::terms() const
{
    std::call_once(m_asked_for_terms,
                   [this] { m_terms = std::make_unique<const SentenceTerms>(*this); });
    return *m_terms;
}

std::string_view Document::word(std::size_t index) const
{
    if (index >= tokens.size()) return {};
    const Token& token = tokens[index];
    return std::string_view{view.folded}.substr(token.begin, token.end - token.begin);
}

std::string_view Document::raw(std::size_t index) const
{
    if (index >= tokens.size()) return {};
    const Token& token = tokens[index];
    return std::string_view{view.text}.substr(token.begin, token.end - token.begin);
}

TokenKind Document::kind(std::size_t index) const
{
    return index < tokens.size() ? tokens[index].kind : TokenKind::symbol;
}

} // namespace reading
