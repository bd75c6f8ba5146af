#include "synthesize/brief/section.hpp"

#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/telling.hpp"
#include "synthesize/unanswered.hpp"

#include <algorithm>

namespace synthesize::brief {

namespace {

constexpr std::size_t k_most_findings = 9;
constexpr std::size_t k_most_of_a_cue = 5;
constexpr double k_least_worth = 0.5; // see reading::Utterance

// The answers, each contested one with the strongest claim against it behind it.
std::vector<Item> bottom_line(const Study& study, Uses& uses)
{
    std::vector<std::size_t> claims;
    const auto add = [&](std::size_t claim) {
        if (std::find(claims.begin(), claims.end(), claim) == claims.end()) claims.push_back(claim);
    };
    for (const auto& answered : study.answers) {
        if (!answered.claim) continue;
        add(*answered.claim);
        const std::size_t next = *answered.claim + 1;
        const bool is_opposed = study.claims[*answered.claim].status == ClaimStatus::contested &&
                                next < study.summarized &&
                                study.claims[next].status == ClaimStatus::contested;
        if (is_opposed) add(next);
    }
    std::vector<Item> out;
    for (const auto claim : claims)
        if (uses.take(claim)) out.push_back(item_of(study, claim));
    return out;
}

// Listed claims for which something holds, as long as they stand nowhere else twice.
template <typename Predicate>
std::vector<Item> claims_where(const Study& study, Uses& uses, std::size_t most, Predicate&& holds)
{
    std::vector<Item> out;
    for (std::size_t i = 0; i < listed_claims(study) && out.size() < most; ++i)
        if (holds(i) && uses.take(i)) out.push_back(item_of(study, i));
    return out;
}

// Whether most words of the shorter one are in the other.
bool are_much_alike(const Statement& left, const Statement& right)
{
    const auto shared = static_cast<std::size_t>(
        std::count_if(left.terms.begin(), left.terms.end(),
                      [&](TermId term) { return std::ranges::binary_search(right.terms, term); }));
    return shared * 2 > std::min(left.terms.size(), right.terms.size());
}

// "I saw one in the zoo": what its author lived through.
bool is_of_its_author(const reading::Passage& words)
{
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (words.word(i) == "i" && !words.document().tokens[i].quoted) return true;
    return false;
}

std::vector<Item> findings(const Study& study, Uses& uses)
{
    std::vector<const Statement*> shown;
    return claims_where(study, uses, k_most_findings, [&](std::size_t i) {
        const Claim& claim = study.claims[i];
        const auto statement = claim.members.front();
        const Statement& said = study.statements[statement];
        const bool is_finding =
            uses.is_fresh(i) && claim.status != ClaimStatus::superseded &&
            said.worth >= k_least_worth && !said.dangles && !is_caption(study, statement) &&
            !is_of_its_author(passage_of(study.source_of(statement), said)) &&
            is_about_question(study, statement) &&
            std::none_of(shown.begin(), shown.end(),
                         [&](const Statement* other) { return are_much_alike(*other, said); });
        if (is_finding) shown.push_back(&said);
        return is_finding;
    });
}

// A caption tells nothing, nor does what says no more than the words of the question.
bool tells_something(const Study& study, std::size_t statement)
{
    constexpr std::ptrdiff_t k_least = 2;
    const Statement& said = study.statements[statement];
    const auto own = std::count_if(said.terms.begin(), said.terms.end(), [&](TermId term) {
        return !std::ranges::binary_search(study.question.terms, term);
    });
    const bool has_value = !said.figures.empty() || !said.moments.empty() || !said.states.empty();
    // "All that you need to know": an invitation to read on.
    const bool only_invites = passage_of(study.source_of(statement), said).any({"you", "your"});
    return said.worth >= k_least_worth && !is_caption(study, statement) &&
           is_about_question(study, statement) && (has_value || (own >= k_least && !only_invites));
}

std::vector<Item> agreements(const Study& study, Uses& uses)
{
    std::vector<Item> out;
    for (std::size_t i = 0; i < listed_claims(study) && out.size() < k_most_items; ++i)
        if (study.claims[i].status == ClaimStatus::corroborated &&
            tells_something(study, study.claims[i].members.front()) && uses.take(i)) {
            out.push_back(item_of(study, i));
            out.back().text = base::concat(study.claims[i].independent,
                                           " independent sources: ", out.back().text);
        }
    return out;
}

std::vector<Item> gaps(const Study& study)
{
    std::vector<Item> out;
    for (const auto& gap : study.gaps)
        out.push_back({base::concat(gap.topic, ": ", gap.reason, "."), {}, {}, {}});
    return out;
}

} // namespace

std::size_t listed_claims(const Study& study)
{
    return std::min(study.claims.size(), k_most_listed_claims);
}

Item item_of(const Study& study, std::size_t claim)
{
    Item out;
    const Claim& said = study.claims[claim];
    out.text = sentence_of(study, said.members.front());
    out.claim = claim;
    for (std::size_t i = 0; i < std::min(said.members.size(), k_most_cited); ++i)
        out.cited.push_back({said.members[i]});
    out.confidence = said.confidence;
    return out;
}

std::string words_around(const Study& study, std::size_t statement, Run words)
{
    constexpr std::uint32_t k_near = 5;
    const Statement& said = study.statements[statement];
    const auto begin = std::max(said.first + k_near, words.begin) - k_near;
    const auto text = passage_of(study.source_of(statement), said);
    std::uint32_t end = std::min(said.last, words.end + k_near);
    while (end > words.end && text.is(end - 1, {".", "!", ",", ";"})) --end;
    return words_of(study, statement, {begin, end});
}

std::vector<Section> sections_of(const Study& study)
{
    Uses uses{study};
    std::vector<Section> out;
    out.push_back({"bottom_line", "Bottom line", bottom_line(study, uses),
                   not_sure_of(study, study.question.parts)});
    // Before the findings, which take what nothing else can say. A day needs its sentence, a figure
    // has a noun of its own.
    auto agreed = agreements(study, uses);
    auto days = timeline(study, uses);
    auto numbers = figures(study, uses);
    auto risks = claims_where(study, uses, k_most_of_a_cue, [&](std::size_t i) {
        return tells_risk(study, study.claims[i].members.front());
    });
    auto outlook = claims_where(study, uses, k_most_of_a_cue, [&](std::size_t i) {
        return tells_ahead(study, study.claims[i].members.front());
    });
    out.push_back({"key_findings", "Key findings", findings(study, uses),
                   "All that was found stands in the other sections."});
    out.push_back({"figures", "Figures", std::move(numbers), "No figure was recognized."});
    out.push_back({"timeline", "Timeline", std::move(days), "No year and no day was recognized."});
    out.push_back({"actors", "Actors", actors(study), "No names were recognized."});
    out.push_back({"agreements", "Agreements", std::move(agreed),
                   "No statement was recognized in two independent sources."});
    out.push_back({"disagreements", "Disagreements", disagreements(study),
                   "No contradiction between independent sources was found."});
    out.push_back({"risks", "Risks", std::move(risks),
                   "No other statement was recognized as one of a risk."});
    out.push_back({"outlook", "Outlook", std::move(outlook),
                   "No other statement was recognized as one of what is to come."});
    out.push_back({"gaps", "Gaps", gaps(study), "Some source mentions each word of the question."});
    out.push_back(
        {"source_assessment", "Source assessment", source_assessment(study), "No sources."});
    return out;
}

} // namespace synthesize::brief
