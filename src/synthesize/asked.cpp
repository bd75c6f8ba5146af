#include "synthesize/asked.hpp"

#include "base/concat.hpp"
#include "base/enumerators.hpp"
#include "base/fault.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "synthesize/patterns.hpp"

#include <algorithm>
#include <span>
#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unordered_set>

namespace synthesize {

namespace {

using icu::UnicodeString;

// Words without content, in English.
constexpr std::string_view k_stop_words[] = {
    "a",     "an",   "the",   "of",    "to",   "in",    "on",   "at",    "for",   "by",    "with",
    "from",  "and",  "or",    "is",    "are",  "was",   "were", "be",    "been",  "do",    "does",
    "did",   "has",  "have",  "had",   "will", "would", "can",  "could", "may",   "it",    "its",
    "this",  "that", "these", "those", "what", "which", "who",  "whom",  "whose", "when",  "where",
    "why",   "how",  "much",  "many",  "long", "far",   "tall", "high",  "old",   "large", "fast",
    "there", "any",  "as",    "than",  "into", "about", "s"};

// What begins a question of a kind, in lower case; the first row that is found in one counts.
struct KindRow {
    std::string_view pattern;
    Thing thing;
};
constexpr KindRow k_kinds[] = {
    {"how many|how much|what percentage|what share|wie viele|wie hoch|cu\u00e1nt|what (is|was) the "
     "(price|cost|population|height|length|speed|toll)",
     Thing::number},
    {"\\b(when|since when|wann|cu\u00e1ndo|what (year|date|day))\\b", Thing::date},
    {"\\b(who|whose|wer|qui\u00e9n|qui)\\b", Thing::name},
    {"\\b(why|what caused|warum|por qu\u00e9)\\b", Thing::cause},
    {"how (long|far|tall|high|deep|old|large|fast|big|strong|heavy)", Thing::number},
    {"\\b(where|wo|d\u00f3nde)\\b", Thing::place},
};

// What an answer of a kind holds, in the order of the kinds; nothing holds any kind.
constexpr KindRow k_things[] = {
    {"(?!)", Thing::any},
    {"(?i)\\d|\\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|"
     "fifty|hundred|million|dozen|zwei|drei|dos|tres)\\b",
     Thing::number},
    {"(?i)\\b(1\\d{3}|20\\d\\d)\\b|\\b(january|february|march|april|may|june|july|august|"
     "september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
     "enero|januar)\\b",
     Thing::date},
    {"(?<=\\w )[A-Z][a-z]+", Thing::name},
    {"(?i)\\b(because|caused|due|after|since|so that|led to|weil|wegen)\\b", Thing::cause},
    {"\\b(in|at|near|on) (the )?[A-Z]", Thing::place},
};
static_assert(base::is_in_order(k_things, &KindRow::thing));

// A name as a reader knows it: "Anna Berg", "Port of Lodd".
constexpr std::string_view k_name =
    "\\p{Lu}[\\p{L}'\u2019-]+( (of |de |van |von )?\\p{Lu}[\\p{L}'\u2019-]+)*";

using Patterns = std::vector<std::unique_ptr<icu::RegexPattern>>;

Patterns all_compiled(std::span<const KindRow> rows)
{
    Patterns out;
    for (const auto& row : rows) out.push_back(compiled(row.pattern));
    return out;
}

Thing thing_of(const UnicodeString& query)
{
    static const auto patterns = all_compiled(k_kinds);
    for (std::size_t i = 0; i < patterns.size(); ++i)
        if (matcher_of(*patterns[i], query)->find() != 0) return k_kinds[i].thing;
    return Thing::any;
}

bool is_word_part(UChar32 c)
{
    return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_N_MASK | U_GC_M_MASK)) != 0;
}

// Whether words of its script stand without blanks between them.
bool is_unspaced(UChar32 c)
{
    constexpr UChar32 k_first_of_others = 0x0e00; // Thai
    if (c < k_first_of_others) return false;
    UErrorCode error = U_ZERO_ERROR;
    return uscript_breaksBetweenLetters(uscript_getScript(c, &error)) != 0;
}

Word word_of(const UnicodeString& text)
{
    const auto written = utf8_of(text);
    Word out{written, lower(written)};
    std::size_t letters = 0;
    for (const char c : out.stem)
        letters += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1U : 0U;
    for (const std::string_view ending : {"ingly", "edly", "ing", "ed", "es", "s", "ly"})
        if (out.stem.ends_with(ending) && letters >= ending.size() + 3) {
            out.stem.erase(out.stem.size() - ending.size());
            break;
        }
    return out;
}

