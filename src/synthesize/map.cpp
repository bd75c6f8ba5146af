#include "synthesize/map.hpp"

#include "base/enumerators.hpp"
#include "base/fault.hpp"
#include "reading/ascii.hpp"
#include "reading/stem.hpp"
#include "synthesize/patterns.hpp"
#include "verify/orders/source_attacks.hpp"

#include <algorithm>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace synthesize {

namespace {

// The text with blanks for the bytes of emoji and other pictures, and of signs beside one, such as
// its colour.
std::string without_pictures(std::string text)
{
    constexpr auto k_beside = U_GC_SK_MASK | U_GC_CF_MASK | U_GC_MN_MASK;
    bool is_picture = false;
    const auto wide = wide_of(text);
    auto at = text.begin();
    for (std::int32_t i = 0; i < wide.length(); i = wide.moveIndex32(i, 1)) {
        const auto kind = U_GET_GC_MASK(wide.char32At(i));
        const auto next = at + U8_LENGTH(wide.char32At(i));
        is_picture = kind == U_GC_SO_MASK || (is_picture && (kind & k_beside) != 0);
        if (is_picture) std::fill(at, next, ' ');
        at = next;
    }
    return text;
}

// Notes what the red team finds in a source as it is, and what it finds where no picture hides the
// beginning of an order.
void note_attacks(Source& source)
{
    verify::orders::note_attacks(source);
    auto bare = source.material;
    bare.text = without_pictures(source.document.source);
    if (bare.text == source.document.source) return;
    Vocabulary vocabulary;
    Source shown{bare, source.language, vocabulary};
    verify::orders::note_attacks(shown);
    source.flags.merge(shown.flags);
    std::ranges::copy(shown.instructions, std::back_inserter(source.instructions));
    std::ranges::sort(source.instructions, {}, &reading::SourceRange::begin);
}

// The text without the signs that part the thousands of numbers: "1,000", "1\u202f000".
std::string with_whole_numbers(std::string_view text)
{
    static const auto between = compiled(R"((?<=\d)[,\u00a0\u2009\u202f](?=\d{3}(?!\d)))");
    UErrorCode error = U_ZERO_ERROR;
    const auto wide = wide_of(text);
    auto out = utf8_of(matcher_of(*between, wide)->replaceAll({}, error));
    if (U_FAILURE(error) != 0) throw base::Fault{"ICU joins no number"};
    return out;
}

// The words of the question with content, and its numbers, that no text and no title has in any
// form that a stem tells.
std::vector<Word> absent_words(const Map& map)
{
    if (map.language != k_calibrated_language) return {};
    const reading::Stemmer stemmer{map.language};
    Vocabulary content; // of the question, without its numbers
    const reading::Document question{map.order.query};
    const statements::TokenTerms terms{question, map.language, content};
    // "known" of "What is known about Calny?" asks for nothing.
    const bool is_name = !map.ballot.lines.empty() && map.ballot.lines.front().is_central;
    auto out = Asked{with_whole_numbers(map.order.query), map.language}.words;
    std::erase_if(out, [&](const Word& word) {
        const auto folded = lower(word.written);
        const auto stem = stemmer.stem(folded);
        return (is_name && folded == word.written) || map.vocabulary.find(stem) ||
               !(reading::is_digit(stem.front()) || content.find(stem));
    });
    for (const auto& source : map.sources)
        for (const auto& text : {source->material.title, source->document.source}) {
            if (out.empty()) return out;
            const auto stems = stems_in(with_whole_numbers(text));
            std::erase_if(out, [&](const Word& word) { return stems.contains(word.stem); });
        }
    return out;
}

Verdict verdict_of(const Map& map)
{
    if (!map.is_read()) return Verdict::insufficient;
    if (!map.answer || map.answer->bin == &k_first_lines.front()) return Verdict::not_sure;
    const auto has = [&](bool is_update) {
        return std::ranges::any_of(
            map.differs, [&](const Difference& each) { return each.is_update == is_update; });
    };
    if (has(false)) return Verdict::contested;
    if (has(true)) return Verdict::changed;
    if (map.answer->has_rivals) return Verdict::not_sure;
    if (map.answer->witnesses >= 2) return Verdict::corroborated;
    return map.answer->bin == &k_first_lines[1] ? Verdict::not_sure : Verdict::single_source;
}

} // namespace

std::string_view name_of(Verdict verdict)
{
    constexpr std::string_view k_names[] = {"CORROBORATED",  "CONTESTED", "CHANGED",
                                            "SINGLE_SOURCE", "NOT_SURE",  "INSUFFICIENT"};
    return base::row_of(k_names, verdict);
}

statements::Comparison Map::compare(std::size_t first, std::size_t second) const
{
    return statements::compare({source_of(first), statements[first]},
                               {source_of(second), statements[second]}, vocabulary, *meanings);
}

bool Map::is_read() const
{
    return std::ranges::any_of(
        sources, [](const auto& source) { return source->status == SourceStatus::used; });
}

Map make_map(const Order& order)
{
    Map out{order};
    out.language = statements::common_language(order.materials);
    out.sources = statements::read_sources(order.materials, out.vocabulary);
    for (const auto& source : out.sources) note_attacks(*source);
    out.independence = judge_independence(out.sources);
    out.asked.emplace(order.query, out.language);
    out.ballot = make_ballot(out.sources, *out.asked);
    out.statements = statements::read_statements(out.sources);
    out.meanings.emplace(out.vocabulary, out.language);
    out.values = read_values(out);
    out.differs = read_differences(out);
    out.words_absent = absent_words(out);
    if (out.ballot.best) out.answer = read_answer(out);
    out.verdict = verdict_of(out);
    return out;
}

} // namespace synthesize
