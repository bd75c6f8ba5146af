#include "verify/tables/statement.hpp"

#include "reading/ascii.hpp"
#include "reading/tables.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

bool is_part_of_word(char c)
{
    return reading::is_letter(c) || reading::is_digit(c);
}

bool can_bind(std::string_view word)
{
    const bool has_letter = std::any_of(word.begin(), word.end(), reading::is_letter);
    return has_letter && !reading::is_in(k_function, word);
}

template <typename Visit> void each_word(std::string_view folded, const Visit& visit)
{
    for (std::size_t at = 0; at < folded.size();) {
        std::size_t end = at;
        while (end < folded.size() && is_part_of_word(folded[end])) ++end;
        if (end > at) visit(at, end);
        at = end + 1;
    }
}

void read_years(const Document& document, Statement& out)
{
    const std::string_view text = document.view.text;
    for (const auto& word : out.words) {
        // "2,019" and "$2019" are amounts; "fy2019" is a year.
        const char before = word.begin == 0 ? ' ' : text[word.begin - 1];
        const char after = word.end < text.size() ? text[word.end] : ' ';
        const bool goes_on = (after == ',' || after == '.') && word.end + 1 < text.size() &&
                             reading::is_digit(text[word.end + 1]);
        if (before == ',' || before == '.' || before == '$' || after == '%' || goes_on) continue;
        const auto year = reading::year_of(word.folded);
        const bool is_known =
            !year || std::any_of(out.years.begin(), out.years.end(),
                                 [&](const YearMention& each) { return each.year == *year; });
        if (!is_known) out.years.push_back({*year, word.begin, word.end});
    }
}

} // namespace

bool Statement::has(const reading::Cues& set) const
{
    return std::any_of(words.begin(), words.end(),
                       [&](const Word& word) { return reading::is_in(set, word.folded); });
}

Statement read_statement(const Document& document, std::size_t sentence,
                         const reading::Stemmer& stemmer)
{
    const auto& place = document.sentences[sentence];
    Statement out{Passage::sentence(document, sentence), {}, {}, {}};
    const auto folded =
        std::string_view{document.view.folded}.substr(place.begin, place.end - place.begin);
    each_word(folded, [&](std::size_t begin, std::size_t end) {
        Word word;
        word.begin = static_cast<std::uint32_t>(place.begin + begin);
        word.end = static_cast<std::uint32_t>(place.begin + end);
        word.folded = folded.substr(begin, end - begin);
        word.binds = can_bind(word.folded);
        if (word.binds) word.stem = stemmer.stem(word.folded);
        out.words.push_back(std::move(word));
    });
    read_years(document, out);
    for (const auto& quantity : out.passage.quantities()) {
        const auto& first = document.tokens[quantity.number_begin];
        const bool is_year =
            std::any_of(out.years.begin(), out.years.end(), [&](const YearMention& year) {
                return (first.begin < year.end &&
                        year.begin < document.tokens[quantity.number_end - 1].end) ||
                       quantity.year_like;
            });
        if (!is_year && quantity.kind != QuantityKind::ordinal) out.numbers.push_back(&quantity);
    }
    return out;
}

std::vector<std::string> label_stems(std::string_view label, const reading::Stemmer& stemmer)
{
    std::vector<std::string> out;
    each_word(label, [&](std::size_t begin, std::size_t end) {
        const auto word = label.substr(begin, end - begin);
        if (can_bind(word)) out.push_back(stemmer.stem(word));
    });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

bool has_word(std::string_view label, const reading::Cues& words)
{
    while (!label.empty()) {
        const std::size_t end = std::min(label.find(' '), label.size());
        if (reading::is_in(words, label.substr(0, end))) return true;
        label.remove_prefix(std::min(end + 1, label.size()));
    }
    return false;
}

} // namespace verify::tables
