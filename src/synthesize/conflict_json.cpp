#include "synthesize/conflict_json.hpp"

#include "base/concat.hpp"
#include "synthesize/artifact.hpp"

#include <algorithm>
#include <set>

namespace synthesize {

namespace json = base::json;
using base::concat;

namespace {

// The words of the source in which the value stands.
std::string value_text(const Study& study, const Position& position)
{
    const reading::Document& document = study.source_of(position.statement).document;
    const auto range = reading::source_range(document.view, document.source,
                                             document.tokens[position.value.begin].begin,
                                             document.tokens[position.value.end - 1].end);
    return document.source.substr(range.begin, range.end - range.begin);
}

const Figure* figure_of(const Study& study, const Position& position)
{
    for (const auto& figure : study.statements[position.statement].figures)
        if (figure.begin <= position.value.begin && position.value.begin < figure.end)
            return &figure;
    return nullptr;
}

// One side of a conflict: those who give the same value.
struct Side {
    std::string value; // as the first of them writes it
    const Figure* figure = nullptr;
    std::set<std::size_t> sources;
};

std::vector<Side> sides_of(const Study& study, const Conflict& conflict)
{
    std::vector<Side> out;
    for (const auto& position : conflict.positions) {
        const auto value = value_text(study, position);
        const Figure* figure = figure_of(study, position);
        auto at = std::find_if(out.begin(), out.end(), [&](const Side& side) {
            const bool same = figure != nullptr && side.figure != nullptr &&
                              figure->printed.meets(side.figure->printed);
            return same || side.value == value;
        });
        if (at == out.end()) at = out.insert(out.end(), {value, figure, {}});
        const std::size_t source = study.statements[position.statement].source;
        at->sources.insert(source);
    }
    return out;
}

json::Ref values_json(const std::vector<Side>& sides)
{
    auto out = json::array();
    for (const auto& side : sides) json::append(out.get(), json::value(side.value));
    return out;
}

json::Ref positions_json(const Study& study, const Conflict& conflict)
{
    auto out = json::array();
    for (const auto& position : conflict.positions) {
        auto one = citation_json(study, position.statement);
        const Figure* figure = figure_of(study, position);
        json::set(one.get(), "value",
                  figure != nullptr ? number_json(figure->value)
                                    : json::value(value_text(study, position)));
        json::set(one.get(), "claim_id", claim_id(study.claim_of[position.statement]));
        json::append(out.get(), std::move(one));
    }
    return out;
}

} // namespace

json::Ref number_json(const reading::Rational& number)
{
    auto exact = reading::exact_json(number);
    return json_is_number(exact.get()) ? std::move(exact) : json::value(number.get_d());
}

std::string assessment_of(const Study& study, const Conflict& conflict)
{
    const auto sides = sides_of(study, conflict);
    std::string out;
    std::size_t most = 0;
    std::size_t least = study.sources.size();
    for (const auto& side : sides) {
        const std::size_t count = study.independence.voices_among(side.sources);
        most = std::max(most, count);
        least = std::min(least, count);
        out += concat(out.empty() ? "" : "; ", count,
                      count == 1 ? " independent source says \u201c"
                                 : " independent sources say \u201c",
                      side.value, "\u201d");
    }
    return concat(out, most > least ? ". More sources are no proof."
                                    : ". This method does not decide between them.");
}

json::Ref contradictions_json(const Study& study)
{
    auto out = json::array();
    const auto& all = study.conflicts.contradictions;
    for (std::size_t i = 0; i < std::min(all.size(), k_most_conflicts); ++i)
        json::append(out.get(), json::object("id", concat('X', i + 1), "kind", name_of(all[i].kind),
                                             "attribute", all[i].attribute, "values",
                                             values_json(sides_of(study, all[i])), "positions",
                                             positions_json(study, all[i]), "assessment",
                                             assessment_of(study, all[i])));
    return out;
}

json::Ref updates_json(const Study& study)
{
    auto out = json::array();
    const auto& all = study.conflicts.updates;
    for (std::size_t i = 0; i < std::min(all.size(), k_most_conflicts); ++i)
        json::append(out.get(), json::object("id", concat('U', i + 1), "kind", name_of(all[i].kind),
                                             "attribute", all[i].attribute, "values",
                                             values_json(sides_of(study, all[i])), "latest",
                                             value_text(study, all[i].positions.back()),
                                             "positions", positions_json(study, all[i])));
    return out;
}

} // namespace synthesize
