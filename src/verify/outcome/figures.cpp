#include "verify/outcome/figures.hpp"

#include "base/concat.hpp"
#include "verify/law/ledger.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace verify::outcome {

using base::concat;

namespace {

// The same relation may be told from each of its ends: 25 is 4 + 9 + 12, and 4 is 25 - 9 - 12.
bool is_new(const Pass& pass, std::set<std::vector<std::uint32_t>>& seen)
{
    std::vector<std::uint32_t> places;
    for (const auto& mark : pass.marks) places.push_back(mark.begin);
    std::ranges::sort(places);
    return seen.insert(std::move(places)).second;
}

// What was recomputed is stated; where all is an operand, as in shares of one whole, each follows
// from the others.
PlaceSet places_that_hold(const Review& review)
{
    PlaceSet out;
    std::set<std::vector<std::uint32_t>> seen;
    for (const auto& pass : review.passes) {
        if (!is_relation(pass.check->nature) || !is_new(pass, seen)) continue;
        const auto is_stated = [](const Mark& mark) { return mark.role == "stated"; };
        const bool any = std::ranges::any_of(pass.marks, is_stated);
        for (const auto& mark : pass.marks)
            if (!any || is_stated(mark)) out.add(mark);
    }
    return out;
}

PlaceSet places_that_fail(std::span<const Weighed> weighed)
{
    PlaceSet out;
    for (const auto& each : weighed)
        if (each.severity >= Severity::minor && is_relation(each.finding->check->nature))
            out.add(each.finding->marks.front());
    return out;
}

std::string_view fits(std::size_t count)
{
    return count == 1 ? "fits" : "fit";
}

} // namespace

Figures figures_of(const Outcome& outcome)
{
    const PlaceSet held = places_that_hold(outcome.review);
    const PlaceSet failed = places_that_fail(outcome.weighed);
    Figures out;
    for (const auto& claim : outcome.claims) {
        const auto sentence = Passage::sentence(outcome.document, claim.sentence);
        for (const auto& quantity : sentence.quantities()) {
            const Mark place = mark_of(outcome.document, quantity, "");
            ++out.all;
            if (failed.meets(place))
                ++out.failed;
            else if (held.meets(place))
                ++out.held;
        }
    }
    return out;
}

std::string figures_text(const Figures& figures)
{
    if (figures.all == 0) return "No figure is stated.";
    if (figures.held == figures.all)
        return figures.all == 1 ? "The one figure was recomputed and fits."
                                : concat("All ", figures.all, " figures were recomputed and fit.");
    constexpr std::string_view k_unread = " from nothing in the text that a check reads.";
    if (figures.only_read() == figures.all)
        return figures.all == 1 ? concat("The one figure was not recomputed: it follows", k_unread)
                                : concat("None of ", figures.all,
                                         " figures was recomputed: they follow", k_unread);
    if (figures.all == 1) return "The one figure does not fit.";
    std::string out = concat("Of ", figures.all, " figures ");
    if (figures.held > 0)
        out += concat(figures.held, figures.held == 1 ? " was" : " were", " recomputed and ",
                      fits(figures.held), figures.failed > 0 ? ", " : "");
    if (figures.failed > 0)
        out += concat(figures.failed, figures.failed == 1 ? " does" : " do", " not fit");
    if (const auto read = figures.only_read(); read > 0)
        out += concat("; ", read, read == 1 ? " follows" : " follow", k_unread);
    else
        out += '.';
    return out;
}

} // namespace verify::outcome
