#include "statements/two_things.hpp"

#include "reading/wordnet/wordnet.hpp"
#include "statements/guards.hpp"

#include <algorithm>

namespace statements {

namespace {

constexpr double k_related = 0.75;

bool has_names_of_its_own(const Statement& own, const Statement& other)
{
    return !without(own.marks.names, other.terms).empty();
}

bool do_one_thing(const Statement& said, const Statement& other, const Meanings& meanings)
{
    constexpr double k_least = 0.5;
    const auto& verbs = said.marks.verbs;
    return verbs.empty() || std::any_of(verbs.begin(), verbs.end(), [&](TermId verb) {
               return std::any_of(other.terms.begin(), other.terms.end(), [&](TermId term) {
                   return meanings.likeness(verb, term) >= k_least;
               });
           });
}

// Whether one denies what the other says without a denial.
bool denies(const Statement& denying, const Statement& saying, const Meanings& meanings)
{
    const auto& all = denying.marks.denied;
    const auto& also = saying.marks.denied;
    return std::any_of(all.begin(), all.end(), [&](const auto& denied) {
        const auto near = [&](TermId term) {
            return meanings.likeness(denied.first, term) >= k_related;
        };
        return std::any_of(saying.terms.begin(), saying.terms.end(), near) &&
               std::none_of(also.begin(), also.end(),
                            [&](const auto& each) { return near(each.first); });
    });
}

// The part of what one tells, without circumstances, that the other one has.
double share_told(const Statement& own, const Statement& other, const Meanings& meanings)
{
    constexpr double k_least = 0.5;
    if (own.marks.told.empty()) return 0;
    double found = 0;
    for (const auto term : own.marks.told) {
        const double best = meanings.best(term, other.terms);
        found += best >= k_least ? best : 0;
    }
    return found / static_cast<double>(own.marks.told.size());
}

// Nothing else tells them apart.
bool may_be_opposed(const Both& both)
{
    const Terms common = without(both.left.terms, without(both.left.terms, both.right.terms));
    return !is_elsewhere(both.left) && !is_elsewhere(both.right) &&
           both.left.marks.parts == both.right.marks.parts &&
           speak_of_one_kind(both.left, both.right, common) &&
           !speak_of_other_years(both.left_source, both.left, both.right_source, both.right) &&
           may_be_of_one_day(both.left, both.right) && !name_two_things(both);
}

// A state that the next day may bring to an end.
bool are_present(const Both& both)
{
    constexpr std::string_view k_present[] = {"is", "are", "has", "have", "remains", "will"};
    return passage_of(both.left_source, both.left).any(k_present) &&
           passage_of(both.right_source, both.right).any(k_present);
}

// A deed that is denied is not a thing: "not taken" says nothing of a take. Of "no resignation" a
// "will resign" tells the contrary.
bool may_be_denied_by(std::string_view denied, std::string_view said)
{
    const auto& known = reading::WordNet::embedded();
    const auto is_verb = [&](std::string_view word) {
        return known.is_chiefly(word, reading::WordKind::verb);
    };
    return denied == said || !is_verb(denied) || is_verb(said);
}

// Whether the denying statement says the term itself, outside of what it denies.
bool stands_outside(const Statement& denying, TermId term, const Source& source, Run denial)
{
    for (std::uint32_t i = denying.first; i < denying.last; ++i) {
        const auto terms = source.terms.of(i);
        const bool inside = denial.begin <= i && i < denial.end;
        if (!inside && std::find(terms.begin(), terms.end(), term) != terms.end()) return true;
    }
    return false;
}

// `turned`: the right one denies.
std::optional<Disagreement> denial_of(const Both& both, bool turned, const Vocabulary& vocabulary)
{
    constexpr double k_least = 0.6;
    const Statement& denying = turned ? both.right : both.left;
    const Statement& saying = turned ? both.left : both.right;
    const Source& source = turned ? both.left_source : both.right_source;
    if (saying.marks.is_negated) return std::nullopt;
    const Source& denying_source = turned ? both.right_source : both.left_source;
    for (const auto& [denied, run] : denying.marks.denied)
        for (std::uint32_t i = saying.first; i < saying.last; ++i)
            for (const auto term : source.terms.of(i)) {
                if (both.meanings.likeness(denied, term) < k_related) continue;
                const auto word = denying_source.document.word(run.end - 1);
                if (!may_be_denied_by(word, source.document.word(i))) continue;
                // "He did not hear it but saw her" denies no seeing.
                if (term != denied && stands_outside(denying, term, denying_source, run)) continue;
                const double shared = std::min(share_told(denying, saying, both.meanings),
                                               share_told(saying, denying, both.meanings));
                if (shared < k_least || !may_be_opposed(both)) return std::nullopt;
                const Run said{i, i + 1};
                return Disagreement{Opposition::polarity, vocabulary.word(denied),
                                    turned ? said : run, turned ? run : said, are_present(both)};
            }
    return std::nullopt;
}

} // namespace

bool speak_of_two_things(const Both& both)
{
    const auto& [left_source, left, right_source, right, meanings] = both;
    if (speak_of_two_parts(left, right) || go_other_ways(left, right) ||
        denies(left, right, meanings) || denies(right, left, meanings))
        return true;
    const Terms more = without(left.terms, right.terms);
    const Terms more_right = without(right.terms, left.terms);
    if (!left.marks.modified.empty() && !right.marks.modified.empty() &&
        !speak_of_one_kind(left, right, without(left.terms, more)))
        return true;
    if (name_two_things(both)) return true;
    for (const auto one : more)
        for (const auto other : more_right)
            if (meanings.are_opposite(one, other)) return true;
    return false;
}

bool name_two_things(const Both& both)
{
    return has_names_of_its_own(both.left, both.right) &&
           has_names_of_its_own(both.right, both.left);
}

bool tell_other_deeds(const Both& both)
{
    return !do_one_thing(both.left, both.right, both.meanings) &&
           !do_one_thing(both.right, both.left, both.meanings);
}

bool tell_one_thing(const Both& both)
{
    constexpr double k_larger = 0.75;
    constexpr double k_smaller = 0.6;
    const double one = share_told(both.left, both.right, both.meanings);
    const double other = share_told(both.right, both.left, both.meanings);
    return std::max(one, other) >= k_larger && std::min(one, other) >= k_smaller &&
           both.left.labels == both.right.labels &&
           do_one_thing(both.left, both.right, both.meanings) &&
           do_one_thing(both.right, both.left, both.meanings) &&
           is_planned(both.left) == is_planned(both.right) && may_be_opposed(both);
}

bool tell_mostly_one_thing(const Both& both)
{
    constexpr double k_larger = 0.5;
    constexpr double k_smaller = 0.35;
    const double one = share_told(both.left, both.right, both.meanings);
    const double other = share_told(both.right, both.left, both.meanings);
    return std::max(one, other) >= k_larger && std::min(one, other) >= k_smaller;
}

std::optional<Disagreement> denial_between(const Both& both, const Vocabulary& vocabulary)
{
    if (auto found = denial_of(both, /*turned=*/false, vocabulary)) return found;
    return denial_of(both, /*turned=*/true, vocabulary);
}

} // namespace statements
