#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/model/panel.hpp"

namespace synthesize::model {

namespace json = base::json;
using base::concat;

namespace {

struct Words {
    std::string_view title;
    std::string_view reasoning;
};

Words words_of(Kind kind)
{
    switch (kind) {
    case Kind::answers:
        return {"A sentence may answer the question",
                "A model holds that this answers what was asked, or a part of it; the rules chose "
                "another sentence, or none."};
    case Kind::opposed:
        return {"Two sources may contradict each other",
                "A model holds that these two sentences cannot both be true; the rules have not "
                "found it."};
    case Kind::same:
        return {"Two sources may say the same",
                "A model holds that these two sentences tell the same fact; no code has shown it, "
                "and they stay two claims."};
    }
    __builtin_unreachable();
}

json::Ref opinion_json(const Study& study, const Opinion& opinion, std::size_t number)
{
    const Words words = words_of(opinion.kind);
    auto claims = json::array();
    auto citations = json::array();
    for (const auto statement : opinion.statements) {
        json::append(claims.get(), claim_id(study.claim_of[statement]));
        json::append(citations.get(), citation_json(study, statement));
    }
    auto out = json::object("id", concat('O', number), "kind", name_of(opinion.kind), "certainty",
                            "model", "title", words.title, "reasoning", words.reasoning,
                            "claim_ids", std::move(claims), "citations", std::move(citations));
    if (opinion.differ)
        json::set(out.get(), "values",
                  json::array(words_of(study, opinion.statements[0], opinion.differ->first),
                              words_of(study, opinion.statements[1], opinion.differ->second)));
    return out;
}

// Whole sentences of the sources, in the order in which the model would tell them; null where it
// chose none.
json::Ref summary_json(const Study& study, const Consulted& consulted)
{
    if (consulted.chosen.empty()) return json::value(nullptr);
    std::string text;
    auto sentences = json::array();
    for (const auto statement : consulted.chosen) {
        const auto words = sentence_of(study, statement);
        text += concat(text.empty() ? "" : " ", words);
        json::append(sentences.get(),
                     json::object("text", words, "claim_id", claim_id(study.claim_of[statement]),
                                  "citations", json::array(citation_json(study, statement))));
    }
    return json::object("text", text, "sentences", std::move(sentences));
}

json::Ref gate_json(const Tally& tally)
{
    return json::object("sentences", tally.statements, "shown", tally.shown, "pointed",
                        tally.pointed, "kept_opinion", tally.kept_opinion, "refuted_by_code",
                        tally.refuted_by_code, "dropped_bad_quote", tally.dropped_bad_quote,
                        "dropped_out_of_range", tally.dropped_out_of_range, "dropped_one_origin",
                        tally.dropped_one_origin, "dropped_by_vote", tally.dropped_by_vote,
                        "told_already", tally.told_already);
}

} // namespace

void add_opinions(const Study& study, llm::Consultation* consultation, json_t* artifact)
{
    if (consultation == nullptr) return;
    llm::Interview interview{*consultation};
    const auto consulted = consult(study, interview);
    llm::tell_engine(interview, gate_json(consulted.tally), json_object_get(artifact, "engine"));
    auto opinions = json::array();
    for (const auto& opinion : consulted.opinions)
        json::append(opinions.get(),
                     opinion_json(study, opinion, json_array_size(opinions.get()) + 1));
    json::set_all(artifact, "opinions", std::move(opinions), "summary_by_model",
                  summary_json(study, consulted));
}

} // namespace synthesize::model
