// attack.counterexample: a statement about all, and an exception nearby.
//
// Words alone cannot prove that the exception is one of those all: it is noted, not judged.
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/wording/checks.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace verify::wording {

using reading::WordSet;

const Check k_attack_counterexample{
    .id = "attack.counterexample",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof = {
        "a note: the text names an exception to what it says of all, or a statement held only "
        "under a charitable reading",
        "an exception that the text does not name"}};

namespace {

// How many sentences an exception may be away.
constexpr std::size_t k_counterexample_reach = 6;

constexpr reading::OwnCues k_of_all{WordSet::every | WordSet::everybody, {"all", "always"}};
constexpr reading::OwnCues k_of_none{WordSet::none, {"never"}};
constexpr reading::OwnCues k_of_persons{WordSet::everybody, {"nobody"}};
// They take the universal back.
constexpr std::string_view k_softened[] = {"not",         "nearly", "almost", "virtually",
                                           "practically", "in",     "at",     "after",
                                           "above",       "mostly", "n't"};
constexpr reading::OwnCues k_negations{WordSet::denies | WordSet::not_so | WordSet::no,
                                       {"without"}};
// The exception is not said to be so.
constexpr reading::OwnCues k_open{WordSet::may | WordSet::supposes, {"?"}};
// Words that say nothing of what a sentence is about.
constexpr reading::OwnCues k_empty{
    WordSet::possessive | WordSet::personal | WordSet::demonstrative | WordSet::copula |
        WordSet::role_prep | WordSet::article | WordSet::have | WordSet::does | WordSet::not_so |
        WordSet::place_prep | WordSet::none | WordSet::joins | WordSet::every | WordSet::everybody |
        WordSet::way_prep | WordSet::be | WordSet::must | WordSet::will | WordSet::all |
        WordSet::in_order,
    {"as", "but", "so", "always", "one", "two", "three", "four", "during", "after", "before",
     "first", "than", "there", "also", "very", "any", "some", "during"}};
constexpr std::pair<std::string_view, std::string_view> k_opposites[] = {
    {"pass", "fail"}, {"open", "clos"},    {"present", "absent"}, {"accept", "reject"},
    {"win", "lose"},  {"succeed", "fail"}, {"agre", "disagre"},   {"surviv", "di"}};

std::string stem(std::string_view word)
{
    std::string out{word};
    const auto cut = [&](std::string_view end, std::size_t least) {
        if (out.size() < end.size() + least || !out.ends_with(end)) return false;
        out.resize(out.size() - end.size());
        return true;
    };
    if (cut("'s", 2)) return out;
    if (!cut("ies", 3) && !cut("ing", 4) && !cut("ed", 3) && !cut("es", 4)) cut("s", 3);
    if (out.size() > 3 && out.back() == 'e') out.pop_back();
    if (out.size() > 3 && out.back() == 'y') out.pop_back();
    return out;
}

struct Sentence {
    std::set<std::string> stems;
    bool negated = false;
    bool open = false;
    bool universal = false; // of all or of none
    bool of_none = false;
    bool of_persons = false;
};

Sentence read(const Passage& passage)
{
    Sentence out;
    for (auto i = passage.begin(); i < passage.end(); ++i) {
        const auto word = passage.word(i);
        out.negated = out.negated || reading::is_in(k_negations, word);
        // "May" is a month.
        const bool month = reading::is_upper(passage.document().raw(i).front());
        out.open = out.open || (reading::is_in(k_open, word) && !month);
        const bool softened = reading::is_one_of(passage.word(i - 1), k_softened);
        const bool none = reading::is_in(k_of_none, word);
        const bool command = i == passage.begin() && (word == "never" || word == "always");
        const bool idiom = passage.is(i + 1, {",", "in"}) || passage.reads(i + 1, {"of", "a"});
        if ((none || reading::is_in(k_of_all, word)) && !softened && !command && !idiom &&
            !out.universal) {
            out.universal = true;
            out.of_none = none;
            out.of_persons = reading::is_in(k_of_persons, word);
        }
        const bool meant = passage.document().kind(i) == TokenKind::word && word.size() > 2 &&
                           !reading::is_in(k_empty, word) && !reading::is_in(k_negations, word);
        if (meant && out.stems.size() < 24) out.stems.insert(stem(word));
    }
    return out;
}

bool is_opposite(const Sentence& all, const Sentence& other)
{
    return std::any_of(std::begin(k_opposites), std::end(k_opposites), [&](const auto& pair) {
        return (all.stems.contains(std::string{pair.first}) &&
                other.stems.contains(std::string{pair.second})) ||
               (all.stems.contains(std::string{pair.second}) &&
                other.stems.contains(std::string{pair.first}));
    });
}

bool is_exception(const Sentence& all, const Sentence& other)
{
    if (other.open || all.stems.empty()) return false;
    if (other.universal && !other.negated) return false;
    std::size_t shared = 0;
    for (const auto& word : all.stems) shared += other.stems.contains(word) ? 1U : 0U;
    const bool opposite = is_opposite(all, other);
    if (opposite) return shared >= 1 && !other.negated;
    const std::size_t least = all.of_persons ? 1 : 2;
    if (shared < least || shared * 10 < all.stems.size() * 6) return false;
    return all.of_none ? !other.negated : other.negated;
}

Mark mark_sentence(const Document& document, std::size_t index)
{
    const auto& sentence = document.sentences[index];
    return mark_view(document, sentence.begin, sentence.end, {});
}

void look_for_counterexamples(const Document& document, Review& review)
{
    std::vector<Sentence> sentences;
    sentences.reserve(document.sentences.size());
    for (std::size_t i = 0; i < document.sentences.size(); ++i)
        sentences.push_back(read(Passage::sentence(document, i)));
    const std::size_t limit = review.findings.size() + k_max_findings;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        const Sentence& all = sentences[i];
        if (!all.universal || all.open || (!all.of_none && all.negated)) continue;
        const std::size_t first = i < k_counterexample_reach ? 0 : i - k_counterexample_reach;
        const std::size_t last = std::min(sentences.size(), i + k_counterexample_reach + 1);
        for (std::size_t k = first; k < last; ++k) {
            if (k == i || !is_exception(all, sentences[k])) continue;
            found(k_attack_counterexample, "The text may name an exception to what it says of all",
                  document, Certainty::heuristic, Severity::info)
                .stated(mark_sentence(document, i))
                .mark(mark_sentence(document, k), "context")
                .shows("of", all.of_none ? "none" : "all", "distance", k > i ? k - i : i - k)
                .says("One sentence speaks of all or none; another, close to it, says the contrary "
                      "of one with the same words.")
                .note(review, "Say which are excepted, or for when the statement holds.");
            if (review.findings.size() >= limit) return;
            break;
        }
    }
}

constexpr const Check* k_counterexamples_checks[] = {&k_attack_counterexample};

} // namespace

const Family k_counterexamples{Voice::red_team, k_counterexamples_checks, look_for_counterexamples};

} // namespace verify::wording