// The words of a run of a script without blanks.
void add_unspaced(std::vector<Word>& out, const UnicodeString& run)
{
    UErrorCode error = U_ZERO_ERROR;
    static thread_local const std::unique_ptr<icu::BreakIterator> breaks{
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error)};
    if (breaks == nullptr) throw base::Fault{"ICU cuts no words"};
    breaks->setText(run);
    std::int32_t begin = breaks->first();
    for (std::int32_t end = breaks->next(); end != icu::BreakIterator::DONE;
         begin = end, end = breaks->next())
        out.push_back(word_of({run, begin, end - begin}));
}

bool is_stop_word(const Word& word)
{
    static const std::unordered_set<std::string_view> k_stops{std::begin(k_stop_words),
                                                              std::end(k_stop_words)};
    return k_stops.contains(word.stem);
}

bool has_content(const Word& word, std::string_view language)
{
    if (is_stop_word(word)) return false;
    const auto written = wide_of(word.written);
    if (language == "en" || is_unspaced(written.char32At(0))) return true;
    constexpr std::int32_t k_short = 3; // letters of the articles and prepositions of others
    return written.countChar32() > k_short || u_isdigit(written.char32At(0)) != 0;
}

} // namespace

std::string_view name_of(Thing thing)
{
    constexpr std::string_view k_names[] = {"any", "number", "date", "name", "cause", "place"};
    return base::row_of(k_names, thing);
}

std::set<std::string> stems_in(std::string_view text)
{
    std::set<std::string> out;
    for (auto& word : words_of(wide_of(text)))
        if (!is_stop_word(word)) out.insert(std::move(word.stem));
    return out;
}

bool is_of_name(const Word& word)
{
    return u_isupper(wide_of(word.written).char32At(0)) != 0;
}

std::string lower(std::string_view word)
{
    if (std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return reading::lower_case(word);
    UErrorCode error = U_ZERO_ERROR;
    const auto* composed = icu::Normalizer2::getNFCInstance(error);
    if (U_FAILURE(error) != 0) throw base::Fault{"ICU composes no letters"};
    return utf8_of(composed->normalize(wide_of(word).toLower(icu::Locale::getRoot()), error));
}

bool denies(std::string_view text)
{
    using reading::WordSet;
    static constexpr std::string_view k_others[] = {"false", "nobody", "unlike", "deny",
                                                    "deni"}; // stems
    constexpr reading::Cues k_denials{WordSet::not_so | WordSet::denies_cut | WordSet::disowned,
                                      k_others};
    return std::ranges::any_of(words_of(wide_of(text)), [&](const Word& word) {
        return reading::is_in(k_denials, word.stem) ||
               reading::is_in(k_denials, lower(word.written));
    });
}

std::vector<Word> words_of(const UnicodeString& text)
{
    std::vector<Word> out;
    for (std::int32_t i = 0; i < text.length();) {
        const std::int32_t begin = i;
        const bool unspaced = is_unspaced(text.char32At(i));
        while (i < text.length() && is_word_part(text.char32At(i)) &&
               is_unspaced(text.char32At(i)) == unspaced)
            i = text.moveIndex32(i, 1);
        if (i == begin)
            i = text.moveIndex32(i, 1);
        else if (unspaced)
            add_unspaced(out, UnicodeString{text, begin, i - begin});
        else
            out.push_back(word_of({text, begin, i - begin}));
    }
    return out;
}

Asked::Asked(std::string_view query, std::string_view language)
{
    const auto text = wide_of(query);
    thing = thing_of(UnicodeString{text}.toLower(icu::Locale::getRoot()));
    for (auto& word : words_of(text))
        if (has_content(word, language) && places.try_emplace(word.stem, words.size()).second)
            words.push_back(std::move(word));
}

bool holds(const UnicodeString& text, Thing thing)
{
    static const auto patterns = all_compiled(k_things);
    return matcher_of(*patterns[static_cast<std::size_t>(thing)], text)->find() != 0;
}

bool holds_anew(std::string_view text, const Asked& asked)
{
    const auto wide = wide_of(text);
    const bool is_name = asked.thing == Thing::name || asked.thing == Thing::place;
    return is_name ? !names_in(wide, asked).empty() : holds(wide, asked.thing);
}

std::vector<std::pair<std::int32_t, std::int32_t>> names_in(const UnicodeString& text,
                                                            const Asked& asked)
{
    static const auto any = compiled(base::concat("(?<=\\w )", k_name));
    static const auto placed = compiled(base::concat("(?<=\\b(in|at|near|on) (the )?)", k_name));
    std::vector<std::pair<std::int32_t, std::int32_t>> out;
    const auto found = matcher_of(asked.thing == Thing::place ? *placed : *any, text);
    UErrorCode error = U_ZERO_ERROR;
    while (found->find() != 0) {
        const std::pair name{found->start(error), found->end(error)};
        const auto words = words_of(UnicodeString{text, name.first, name.second - name.first});
        if (std::ranges::none_of(
                words, [&](const Word& word) { return asked.places.contains(word.stem); }))
            out.push_back(name);
    }
    return out;
}

} // namespace synthesize
