#include "verify/sameness/mention.hpp"
#include "verify/law/walk.hpp"

#include "reading/ascii.hpp"
#include "reading/labels.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/stem.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::sameness {

using reading::Term;
using reading::WordSet;

namespace {

constexpr std::uint32_t k_far = 20; // tokens around a number whose words may name its thing
constexpr std::uint32_t k_near = 5;
constexpr std::size_t k_longest = 80; // tokens; a longer sentence says too many things

bool is_function_word(std::string_view word)
{
    return word.size() < 3 || reading::is_in(WordSet::noun_end, word) ||
           reading::is_in(WordSet::filler, word) || reading::is_in(WordSet::refers_back, word) ||
           reading::is_in(WordSet::states, word);
}

// A year, a day or an ordinal: what is said of one is not said of another.
bool names_case(const Passage& passage, std::uint32_t at)
{
    const auto& document = passage.document();
    switch (document.kind(at)) {
    case TokenKind::ordinal:
    case TokenKind::date: return true;
    case TokenKind::number: {
        const auto raw = document.raw(at);
        return raw.size() == 4 && (raw.starts_with("1") || raw.starts_with("20"));
    }
    case TokenKind::word:
        return reading::is_in(WordSet::tells_order, passage.word(at)) ||
               reading::month_name(passage.word(at)).has_value();
    case TokenKind::clock:
    case TokenKind::dotted:
    case TokenKind::opaque:
    case TokenKind::symbol: return false;
    }
    return false;
}

// A name, or a word of place or comparison: what such a word says of one thing it does not say
// of another.
bool tells_apart(const Passage& passage, std::uint32_t at)
{
    const auto& document = passage.document();
    switch (document.kind(at)) {
    case TokenKind::word: break;
    case TokenKind::symbol: return false;
    case TokenKind::number: return names_case(passage, at);
    case TokenKind::ordinal:
    case TokenKind::date:
    case TokenKind::clock:
    case TokenKind::dotted:
    case TokenKind::opaque: return true;
    }
    if (names_case(passage, at)) return true;
    if (reading::is_in(WordSet::tells_apart, passage.word(at))) return true;
    if (is_function_word(passage.word(at))) return false;
    const auto raw = document.raw(at);
    const bool is_capital = !raw.empty() && reading::is_upper(raw.front());
    return is_capital && at > passage.begin() && document.kind(at - 1) == TokenKind::word;
}

// "the 12 seats", "all 210 g of the sugar", "the measured thickness of 252 mm"
std::optional<std::uint32_t> determiner_of(const Passage& passage, const Term& term)
{
    constexpr std::uint32_t k_between = 7;
    for (std::uint32_t back = 1; back <= k_between; ++back) {
        const std::uint32_t at = term.begin - back;
        if (!passage.holds(at)) break;
        const auto word = passage.word(at);
        if (reading::is_in(WordSet::definite, word)) return at;
        if (word == "of" || word == "-") continue;
        if (back == 1 && word.ends_with("ed")) break; // "the results totalled 22"
        if (passage.document().kind(at) != TokenKind::word || is_function_word(word)) break;
    }
    return std::nullopt;
}

} // namespace

Mentions::Mentions(const Document& document)
{
    for (std::uint32_t i = 0; i < document.sentences.size(); ++i)
        if (is_read(document, i, Reads::paragraphs)) read(document, i);
}

std::uint32_t Mentions::stem_id(std::string_view folded)
{
    static thread_local const reading::Stemmer k_stemmer{"en"};
    const auto next = static_cast<std::uint32_t>(m_ids.size());
    const auto [at, is_new] = m_ids.try_emplace(k_stemmer.stem(folded), next);
    if (is_new) {
        sentences_with.push_back(0);
        m_last_sentence.push_back(UINT32_MAX);
    }
    return at->second;
}

void Mentions::read(const Document& document, std::uint32_t sentence)
{
    const Passage passage = Passage::sentence(document, sentence);
    if (passage.end() - passage.begin() > k_longest) return;
    for (std::uint32_t at = passage.begin(); at < passage.end(); ++at) {
        if (document.kind(at) != TokenKind::word || is_function_word(passage.word(at))) continue;
        const auto stem = stem_id(passage.word(at));
        if (m_last_sentence[stem] != sentence) ++sentences_with[stem];
        m_last_sentence[stem] = sentence;
    }
    if (passage.quantities().empty() || is_disowned(passage)) return;
    const auto& terms = document.terms().of(sentence);
    const auto cases = cases_of(passage);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const Term& term = terms[i];
        const bool is_value =
            term.kind == QuantityKind::cardinal || term.kind == QuantityKind::percent;
        // "The 2.6 line" is a version, "72-year-old" is told of anybody.
        const bool is_version = term.is_count() && term.quantity->place < 0;
        const bool is_age = term.is_attribute && passage.word(term.end) == "-";
        if (!is_value || !term.is_usable || term.quantity->year_like || term.is_compound ||
            is_version || is_age)
            continue;
        Mention mention;
        mention.term = &term;
        mention.sentence = sentence;
        mention.cases = cases;
        const auto determiner = determiner_of(passage, term);
        mention.is_definite = determiner.has_value();
        mention.phrase = determiner.value_or(term.begin);
        // The words between two numbers of one kind belong to either.
        std::uint32_t from = std::max(passage.begin(), term.begin - std::min(term.begin, k_far));
        std::uint32_t to = std::min(passage.end(), term.end + k_far);
        if (i > 0 && terms[i - 1].powers == term.powers) from = std::max(from, terms[i - 1].end);
        if (i + 1 < terms.size() && terms[i + 1].powers == term.powers)
            to = std::min(to, terms[i + 1].begin);
        name(passage, mention, from, to);
        all.push_back(std::move(mention));
    }
}

