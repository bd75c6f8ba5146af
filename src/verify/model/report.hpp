// What a review with a model adds to its artifact.
#pragma once

#include "verify/claims/places.hpp"
#include "verify/model/panel.hpp"

namespace verify::model {

// Behind the scope of a review without one.
inline constexpr std::string_view k_scope =
    " A language model pointed at places. What could be computed of that is among the findings; "
    "what could not stands in opinions, which move neither verdict nor score.";

// What became of what the model pointed at: the member `gate` of the engine's `llm`.
base::json::Ref gate_json(const Tally& tally);

// The member `opinions`: [{"id", "kind", "severity", "certainty": "model", "title", "reasoning",
// "spans", "critics"}]. All words are ours, or the text's.
base::json::Ref opinions_json(const Consulted& consulted, const Places& places);

} // namespace verify::model
