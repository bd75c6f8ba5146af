// Models for tests: each answers by a function of the question, in the form of a chat completion.
#pragma once

#include "llm/consultation.hpp"
#include "sources/material.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tests {

// What a model says of one place of a text.
struct Known {
    std::string quote;   // what the text states there
    std::string formula; // how that follows
    // With what it fills the gap in the place of the quote: a formula, or words; as before where it
    // says neither.
    std::string refilled{};
    std::string words{};
    std::string_view defence = "no"; // whether the author is right
    // Words of the sentence, with the quote among them, where the quote does not tell the place.
    std::string within{};
};

// How well a model does with the test sentences that stand among those of the text.
struct Skill {
    std::size_t derived = 3; // so many are answered right, in each question
    std::size_t filled = 6;
    std::size_t defended = 2;
};

// The answer to any question of a review, of a model that knows these places.
std::string answer_text(const std::string& material, const std::vector<Known>& known = {},
                        const Skill& skill = {});

// {"choices": [...]} around a text; with the usage that the server would tell.
std::string completion(std::string_view content, std::string_view finish = "stop");

class ScriptedModel final : public llm::Model {
public:
    // The content of the message; called in the thread that asks.
    using Script = std::function<std::string(const llm::Question& question)>;
    explicit ScriptedModel(Script script) : m_script{std::move(script)} {}

    base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
    {
        ++asked;
        return completion(m_script(question));
    }

    int asked = 0;

private:
    Script m_script;
};

// One that knows these places.
ScriptedModel reader_of(std::vector<Known> known, Skill skill = {});

// An artifact of `text` with this model, of the critics of standard or deep.
struct Asked {
    base::json::Ref artifact;
    base::json::Ref transcript;
};
struct Terms {
    llm::Level level = llm::Level::none;
    std::string_view tier = "standard";
    std::vector<std::string> sources{}; // texts
    llm::Share found{}; // what the record says of the model; of nothing: there is none
    std::string_view called = "scripted-1"; // by the record: it calls itself so
};
Asked review_by(llm::Model& model, std::string_view text, const Terms& terms = {});
base::json::Ref review_without(std::string_view text, std::string_view tier = "standard",
                               const std::vector<std::string>& sources = {});

llm::Settings test_settings();

// A member's text; empty where there is none.
std::string text_of(const json_t* view, const char* key);
const json_t* engine_of(const json_t* artifact_view);
// The findings of the built-in critics, those without `pointed_by`, as canonical bytes.
std::string own_findings(const json_t* artifact_view);
// How many findings a model has pointed to, and how many opinions.
std::size_t pointed_findings(const json_t* artifact_view);
std::size_t opinions(const json_t* artifact_view);
// A counter of what became of what the model pointed at.
std::int64_t gate(const json_t* artifact_view, const char* counter);

} // namespace tests
