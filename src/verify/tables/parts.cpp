// A sentence that says several things of a table: each is judged alone, and one that is wrong makes
// the sentence wrong.
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/said.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

namespace {

constexpr reading::Cues k_verbs{WordSet::copula | WordSet::have};
constexpr reading::Cues k_articles{WordSet::article};

using Phrases = std::vector<Phrase>;

Said part_of(const Said& said, Phrases phrases)
{
    return {said.document, said.table, said.texts, std::move(phrases)};
}

// Names of one column with nothing but "and" between them.
struct List {
    std::vector<std::size_t> members;
    std::size_t begin = 0;
    std::size_t end = 0;
    bool is_each = false; // "both", "each"
};

bool can_join(const Phrase& left, const Phrase& right)
{
    return left.part == Part::cell && right.part == Part::cell && left.columns.size() == 1 &&
           left.columns == right.columns && !left.is_weak && !right.is_weak;
}

std::optional<List> list_of(const Said& said)
{
    const auto& phrases = said.phrases;
    std::optional<List> out;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
        if (phrases[i].part != Part::cell) continue;
        List list{{i}, i, i + 1, false};
        for (std::size_t at = i + 1; at < phrases.size(); ++at) {
            if (reading::is_one_of(phrases[at].text, {"and", "the"})) continue;
            if (!can_join(phrases[i], phrases[at])) break;
            list.members.push_back(at);
            list.end = at + 1;
        }
        if (list.members.size() < 2) continue;
        if (out) return std::nullopt;
        out = list;
        i = list.end;
    }
    return out;
}

// What a part came to: whether it holds, is wrong, or is open.
struct Result {
    Review review;
    [[nodiscard]] bool is_wrong() const { return !review.findings.empty(); }
    [[nodiscard]] bool is_decided() const { return is_wrong() || !review.passes.empty(); }
};

// One that is wrong, else that all hold.
void tell(std::vector<Result> results, Review& review)
{
    for (auto& result : results) {
        if (!result.is_wrong()) continue;
        review.findings.push_back(std::move(result.review.findings.front()));
        return;
    }
    for (auto& result : results)
        for (auto& each : result.review.passes) review.passes.push_back(std::move(each));
}

// Words before the first verb.
Phrases subject_phrases(const Phrases& phrases)
{
    const auto verb = std::find_if(phrases.begin(), phrases.end(), [](const Phrase& phrase) {
        return reading::is_in(k_verbs, phrase.text);
    });
    return verb == phrases.end() ? Phrases{} : Phrases(phrases.begin(), verb);
}

// "and has the fewest laps", "and the highest score"
bool lacks_subject(const Phrases& phrases)
{
    if (reading::is_in(k_verbs, phrases.front().text)) return true;
    return phrases.size() > 1 && reading::is_in(k_articles, phrases[0].text) &&
           phrases[1].part == Part::cue;
}

// The same said of several: "Ash and Elm are from Leeds".
bool check_list(const Said& said, Review& review)
{
    constexpr std::size_t k_most_members = 6;
    auto list = list_of(said);
    if (!list || list->members.size() > k_most_members) return false;
    std::vector<bool> is_cut(said.phrases.size(), false);
    for (std::size_t i = 0; i < said.phrases.size(); ++i) {
        const Phrase& phrase = said.phrases[i];
        const bool is_all = phrase.text == "all" && i >= list->end && i <= list->end + 1;
        if (phrase.part == Part::cue &&
            (is_all || reading::is_one_of(phrase.text, {"both", "each"}))) {
            is_cut[i] = list->is_each = true;
            continue;
        }
        // Said of both together, or of one of them.
        const bool is_open = phrase.part == Part::number && phrase.is_spelled;
        if (is_open || reading::is_one_of(phrase.text, {"not", "no", "or", "between", "total"}))
            return false;
    }
    const bool is_told =
        list->is_each || (list->end < said.phrases.size() &&
                          reading::is_in(reading::Cues{WordSet::have, {"are", "were"}},
                                         said.phrases[list->end].text));
    std::vector<Result> results;
    for (const auto member : list->members) {
        Phrases phrases;
        for (std::size_t i = 0; i < said.phrases.size(); ++i)
            if (i == member || (!is_cut[i] && (i < list->begin || i >= list->end)))
                phrases.push_back(said.phrases[i]);
        const Said one = part_of(said, std::move(phrases));
        Result result;
        if (!check_one(one, result.review)) return false;
        // "Ash and Elm have 5 points" may mean that of both together.
        const bool is_sum = !list->is_each && std::any_of(said.phrases.begin(), said.phrases.end(),
                                                          [](const Phrase& phrase) {
                                                              return phrase.part == Part::number;
                                                          });
        if (result.is_wrong() && (!is_told || is_sum)) return false;
        results.push_back(std::move(result));
    }
    tell(std::move(results), review);
    return true;
}

// Several statements in one sentence: "Ash is first, while Elm has 5 points".
bool check_clauses(const Said& said, Review& review)
{
    constexpr reading::Cues k_parting{WordSet::contrasts};
    constexpr std::size_t k_most_splits = 6;
    std::size_t splits = 0;
    for (std::size_t i = 1; i + 1 < said.phrases.size() && splits < k_most_splits; ++i) {
        const auto& word = said.phrases[i];
        if (is_value(word) || (word.text != "and" && !reading::is_in(k_parting, word.text)))
            continue;
        ++splits;
        const auto at = said.phrases.begin() + static_cast<std::ptrdiff_t>(i);
        Phrases left(said.phrases.begin(), at);
        Phrases right(at + 1, said.phrases.end());
        if (lacks_subject(right)) {
            Phrases subject = subject_phrases(left);
            if (subject.empty()) continue;
            right.insert(right.begin(), subject.begin(), subject.end());
        }
        std::vector<Result> results(2);
        const Said first = part_of(said, std::move(left));
        const Said second = part_of(said, std::move(right));
        const auto judge = [](const Said& part, Review& own) {
            return check_one(part, own) || check_list(part, own);
        };
        if (!judge(first, results[0].review)) continue;
        if (!judge(second, results[1].review) &&
            (splits > 1 || !check_clauses(second, results[1].review)))
            continue;
        tell(std::move(results), review);
        return true;
    }
    return false;
}

} // namespace

bool check_said(const Said& said, Review& review)
{
    constexpr std::size_t k_most_phrases = 60;
    if (said.rows() == 0 || said.phrases.size() > k_most_phrases) return false;
    return check_one(said, review) || check_list(said, review) || check_clauses(said, review);
}

} // namespace verify::tables
