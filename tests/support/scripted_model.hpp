// Models for tests: each answers by a function of the question, in the form of a chat completion.
#pragma once

#include "llm/consultation.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

namespace tests {

// What a model is shown when it is asked to point: the numbers of lines and quantities.
struct ShownSheet {
    std::map<int, std::string> sentences;
    std::map<int, std::pair<std::string, int>> numbers; // as written, and in which sentence
    int wrong = 0;                                      // the service's own sentences among them
    int right = 0;

    explicit ShownSheet(const std::string& material);

    // 0: there is none. Of several with these words the first.
    [[nodiscard]] int sentence_with(std::string_view words) const;
    // The number as it is written in the first sentence with `words`.
    [[nodiscard]] int number(std::string_view written, std::string_view words = {}) const;
};

// One member of "findings".
struct Pointed {
    std::string kind;
    std::vector<int> sentences{};
    std::vector<std::string> quotes{};
    std::string operation = "none";
    std::vector<int> operands{};
    int result = 0;
};
std::string findings_text(const std::vector<Pointed>& all);
// With the one that shows that the model has read: our wrong sentence.
std::string honest_text(const ShownSheet& sheet, std::vector<Pointed> all);

// The answers of a model that says `said` to everything, but to ours what is right.
std::string answers_text(const std::string& material, std::string_view said);

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

// An artifact of `text` with this model, of the critics of standard or deep.
struct Asked {
    base::json::Ref artifact;
    base::json::Ref transcript;
};
Asked review_by(llm::Model& model, std::string_view text, std::string_view tier = "standard");
base::json::Ref review_without(std::string_view text, std::string_view tier = "standard");

llm::Settings test_settings();

// A member's text; empty where there is none.
std::string text_of(const json_t* view, const char* key);
const json_t* engine_of(const json_t* artifact_view);
// The findings of the built-in critics, those without `pointed_by`, as canonical bytes.
std::string own_findings(const json_t* artifact_view);
// How many findings a model has pointed to.
std::size_t pointed_findings(const json_t* artifact_view);

} // namespace tests
