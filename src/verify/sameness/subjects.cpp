#include "verify/sameness/subjects.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "verify/sameness/assertion_words.hpp"

namespace verify::sameness {

using reading::WordSet;

namespace {

constexpr std::uint32_t k_subject = 7; // tokens of a subject

} // namespace

void Subjects::remember(const Passage& sentence)
{
    auto named = proper_subject(sentence);
    if (named.empty()) return;
    m_named.insert(named);
    m_last = std::move(named);
}

std::string Subjects::before(const Passage& sentence, std::uint32_t verb) const
{
    std::uint32_t begin = verb;
    while (
        begin > sentence.begin() && verb - begin < k_subject &&
        !sentence.is(begin - 1, reading::Cues{WordSet::comma | WordSet::colon | WordSet::semicolon,
                                              {"and", "but", "(", ")", "that", "which"}}))
        --begin;
    if (begin > sentence.begin() &&
        !sentence.is(begin - 1,
                     reading::Cues{WordSet::comma | WordSet::semicolon, {"and", "that"}}))
        return {};
    // "because the hall has 480 seats" is said of the hall.
    while (begin < verb && sentence.is(begin, {"because", "since", "as", "once", "remember", "note",
                                               "that", "please", "so"}))
        ++begin;
    // "X and Y have" is about both.
    if (sentence.is(begin - 1, {"and"}) && begin > sentence.begin()) return {};
    // "the price of" belongs to another frame, and a part of a thing is not the thing.
    for (std::uint32_t i = begin; i < verb; ++i)
        if (sentence.is(i, reading::Cues{WordSet::role_prep | WordSet::place_prep, {"from"}}))
            return {};
    return resolved(sentence, begin, verb);
}

std::string Subjects::resolved(const Passage& sentence, std::uint32_t begin,
                               std::uint32_t end) const
{
    const bool pronoun = end - begin == 1 && (reading::is_in(k_pronouns, sentence.word(begin)) ||
                                              sentence.is(begin, WordSet::possessive));
    const bool generic = end - begin == 2 && sentence.is(begin, {"the", "this", "our"}) &&
                         reading::is_one_of(sentence.word(begin + 1), k_generic);
    if (pronoun || generic) {
        if (m_named.size() == 1) return m_last;
        return generic && m_named.empty() ? stems(sentence, begin, end) : std::string{};
    }
    return stems(sentence, begin, end);
}

std::string Subjects::stems(const Passage& sentence, std::uint32_t begin, std::uint32_t end) const
{
    std::set<std::string> words;
    for (std::uint32_t i = begin; i < end; ++i) {
        auto word = sentence.word(i);
        const auto kind = m_document.kind(i);
        // "Room 1" is another than "Room 2".
        if (kind == TokenKind::number) words.insert(std::string{word});
        if (kind != TokenKind::word && kind != TokenKind::opaque) continue;
        if (word.ends_with("'s")) word.remove_suffix(2);
        if (reading::is_in(k_determiners, word) || word == "of") continue;
        words.insert(m_stemmer.stem(word));
    }
    std::string out;
    for (const auto& word : words) {
        out += out.empty() ? "" : " ";
        out += word;
    }
    return out;
}

bool Subjects::is_capital(std::uint32_t token) const
{
    const auto raw = m_document.raw(token);
    return m_document.kind(token) == TokenKind::word && !raw.empty() &&
           reading::is_upper(raw.front());
}

// The capitalised words with which the sentence begins, a leading "The" aside.
std::string Subjects::proper_subject(const Passage& sentence) const
{
    std::uint32_t begin = sentence.begin();
    if (sentence.is(begin, {"the"})) ++begin;
    std::uint32_t end = begin;
    while (end < sentence.end() && end - begin < k_subject && is_capital(end)) ++end;
    if (end == begin) return {};
    // "the Halden plant"
    if (reading::is_one_of(sentence.word(end), k_generic)) ++end;
    const auto first = sentence.word(begin);
    const bool alone = end - begin == 1;
    // A sentence begins with a capital whatever it is about.
    if (alone && begin == sentence.begin()) {
        const bool verb =
            reading::is_in(k_be, sentence.word(end)) || reading::is_in(k_have, sentence.word(end));
        if (!verb || reading::is_in(k_pronouns, first) || reading::is_in(k_no_names, first))
            return {};
    }
    return stems(sentence, begin, end);
}

} // namespace verify::sameness
