#include "synthesize/brief/telling.hpp"

#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/guards.hpp"
#include "synthesize/brief/cues.hpp"

#include <algorithm>

namespace synthesize::brief {

using reading::Passage;
using reading::WordKind;
using reading::WordNet;
using reading::WordSet;

namespace {

// A cue in whichever form it stands.
bool is_risk_word(std::string_view word)
{
    const auto& known = WordNet::embedded();
    const auto bases = known.bases(word);
    return std::any_of(bases.begin(), bases.end(), [&](WordNet::Id base) {
        return reading::is_one_of(known.text(base), k_risks);
    });
}

// "risk ratio", "high-risk systems", "risk-tiered": the cue only describes another noun.
bool describes_noun(const Passage& words, std::uint32_t token)
{
    const auto& known = WordNet::embedded();
    if (words.is(token - 1, {"-"}) || words.is(token + 1, {"-"})) return true;
    const auto next = words.word(token + 1);
    return known.can_be(words.word(token), WordKind::noun) &&
           known.is_chiefly(next, WordKind::noun) && !reading::is_finite_verb(words, token + 1);
}

// "no risk", "without danger", "any concerns", "low risk": it is said that there is none.
bool is_denied(const Passage& words, std::uint32_t token)
{
    constexpr std::uint32_t k_near = 4;
    const auto begin = std::max(words.begin() + k_near, token) - k_near;
    for (std::uint32_t i = begin; i < token; ++i)
        if (statements::is_negation(words, i) ||
            words.is(i, {"no", "any", "without", "low", "little", "kein", "keine", "ohne"}))
            return true;
    return false;
}

// Whether some source tells in the past of what the cue means: "the spire collapsed" of "collapse".
bool has_happened(const Study& study, std::string_view cue)
{
    constexpr std::size_t k_stem = 4; // bytes that all forms of such a verb begin with
    const auto& known = WordNet::embedded();
    const auto bases = known.bases(cue, WordKind::verb);
    if (bases.empty()) return false;
    const auto is_past_form = [&](std::string_view word) {
        if (!word.ends_with("ed") || !word.starts_with(cue.substr(0, k_stem))) return false;
        const auto others = known.bases(word, WordKind::verb);
        return std::any_of(others.begin(), others.end(), [&](WordNet::Id base) {
            return std::find(bases.begin(), bases.end(), base) != bases.end();
        });
    };
    return std::any_of(study.statements.begin(), study.statements.end(), [&](const auto& said) {
        const auto words = passage_of(*study.sources[said.source], said);
        for (std::uint32_t i = words.begin(); i < words.end(); ++i)
            if (is_past_form(words.word(i))) return true;
        return false;
    });
}

bool is_in_brackets(const Passage& words, std::uint32_t token)
{
    for (std::uint32_t i = token; i > words.begin(); --i) {
        if (words.is(i - 1, WordSet::opens)) return true;
        if (words.is(i - 1, WordSet::closes)) return false;
    }
    return false;
}

// Whether most titles, or the question, hold the word: it is the matter, not a risk of it.
bool is_the_matter(const Study& study, TermId term)
{
    if (std::ranges::binary_search(study.question.terms, term)) return true;
    std::size_t titles = 0;
    std::size_t with = 0;
    for (const auto& source : study.sources) {
        if (source->of_title.empty()) continue;
        ++titles;
        with += source->of_title.contains(term) ? 1U : 0U;
    }
    return with > 0 && with * 2 >= titles;
}

// The newest day of a source.
std::optional<std::chrono::sys_days> newest(const Study& study)
{
    std::optional<std::chrono::sys_days> out;
    for (const auto& source : study.sources)
        if (source->published && (!out || *out < *source->published)) out = source->published;
    return out;
}

// The last day that a moment may be; nullopt: no year is told.
std::optional<std::chrono::sys_days> last_day(const Moment& moment)
{
    constexpr int k_months = 12;
    if (!moment.year) return std::nullopt;
    if (moment.month != 0 && moment.day != 0)
        return reading::gregorian(*moment.year, moment.month, moment.day);
    const bool is_year_end = moment.month == 0 || moment.month == k_months;
    const auto next = reading::gregorian(is_year_end ? *moment.year + 1 : *moment.year,
                                         is_year_end ? 1 : moment.month + 1, 1);
    if (!next) return std::nullopt;
    return *next - std::chrono::days{1};
}

// "will open", "is expected to open", "plans to open"; not "due to a fault", "scheduled flights".
bool plans_at(const Passage& words, std::uint32_t token)
{
    if (words.is(token, {"will", "shall", "won't"})) return true;
    if (words.is(token, {"due"}))
        return words.is(token + 1, {"to"}) &&
               WordNet::embedded().can_be(words.word(token + 2), WordKind::verb) &&
               words.is(token - 1, WordSet::be | WordSet::copula);
    const bool is_plan =
        words.is(token, {"expected", "expects", "expect", "planned", "plans", "plan", "forecast",
                         "projected", "projects", "aims", "scheduled", "predicted", "intends",
                         "intended", "slated"});
    return is_plan && words.is(token + 1, {"to", "for"}) &&
           !words.is(token - 1, {"was", "were", "had", "been"});
}

// German puts the verb of a plan last, and tells of a time ahead beside it.
bool plans_in_german(const Passage& words)
{
    if (!words.any({"wird", "werden", "soll", "sollen"})) return false;
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (words.word(i).starts_with("k\u00fcnftig") || words.word(i).starts_with("n\u00e4chst") ||
            words.word(i).starts_with("kommende"))
            return true;
    return false;
}

// Whether it, or the sentence before it, speaks of what the question is about: "The bridge opens in
// May. Delays at the ramps remain a risk."
bool goes_on_about_question(const Study& study, std::size_t statement)
{
    if (is_about_question(study, statement)) return true;
    return statement > 0 &&
           study.statements[statement - 1].source == study.statements[statement].source &&
           is_about_question(study, statement - 1);
}

} // namespace

bool tells_past(const Passage& words)
{
    const auto& known = WordNet::embedded();
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const auto word = words.word(i);
        if (!reading::is_finite_verb(words, i)) continue;
        if (words.is(i, {"was", "were", "had", "did", "wasn't", "weren't", "hadn't", "didn't"}))
            return true;
        if (words.is(i, WordSet::be | WordSet::copula | WordSet::have | WordSet::does |
                            WordSet::may | WordSet::must | WordSet::will) ||
            word.ends_with("s"))
            continue;
        const auto bases = known.bases(word, WordKind::verb);
        if (std::any_of(bases.begin(), bases.end(),
                        [&](WordNet::Id base) { return known.text(base) != word; }))
            return true;
    }
    return false;
}

