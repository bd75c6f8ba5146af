// A model beside the rules of the synthesis: which sentences it holds to answer the question, to
// say the same, or to oppose each other.
//
// It only points. What the rules found stays as it is, to the byte: claims, conflicts, verdict and
// confidence. What it points at is an opinion, which a second question has to confirm, and which
// code must not refute. No prose of a model is ever shown: a summary of its choice is made of whole
// sentences of the sources.
#pragma once

#include "llm/interview.hpp"
#include "synthesize/model/pointers.hpp"

namespace synthesize::model {

struct Opinion {
    Kind kind = Kind::answers;
    std::vector<std::size_t> statements;
    // Of two that are opposed: the values in which code, too, sees them differ.
    std::optional<Disagreement> differ{};
};

struct Consulted {
    std::vector<Opinion> opinions;   // by kind, each kind in the model's order
    std::vector<std::size_t> chosen; // statements that answer, in the model's order
    Tally tally;
};

Consulted consult(const Study& study, llm::Interview& interview);

// Asks, and sets engine, opinions and summary_by_model of the study's artifact. nullptr: there is
// no model, and nothing changes.
void add_opinions(const Study& study, llm::Consultation* consultation, json_t* artifact);

} // namespace synthesize::model
