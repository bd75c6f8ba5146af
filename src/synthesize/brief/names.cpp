#include "synthesize/brief/names.hpp"

#include "reading/dates.hpp"
#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/artifact.hpp"

#include <algorithm>

namespace synthesize::brief {

using reading::Passage;
using reading::TokenKind;
using reading::WordKind;
using reading::WordNet;
using reading::WordSet;

namespace {

std::string_view without_genitive(std::string_view word)
{
    for (const std::string_view ending : {"'s", "\u2019s", "'", "\u2019"})
        if (word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
    return word;
}

// "CMA", "RCTs": short for several words.
bool is_short(std::string_view raw)
{
    constexpr std::size_t k_longest = 6;
    if (raw.size() > 2 && raw.ends_with('s')) raw.remove_suffix(1);
    return raw.size() >= 2 && raw.size() <= k_longest &&
           std::all_of(raw.begin(), raw.end(), reading::is_upper);
}

// "Baltimore's", behind which another name begins; not "Women's", part of one.
bool ends_at_owner(std::string_view word)
{
    const auto owner = without_genitive(word);
    if (owner.size() == word.size()) return false;
    const auto& known = WordNet::embedded();
    const auto bases = known.bases(owner, WordKind::noun);
    return bases.empty() || known.text(bases.front()) == owner || known.is_place(owner);
}

// The word of a name that tells what kind of thing it is: "Journal", "Call" of "Call of Duty".
std::string_view kind_of(const Passage& words, Run run)
{
    for (std::uint32_t i = run.begin + 1; i < run.end; ++i)
        if (words.is(i, {"of"})) return words.word(i - 1);
    return without_genitive(words.word(run.end - 1));
}

// Whether the word is a noun, and none for a person or a place.
bool may_be_thing(std::string_view word)
{
    const auto& known = WordNet::embedded();
    return known.can_be(word, WordKind::noun) && !known.can_be_body(word) && !known.is_place(word);
}

std::string_view without_plural(std::string_view raw)
{
    return raw.ends_with('s') ? raw.substr(0, raw.size() - 1) : raw;
}

// Of German: what stands before a noun and seldom before a name, and what opens a sentence with a
// capital of its own.
constexpr std::string_view k_german_articles[] = {
    "der",   "die",   "das",  "den",   "dem",   "des",    "ein",  "eine",  "einen",  "einem",
    "einer", "eines", "kein", "keine", "beide", "beiden", "alle", "diese", "dieser", "dieses"};
constexpr std::string_view k_german_openers[] = {
    "nach", "bei", "mit", "gegen", "in",  "auf",  "vor", "unter", "aus",  "laut", "seit",
    "zum",  "zur", "im",  "am",    "vom", "beim", "ihr", "ihre",  "sein", "seine"};

} // namespace

Names::Names(const Study& study) : m_study{study}
{
    for (const auto& source : study.sources) read_words(*source);
    for (const auto& said : study.statements) read_things(*study.sources[said.source], said);
}

// "The Official Journal": with an article before it, and no noun behind it that the article may be
// of, a name is of the kind that its last word tells.
void Names::read_things(const Source& source, const Statement& said)
{
    if (source.language == "de") return;
    const auto words = passage_of(source, said);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        if (!has_form(source, words, i)) continue;
        const Run run{i, end_of(source, words, i)};
        i = run.end - 1;
        const auto kind = kind_of(words, run);
        if (words.is(run.begin - 1, WordSet::article) && may_be_thing(kind) &&
            (reading::is_finite_verb(words, run.end) ||
             !WordNet::embedded().can_be(words.word(run.end), WordKind::noun)))
            m_things.emplace(kind);
    }
}

void Names::read_words(const Source& source)
{
    const auto& document = source.document;
    for (std::uint32_t i = 0; i < document.tokens.size(); ++i) {
        const auto raw = document.raw(i);
        if (reading::is_one_of(document.word(i), {"(", "["})) read_gloss(source, i);
        if (document.kind(i) != TokenKind::word) continue;
        if (!reading::is_upper(raw.front())) m_small.emplace(document.word(i));
        if (is_short(raw)) m_short.emplace(raw);
        const bool behind_article =
            i > 0 && (document.kind(i - 1) == TokenKind::number ||
                      reading::is_one_of(document.word(i - 1), k_german_articles));
        if (source.language == "de" && behind_article) m_nouns.emplace(document.word(i));
    }
}

// "relative risk (RR)": short for common words.
void Names::read_gloss(const Source& source, std::uint32_t open)
{
    const auto& document = source.document;
    const auto raw = document.raw(open + 1);
    const bool is_closed = reading::is_one_of(document.word(open + 2), {")", "]"});
    if (open == 0 || !is_closed || !is_short(raw)) return;
    const auto before = document.raw(open - 1);
    if (!before.empty() && !reading::is_upper(before.front())) m_terms.emplace(without_plural(raw));
}

// A capital that no calendar gave the word.
bool Names::has_form(const Source& source, const Passage& words, std::uint32_t token) const
{
    if (!words.holds(token) || words.document().kind(token) != TokenKind::word) return false;
    const auto raw = words.document().raw(token);
    const auto word = words.word(token);
    return raw.size() >= 2 && reading::is_upper(raw.front()) && !reading::month_name(word) &&
           !reading::weekday_name(word) &&
           (source.language == "de" || !source.terms.of(token).empty());
}

// Behind the last word of the name that begins at `begin`.
std::uint32_t Names::end_of(const Source& source, const Passage& words, std::uint32_t begin) const
{
    const auto& document = words.document();
    const bool is_german = source.language == "de";
    const auto is_near = [&](std::uint32_t token) {
        const auto gap = document.view.text.substr(document.tokens[token - 1].end,
                                                   document.tokens[token].begin -
                                                       document.tokens[token - 1].end);
        return gap.find('\n') == std::string::npos; // no name goes on in another line
    };
    std::uint32_t end = begin + 1;
    while (words.holds(end) && !ends_at_owner(words.word(end - 1)) && is_near(end)) {
        if (has_form(source, words, end)) {
            ++end;
            continue;
        }
        if (!has_form(source, words, end + 1)) break;
        const bool is_tight = !document.tokens[end].space_before;
        // "Notre-Dame", "Gov. Wes Moore", "Port of Baltimore"
        const bool is_hyphen =
            words.is(end, {"-"}) && is_tight && !document.tokens[end + 1].space_before;
        const bool is_title =
            words.is(end, {"."}) && is_tight && document.tokens[end + 1].space_before;
        const bool is_joined =
            words.is(end, {"de", "van", "al"}) || (!is_german && words.is(end, {"of", "von"}));
        if (!is_hyphen && !is_title && !is_joined && !is_one_body(source, words, begin, end)) break;
        end += 2;
    }
    return end;
}

// "Competition and Markets Authority": the sources have its first letters as one word.
bool Names::is_one_body(const Source& source, const Passage& words, std::uint32_t begin,
                        std::uint32_t token) const
{
    if (!words.is(token, {"and", "&", "und"})) return false;
    std::string letters;
    std::uint32_t i = begin;
    for (; words.holds(i) && (i == token || has_form(source, words, i)); ++i)
        if (i != token) letters += words.document().raw(i).front();
    for (std::size_t k = 0; k + 2 < letters.size(); ++k)
        if (m_short.contains(letters.substr(k))) return true;
    return false;
}

bool Names::is_name(const Passage& words, Run run) const
{
    const auto& known = WordNet::embedded();
    const auto& document = words.document();
    const auto word = words.word(run.begin);
    const bool opens =
        run.begin == words.begin() || words.is(run.begin - 1, {"\"", ":", ".", "\u2014", "\u2013"});
    const auto kind = kind_of(words, run);
    if (m_things.contains(std::string{kind}) ||
        (may_be_thing(kind) && m_small.contains(std::string{kind})))
        return false;
    if (run.end - run.begin > 1) return !opens || !m_small.contains(std::string{word});
    const auto raw = document.raw(run.begin);
    if (m_terms.contains(std::string{without_plural(raw)})) return false;
    // "5 IU": a unit.
    if (is_short(raw) && words.holds(run.begin - 1) &&
        document.kind(run.begin - 1) == TokenKind::number)
        return false;
    // "Honduran officials", "the Council" where "council" stands elsewhere
    const auto next = words.word(run.end);
    if (known.can_be(word, WordKind::adjective) && known.can_be(next, WordKind::noun) &&
        !reading::is_upper(document.raw(run.end).front()))
        return false;
    if (m_small.contains(std::string{word})) return false;
    return !opens || known.is_place(word) || known.bases(word).empty();
}

// German writes all nouns so, but seldom two side by side: then the last is no noun that an article
// stands before. Of one word only a place is told from a noun, behind a preposition.
bool Names::is_german_name(const Passage& words, Run run) const
{
    const auto last = words.word(run.end - 1);
    if (m_nouns.contains(std::string{last}) || m_small.contains(std::string{last})) return false;
    bool has_blank = false;
    for (std::uint32_t i = run.begin + 1; i < run.end; ++i)
        has_blank = has_blank || words.document().tokens[i].space_before;
    if (has_blank) return true;
    const bool is_double = run.end - run.begin > 1; // "Sachsen-Anhalt"
    return (is_double || WordNet::embedded().is_place(last)) &&
           words.is(run.begin - 1, {"in", "aus", "nach"});
}

std::vector<Name> Names::of(std::size_t statement) const
{
    const Source& source = m_study.source_of(statement);
    const auto words = passage_of(source, m_study.statements[statement]);
    const bool is_german = source.language == "de";
    std::vector<Name> out;
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        if (!has_form(source, words, i)) continue;
        Run run{i, end_of(source, words, i)};
        i = run.end - 1;
        // "Nach Abschluss", "Diese Zahl": a capital of the sentence.
        while (is_german && run.begin < run.end &&
               (m_small.contains(std::string{words.word(run.begin)}) ||
                reading::is_one_of(words.word(run.begin), k_german_articles) ||
                reading::is_one_of(words.word(run.begin), k_german_openers)))
            ++run.begin;
        // "auf 37 Metern Höhe": the first is what is counted.
        const auto counts_first = [&](const reading::Quantity& each) {
            return each.begin < run.begin && run.begin <= each.end;
        };
        if (is_german &&
            std::any_of(words.quantities().begin(), words.quantities().end(), counts_first))
            ++run.begin;
        if (run.begin >= run.end) continue;
        if (!(is_german ? is_german_name(words, run) : is_name(words, run))) continue;
        if (words.word(run.end - 1) == "s" && run.end - run.begin > 1) --run.end;
        const auto text = words_of(m_study, statement, run);
        out.push_back({std::string{without_genitive(text)}, run,
                       run.end - run.begin == 1 && is_short(words.document().raw(run.begin))});
    }
    return out;
}

} // namespace synthesize::brief
