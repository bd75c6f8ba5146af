#include "synthesize/unanswered.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>

namespace synthesize {

namespace {

// As what a line would have been recognized.
std::string_view wanted_of(Asks asks)
{
    switch (asks) {
    case Asks::topic: return "speaking of it";
    case Asks::event:
    case Asks::deed:
    case Asks::which:
    case Asks::manner:
    case Asks::yes_no:
    case Asks::attribute: return "an answer";
    case Asks::count: return "telling how many";
    case Asks::money: return "naming an amount of money for it";
    case Asks::duration:
    case Asks::measure: return "giving the measure that was asked for";
    case Asks::date: return "giving a day or a year for it";
    case Asks::place: return "naming the place";
    case Asks::person: return "naming who it was";
    case Asks::reason: return "naming a reason";
    }
    throw base::Fault{"a kind of question without words for its answer"};
}

} // namespace

std::string not_sure_of(const Study& study, std::span<const Part> parts)
{
    const bool is_read = std::ranges::any_of(
        study.sources, [](const auto& source) { return source->status == SourceStatus::used; });
    if (!is_read) return "Not sure: nothing could be read.";
    std::string wanted;
    std::vector<std::string_view> told;
    for (const Part& part : parts) {
        const auto one = wanted_of(part.asks);
        if (std::find(told.begin(), told.end(), one) != told.end()) continue;
        told.push_back(one);
        wanted += base::concat(wanted.empty() ? "" : ", or as ", one);
    }
    return base::concat("Not sure: none of the lines was recognized as ", wanted,
                        study.claims.empty() ? "; what was read is listed in sources."
                                             : "; the nearest stand in claims.");
}

} // namespace synthesize
