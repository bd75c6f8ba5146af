#include "verify/equations/quotes.hpp"

#include "reading/ascii.hpp"
#include "reading/number_scan.hpp"
#include "verify/equations/datum_in.hpp"

#include <algorithm>
#include <set>

namespace verify::equations {

namespace {

// Sentences on both sides in which a number may be meant that is written otherwise.
constexpr std::size_t k_around = 2;

// The tokens that lie in the place whole.
reading::TokenRange tokens_in(const Document& document, const Place& place)
{
    const auto& tokens = document.tokens;
    const auto first = std::ranges::lower_bound(tokens, place.begin, {}, &reading::Token::begin);
    const auto last = std::ranges::upper_bound(tokens, place.end, {}, &reading::Token::end);
    reading::TokenRange out;
    out.begin = static_cast<std::uint32_t>(first - tokens.begin());
    out.end = std::max(out.begin, static_cast<std::uint32_t>(last - tokens.begin()));
    return out;
}

// Whether more of a number or a word goes on at `next`, in steps of one byte before or behind.
bool goes_on(std::string_view text, char edge, std::ptrdiff_t next, std::ptrdiff_t step)
{
    const auto at = [&](std::ptrdiff_t place) {
        const auto size = static_cast<std::ptrdiff_t>(text.size());
        return place >= 0 && place < size ? text[static_cast<std::size_t>(place)] : '\0';
    };
    if (reading::is_letter(edge)) return reading::is_letter(at(next));
    if (!reading::is_digit(edge)) return false;
    const bool is_mark = at(next) == ',' || at(next) == '.';
    return reading::is_digit(at(next)) || (is_mark && reading::is_digit(at(next + step)));
}

// Whether the quote stands there as a whole: "24" is not in "124" or "1,024".
bool is_whole(std::string_view text, std::size_t at, std::string_view quote)
{
    const auto begin = static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(quote.size());
    return !goes_on(text, quote.front(), begin - 1, -1) && !goes_on(text, quote.back(), end, 1);
}

std::size_t find_whole(std::string_view text, std::string_view quote, std::size_t from)
{
    auto at = text.find(quote, from);
    while (at != std::string_view::npos && !is_whole(text, at, quote))
        at = text.find(quote, at + 1);
    return at;
}

} // namespace

Quotes::Quotes(const Document& document, std::string shown)
    : m_document{document}, m_shown{shown.empty() ? document.view.text : std::move(shown)}
{
    std::set<int> years;
    for (const auto& date : document.dates)
        if (date.year && date.month != 0) years.insert(*date.year);
    if (years.size() == 1) m_year = *years.begin();
}

Place Quotes::place_of(std::size_t sentence) const
{
    const auto& at = m_document.sentences[sentence];
    return {static_cast<std::uint32_t>(at.begin), static_cast<std::uint32_t>(at.end)};
}

std::string_view Quotes::shown(std::size_t sentence) const
{
    const Place place = place_of(sentence);
    return std::string_view{m_shown}.substr(place.begin, place.end - place.begin);
}

std::size_t Quotes::sentence_of(const Place& place) const
{
    const auto& all = m_document.sentences;
    const auto behind = std::ranges::upper_bound(all, place.begin, {}, &reading::Sentence::begin);
    return behind == all.begin() ? 0 : static_cast<std::size_t>(behind - all.begin()) - 1;
}

std::optional<Place> Quotes::in_sentence(std::size_t sentence, std::string_view quote) const
{
    const auto at = quote.empty() ? std::string_view::npos : find_whole(shown(sentence), quote, 0);
    if (at == std::string_view::npos) return std::nullopt;
    const auto begin = place_of(sentence).begin + static_cast<std::uint32_t>(at);
    return Place{begin, begin + static_cast<std::uint32_t>(quote.size())};
}

std::optional<Place> Quotes::in_one_of(std::span<const std::size_t> sentences,
                                       std::string_view quote) const
{
    std::optional<Place> out;
    for (const auto sentence : sentences) {
        const auto place = in_sentence(sentence, quote);
        if (place && out) return std::nullopt;
        if (place) out = place;
    }
    return out;
}

std::optional<Place> Quotes::nearest(std::string_view quote, const Place& to) const
{
    if (quote.empty()) return std::nullopt;
    std::optional<Place> before;
    const auto size = static_cast<std::uint32_t>(quote.size());
    const auto place_at = [&](std::size_t at) {
        return Place{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at) + size};
    };
    auto ahead = to.begin < size ? std::string::npos : m_shown.rfind(quote, to.begin - size);
    while (ahead != std::string::npos && ahead > 0 && !is_whole(m_shown, ahead, quote))
        ahead = m_shown.rfind(quote, ahead - 1);
    if (ahead != std::string::npos && is_whole(m_shown, ahead, quote)) before = place_at(ahead);
    const auto behind = find_whole(m_shown, quote, to.end);
    if (behind == std::string::npos) return before ? before : by_value(quote, to);
    const Place after = place_at(behind);
    if (!before) return after;
    return to.begin - before->begin <= after.begin - to.begin ? before : after;
}

std::optional<Place> Quotes::by_value(std::string_view quote, const Place& to) const
{
    if (reading::number_length(quote, 0) != quote.size()) return std::nullopt;
    const auto printed = reading::read_number(quote, m_document.mark);
    if (!printed) return std::nullopt;
    const Rational value = reading::to_rational(printed->value);
    const auto sentence = sentence_of(to);
    const auto first = sentence - std::min(sentence, k_around);
    const auto last = std::min(sentence + k_around, m_document.sentences.size() - 1);
    std::optional<Place> out;
    for (auto i = first; i <= last; ++i) {
        const auto passage = Passage::sentence(m_document, i);
        for (const auto& quantity : passage.quantities()) {
            if (reading::value_of(quantity) != value) continue;
            const Place place{m_document.tokens[quantity.begin].begin,
                              m_document.tokens[quantity.end - 1].end};
            if (place.meets(to)) continue;
            if (out) return std::nullopt;
            out = place;
        }
    }
    return out;
}

Datum Quotes::datum_at(const Place& place) const
{
    const auto range = tokens_in(m_document, place);
    const auto text =
        std::string_view{m_document.view.text}.substr(place.begin, place.end - place.begin);
    return datum_in(Passage{m_document, range.begin, range.end}, text, m_year);
}

std::vector<Mark> Quotes::marks_at(const Place& place, std::string_view role) const
{
    const auto range = tokens_in(m_document, place);
    const Passage passage{m_document, range.begin, range.end};
    std::vector<Mark> out;
    for (const auto& date : passage.dates())
        out.push_back(mark_tokens(m_document, date.begin, date.end, role));
    for (const auto& time : passage.times())
        out.push_back(mark_tokens(m_document, time.begin, time.end, role));
    for (const auto& quantity : passage.quantities())
        out.push_back(mark_of(m_document, quantity, role));
    if (out.empty() && range.end == range.begin + 1)
        out.push_back(mark_tokens(m_document, range.begin, range.end, role));
    return out;
}

} // namespace verify::equations