bool is_about_question(const Study& study, std::size_t statement)
{
    const auto& terms = study.statements[statement].terms;
    return study.question.terms.empty() ||
           std::any_of(terms.begin(), terms.end(), [&](TermId term) {
               return std::ranges::binary_search(study.question.terms, term);
           });
}

bool is_caption(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    const Statement& said = study.statements[statement];
    const auto words = passage_of(source, said);
    if (source.language != "en" || !source.published) return false;
    const bool is_over =
        std::any_of(said.moments.begin(), said.moments.end(), [&](const Moment& moment) {
            const auto day = last_day(moment);
            return moment.day != 0 && day && *day <= *source.published &&
                   words.is(moment.begin - 1, {"on", ","});
        });
    return is_over && !tells_past(words) && !words.any(WordSet::have | WordSet::will);
}

bool tells_risk(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    const auto words = passage_of(source, study.statements[statement]);
    if (!goes_on_about_question(study, statement)) return false;
    const auto& known = WordNet::embedded();
    const bool is_past = tells_past(words);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const auto word = words.word(i);
        if (!is_risk_word(word) || describes_noun(words, i) || is_denied(words, i) ||
            is_in_brackets(words, i))
            continue;
        const auto terms = source.terms.of(i);
        if (std::any_of(terms.begin(), terms.end(),
                        [&](TermId term) { return is_the_matter(study, term); }))
            continue;
        // What has happened: "the roof collapsed", "caused the collapse of the roof". A warning
        // that was given still warns.
        const bool is_deed = !word.ends_with('s') && reading::is_finite_verb(words, i) &&
                             !words.is(i, WordSet::says);
        const bool is_over = known.is_event(word) || is_deed || has_happened(study, word);
        if (is_past && is_over) continue;
        return true;
    }
    return false;
}

bool tells_ahead(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    const Statement& said = study.statements[statement];
    const auto words = passage_of(source, said);
    if (!goes_on_about_question(study, statement) || said.dangles) return false;
    const auto latest = newest(study);
    if (latest && !said.moments.empty() &&
        std::all_of(said.moments.begin(), said.moments.end(), [&](const Moment& moment) {
            const auto day = last_day(moment);
            return day && *day <= *latest;
        }))
        return false;
    if (source.language == "de") return plans_in_german(words);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (plans_at(words, i)) return true;
    return false;
}

} // namespace synthesize::brief
