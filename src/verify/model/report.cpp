#include "verify/model/report.hpp"

#include "base/concat.hpp"

namespace verify::model {

namespace json = base::json;

namespace {

struct Words {
    std::string_view title;
    std::string_view reasoning;
};

Words words_of(Kind kind)
{
    switch (kind) {
    case Kind::contradiction:
        return {
            "Two sentences may contradict each other",
            "A model holds that these two sentences cannot both be true; no code has shown it."};
    case Kind::unsupported:
        return {"A conclusion may not follow",
                "A model holds that this does not follow from what the text gives for it."};
    case Kind::fallacy:
        return {"A step of the argument may not be sound",
                "A model holds that this reasoning is not sound."};
    case Kind::doubtful:
        return {"A statement may be against general knowledge",
                "A model holds that this contradicts what is generally known; it was not looked "
                "up."};
    case Kind::calculation: break;
    }
    return {"A number may not follow from others",
            "A model holds that it is meant to follow from them."};
}

json::Ref spans_json(const Opinion& opinion, const Places& places)
{
    auto out = json::array();
    for (const auto& mark : opinion.marks) {
        auto place = places.span(mark);
        json::set_all(place.get(), "quote", places.quote(mark), "role", mark.role);
        if (places.is_masked(mark)) json::set(place.get(), "redacted", json::value(true));
        json::append(out.get(), std::move(place));
    }
    return out;
}

} // namespace

json::Ref gate_json(const Tally& tally)
{
    return json::object("sentences", tally.askable, "shown", tally.shown, "pointed", tally.pointed,
                        "kept_exact", tally.kept_exact, "kept_opinion", tally.kept_opinion,
                        "refuted_by_code", tally.refuted_by_code, "undecided", tally.undecided,
                        "dropped_bad_quote", tally.dropped_bad_quote, "dropped_out_of_range",
                        tally.dropped_out_of_range, "dropped_by_vote", tally.dropped_by_vote,
                        "told_already", tally.told_already);
}

json::Ref opinions_json(const Consulted& consulted, const Places& places)
{
    auto out = json::array();
    std::size_t number = 0;
    for (const auto& opinion : consulted.opinions) {
        const Words words = words_of(opinion.kind);
        auto critics = json::array();
        for (const auto critic : opinion.critics) json::append(critics.get(), json::value(critic));
        auto row = json::object("id", base::concat('O', ++number), "kind", name_of(opinion.kind),
                                "severity", name_of(opinion.severity), "certainty", "model",
                                "title", words.title, "reasoning", words.reasoning, "spans",
                                spans_json(opinion, places), "critics", std::move(critics));
        if (opinion.computed)
            json::set_all(row.get(), "reasoning",
                          base::concat(places.without_secrets(opinion.computed->reasoning), ' ',
                                       words.reasoning),
                          "evidence", places.without_secrets(opinion.computed->evidence.get()));
        json::append(out.get(), std::move(row));
    }
    return out;
}

} // namespace verify::model