void Mentions::name(const Passage& passage, Mention& mention, std::uint32_t from, std::uint32_t to)
{
    const auto& term = *mention.term;
    std::uint32_t phrase_end = term.end;
    while (phrase_end < std::min(to, term.end + k_near) &&
           passage.document().kind(phrase_end) != TokenKind::symbol)
        ++phrase_end;
    for (std::uint32_t at = from; at < to; ++at) {
        // The unit is not a name; the noun counted is.
        const std::uint32_t own = term.is_count() ? term.quantity->number_end : term.end;
        if (at >= term.begin && at < own) continue;
        const bool is_near = at + k_near >= term.begin && at < term.end + k_near;
        const bool is_word = passage.document().kind(at) == TokenKind::word;
        const bool is_in_phrase = at >= mention.phrase && at < phrase_end;
        if (is_in_phrase && tells_apart(passage, at)) {
            mention.tellers.push_back(stem_id(passage.word(at)));
            if (is_word) mention.names.push_back({mention.tellers.back(), true, k_no_stem});
        } else if (is_word && !is_function_word(passage.word(at))) {
            mention.names.push_back({stem_id(passage.word(at)), is_near, modifier_at(passage, at)});
        }
    }
    std::stable_sort(mention.names.begin(), mention.names.end());
    mention.names.erase(
        std::unique(mention.names.begin(), mention.names.end(),
                    [](const Name& left, const Name& right) { return left.stem == right.stem; }),
        mention.names.end());
    std::sort(mention.tellers.begin(), mention.tellers.end());
}

std::vector<std::uint32_t> Mentions::cases_of(const Passage& passage)
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t at = passage.begin(); at < passage.end(); ++at)
        if (names_case(passage, at)) out.push_back(stem_id(passage.word(at)));
    std::sort(out.begin(), out.end());
    return out;
}

std::uint32_t Mentions::modifier_at(const Passage& passage, std::uint32_t at)
{
    const bool is_word =
        passage.holds(at - 1) && passage.document().kind(at - 1) == TokenKind::word;
    return is_word && !is_function_word(passage.word(at - 1)) ? stem_id(passage.word(at - 1))
                                                              : k_no_stem;
}

bool are_told_apart(const Mention& earlier, const Mention& later)
{
    const auto is_known = [&](std::uint32_t teller) {
        return std::binary_search(earlier.names.begin(), earlier.names.end(), Name{teller}) ||
               std::binary_search(earlier.tellers.begin(), earlier.tellers.end(), teller) ||
               std::binary_search(earlier.cases.begin(), earlier.cases.end(), teller);
    };
    if (!std::all_of(later.tellers.begin(), later.tellers.end(), is_known)) return true;
    if (!earlier.cases.empty() && !std::all_of(later.cases.begin(), later.cases.end(), is_known))
        return true;
    const auto names = [](const Mention& mention, std::uint32_t stem) {
        return stem == k_no_stem ||
               std::binary_search(mention.names.begin(), mention.names.end(), Name{stem});
    };
    auto other = later.names.begin();
    for (const Name& name : earlier.names) {
        while (other != later.names.end() && other->stem < name.stem) ++other;
        if (other == later.names.end()) break;
        const bool is_beside_both = other->stem == name.stem && name.is_near && other->is_near;
        if (is_beside_both && !names(later, name.modifier) && !names(earlier, other->modifier))
            return true;
    }
    return false;
}

double agreement(const Mentions& mentions, const Mention& left, const Mention& right)
{
    constexpr std::uint32_t k_common = 6; // sentences: a word of the whole text names no one thing
    double out = 0;
    auto other = right.names.begin();
    for (const Name& name : left.names) {
        while (other != right.names.end() && other->stem < name.stem) ++other;
        if (other == right.names.end()) break;
        if (other->stem != name.stem) continue;
        const double weight = (name.is_near ? 0.5 : 0.25) + (other->is_near ? 0.5 : 0.25);
        const std::uint32_t spread = mentions.sentences_with[name.stem];
        out += 2 * weight * weight * (spread > k_common ? double{k_common} / spread : 1.0);
    }
    return out;
}

} // namespace verify::sameness
