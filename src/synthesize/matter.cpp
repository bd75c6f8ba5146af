#include "synthesize/matter.hpp"

#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/guards.hpp"

#include <algorithm>
#include <initializer_list>

namespace synthesize {

using reading::Passage;
using reading::TokenKind;
using reading::WordNet;
using reading::WordSet;

namespace {

constexpr auto k_matter_prepositions = WordSet::place_prep | WordSet::role_prep |
                                       WordSet::way_prep | WordSet::between_prep | WordSet::until |
                                       WordSet::after | WordSet::before | WordSet::since;

bool has(const std::vector<TermId>& all, TermId term)
{
    return std::find(all.begin(), all.end(), term) != all.end();
}

bool holds_any(const Statement& said, const std::vector<TermId>& terms)
{
    return std::any_of(terms.begin(), terms.end(), [&](TermId term) {
        return std::binary_search(said.terms.begin(), said.terms.end(), term);
    });
}

std::uint32_t first_verb(const Passage& words, std::uint32_t from)
{
    while (from < words.end() && !reading::is_finite_verb(words, from)) ++from;
    return from;
}

// Behind "On Saturdays," and "In 2011".
std::uint32_t behind_opening(const Passage& words)
{
    const auto begin = words.begin();
    if (!words.is(begin, k_matter_prepositions | WordSet::not_so)) return begin;
    const auto verb = first_verb(words, begin);
    for (std::uint32_t i = begin; i < verb; ++i)
        if (words.is(i, {","})) return i + 1;
    const auto is_time = [&](std::uint32_t token) {
        return words.holds(token) && (words.document().kind(token) == TokenKind::number ||
                                      words.is(token, WordSet::month_name | WordSet::weekday_name));
    };
    auto out = begin + 1;
    while (is_time(out)) ++out;
    return out > begin + 1 ? out : begin;
}

int year_of(std::chrono::sys_days day)
{
    return static_cast<int>(std::chrono::year_month_day{day}.year());
}

// "A second gallery at": what stands before the preposition is one of several.
bool is_of_indefinite(const Passage& words, std::uint32_t preposition)
{
    constexpr std::uint32_t k_near = 3;
    for (std::uint32_t back = 2; back <= k_near + 1 && preposition >= words.begin() + back; ++back)
        if (words.is(preposition - back, WordSet::indefinite | WordSet::others)) return true;
    return false;
}

// "Fall" of "waterfall".
bool ends_alike(std::string_view one, std::string_view other)
{
    constexpr std::size_t k_least = 4;
    return std::min(one.size(), other.size()) >= k_least &&
           (one.ends_with(other) || other.ends_with(one));
}

bool is_past_verb(const Passage& words, std::uint32_t token)
{
    const auto word = words.word(token);
    return reading::is_one_of(word, {"was", "were", "had", "did"}) ||
           (word.ends_with("ed") && reading::is_finite_verb(words, token));
}

} // namespace

std::optional<std::uint32_t> subject_of(const Passage& words)
{
    const auto begin = behind_opening(words);
    const auto verb = first_verb(words, begin);
    if (verb >= words.end()) return std::nullopt;
    std::optional<std::uint32_t> out;
    for (std::uint32_t i = begin; i < verb; ++i) {
        if (words.is(i, {",", "who", "which", "that", "(", "and"}) ||
            words.is(i, k_matter_prepositions))
            break;
        const auto word = words.word(i);
        const bool pronoun = words.is(i, WordSet::personal | WordSet::demonstrative);
        const bool capital = reading::is_upper(words.document().raw(i).front());
        if (pronoun || capital || WordNet::embedded().can_be(word, reading::WordKind::noun))
            out = i;
        if (pronoun) break;
    }
    return out;
}

bool goes_on(const Passage& words)
{
    const auto begin = behind_opening(words);
    return words.is(begin, {"it", "its", "they", "their", "he", "she", "his", "her", "this",
                            "these", "there", "here", "both", "all"});
}

Matter::Matter(const Study& study, const Meanings& meanings) : m_study{study}, m_meanings{meanings}
{
    for (const auto& source : study.sources)
        if (source->published)
            m_latest = std::max(m_latest.value_or(*source->published), *source->published);
    for (const auto& said : study.statements)
        for (const auto& moment : said.moments)
            if (moment.year && !is_planned(said))
                m_latest_told = std::max(m_latest_told.value_or(*moment.year), *moment.year);
}

double Matter::of(const Part& part, std::size_t statement) const
{
    if (!part.has_type()) return 1;
    return of_time(part, statement) * of_fact(part, statement) * of_subject(part, statement) *
           of_place(part, statement);
}

bool Matter::is_of_another_year(const Part& part, const Statement& said) const
{
    if (part.asks == Asks::attribute || part.aspect == Aspect::population) return false;
    if (part.asks == Asks::date && !part.is_future && !part.is_present) return false;
    const auto& published = m_study.sources[said.source]->published;
    const auto day = published ? published : m_latest;
    // "How many are left" is asked of today; how high it is was so in the year it was built.
    if (!day && (part.asks != Asks::count || !part.is_present || !m_latest_told)) return false;
    const int reference = part.years_back && m_latest ? year_of(*m_latest) - *part.years_back
                          : day                       ? year_of(*day)
                                                      : *m_latest_told;
    return std::any_of(said.moments.begin(), said.moments.end(), [&](const Moment& moment) {
        return moment.year && *moment.year < reference &&
               m_study.order.query.find(std::to_string(*moment.year)) == std::string::npos;
    });
}

double Matter::of_time(const Part& part, std::size_t statement) const
{
    const Statement& said = m_study.statements[statement];
    const auto words = passage_of(m_study.source_of(statement), said);
    if (is_of_another_year(part, said)) return 0.4;
    const bool planned = is_planned(said);
    if (part.is_past && planned) return part.asks == Asks::deed ? 0.3 : 0.6;
    if (part.asks == Asks::date || (!part.is_present && !part.is_future)) return 1;
    constexpr std::chrono::days k_old{400};
    const auto& published = m_study.sources[said.source]->published;
    if (part.is_present && published && m_latest && *m_latest - *published > k_old) return 0.6;
    // "Is kept": what was until then is not asked.
    const bool over = words.any(WordSet::until | WordSet::formerly);
    const auto verb = first_verb(words, words.begin());
    return over ? 0.5 : is_past_verb(words, verb) && !planned ? 0.85 : 1;
}

// What one takes for possible is no answer where another tells what is.
double Matter::of_fact(const Part& part, std::size_t statement) const
{
    const Statement& said = m_study.statements[statement];
    const auto words = passage_of(m_study.source_of(statement), said);
    if (part.asks == Asks::yes_no || part.asks == Asks::topic) return 1;
    // "How they can escape from boredom is not what anybody asks."
    if (words.is(words.begin(), {"how", "why", "what", "whether", "who", "which"})) return 0.5;
    const bool future = part.is_future || part.asks == Asks::date;
    if (words.any({"would", "rumour", "rumor", "rumours", "rumors", "word"}) && !future) return 0.6;
    if (said.hedged || words.any({"think", "thinks", "suspect", "suspected", "suspicion"}))
        return 0.75;
    return said.opinion ? 0.85 : 1;
}

// What another thing does or is. Of what the sentence before names, of people and of names it is
// not can tell here.
double Matter::of_subject(const Part& part, std::size_t statement) const
{
    const bool of_one = part.asks == Asks::date || part.asks == Asks::duration ||
                        part.asks == Asks::measure || part.asks == Asks::money ||
                        part.asks == Asks::place || part.asks_property;
    const Source& source = m_study.source_of(statement);
    if (!of_one || source.language != "en") return 1;
    const auto words = passage_of(source, m_study.statements[statement]);
    if (goes_on(words)) return 1;
    const auto subject = subject_of(words);
    if (!subject || words.is(*subject, WordSet::personal | WordSet::demonstrative)) return 1;
    const auto& known = WordNet::embedded();
    const auto word = words.word(*subject);
    if (known.is_person(word) || reading::is_in(WordSet::people, word)) return 1;
    if (reading::is_upper(words.document().raw(*subject).front()) && *subject > words.begin())
        return 1;
    if (known.bases(word).empty()) return 1; // a name
    const auto asks_for = [&](std::uint32_t token) {
        const auto terms = source.terms.of(token);
        return !terms.empty() &&
               (has(part.terms, terms.front()) || has(part.subject, terms.front()));
    };
    // "The bill for the tunnel"; not "the path to the waterfall".
    if (words.is(*subject + 1, {"of", "for"}))
        for (auto i = *subject + 2; i < std::min(*subject + 6, words.end()); ++i)
            if (asks_for(i)) return 1;
    constexpr double k_names_related = 0.5;
    for (const auto term : source.terms.of(*subject))
        for (const auto* asked : {&part.terms, &part.subject})
            for (const auto each : *asked)
                if (m_meanings.likeness(each, term) >= k_names_related ||
                    ends_alike(m_study.vocabulary.word(each), m_study.vocabulary.word(term)))
                    return 1;
    return 0.65;
}

// "A second gallery at nearby Rocas" where Malvar was asked: a place of its own and none of the
// question's names.
double Matter::of_place(const Part& part, std::size_t statement) const
{
    const Source& source = m_study.source_of(statement);
    const Statement& said = m_study.statements[statement];
    const auto words = passage_of(source, said);
    const bool asks_opposite =
        part.asks != Asks::yes_no && part.asks != Asks::deed &&
        std::any_of(part.terms.begin(), part.terms.end(), [&](TermId asked) {
            return !has(part.names, asked) &&
                   !std::binary_search(said.terms.begin(), said.terms.end(), asked) &&
                   std::any_of(said.terms.begin(), said.terms.end(),
                               [&](TermId term) { return m_meanings.are_opposite(asked, term); });
        });
    double out = asks_opposite ? 0.6 : 1;
    if (part.asks == Asks::place || part.names.empty() || holds_any(said, part.names)) return out;
    if (source.language != "en") return out;
    for (std::uint32_t i = words.begin() + 1; i < words.end(); ++i) {
        if (!words.is(i, WordSet::place_prep) || !is_of_indefinite(words, i)) continue;
        const auto next =
            words.is(i + 1, {"nearby", "neighbouring", "neighboring"}) ? i + 2 : i + 1;
        if (!words.holds(next) || words.document().kind(next) != TokenKind::word) continue;
        const bool capital = reading::is_upper(words.document().raw(next).front());
        const bool of_calendar = words.is(next, WordSet::month_name | WordSet::weekday_name);
        const auto terms = source.terms.of(next);
        if (!capital || of_calendar || terms.empty()) continue;
        if (!has(part.terms, terms.front()) && !has(part.subject, terms.front())) return out * 0.6;
    }
    return out;
}

} // namespace synthesize
