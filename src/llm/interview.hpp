// One analysis' questions to a model, put by prompts of ours; and what of the answers was lacking.
#pragma once

#include "llm/consultation.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace llm {

// What a model is told. A change of a text is a new edition of its task: records name it.
struct Prompt {
    std::string_view task;
    std::string_view role;       // who the model is to be, and what it looks for
    std::string_view form;       // of the answer
    std::string_view notation{}; // of parts of it

    [[nodiscard]] std::string instructions() const;
};

// Why what a model adds is less than was promised, the gravest first. A buyer is paid back for the
// first one, so that no text may bring it about: of a long text that costs more than one job may
// spend a part is shown, and buyers are told so in advance.
enum class Lack {
    away,   // the server; or what the operator allows does not even do for a short text
    budget, // what the operator allows for one job does not do for this long text
    answer, // an answer that cannot be used
    canary, // an answer that is wrong about sentences of ours
};

// Stable words of artifacts: "model_away".
std::string_view name_of(Lack lack);

class Interview {
public:
    // `consultation` must outlive it.
    explicit Interview(Consultation& consultation) : m_consultation{consultation} {}

    // The content of the answer; nullptr: there is none to work with. `was_cut`: the question or
    // the answer was too long, so that less at once may do; nothing is noted as lacking yet.
    base::json::Ref ask(const Prompt& prompt, std::string material, base::json::Ref schema,
                        bool& was_cut);
    // The last answer is not what the schema says.
    void reject();
    // Whether an answer was right about test sentences of ours, of which so many may be wrong; what
    // is not is to be dropped whole.
    bool passes(std::size_t right, std::size_t of, std::size_t may_be_wrong);
    // The same, where another answer may do instead: that one is dropped is not noted.
    bool are_enough(std::size_t right, std::size_t of, std::size_t may_be_wrong);
    void note(Lack lack);
    // What follows is asked of a text too long for one question.
    void note_long_text() { m_is_long = true; }

    [[nodiscard]] const Settings& settings() const { return m_consultation.settings(); }
    [[nodiscard]] const Consultation& consultation() const { return m_consultation; }
    [[nodiscard]] std::optional<Lack> lack() const { return m_lack; }
    [[nodiscard]] int canary_ok() const { return m_canary_ok; }
    [[nodiscard]] int canary_total() const { return m_canary_total; }

private:
    Consultation& m_consultation;
    std::optional<Lack> m_lack; // the gravest
    bool m_is_long = false;
    int m_canary_ok = 0;
    int m_canary_total = 0;
};

// Sets mode, degraded, degraded_reason and llm of the artifact's member `engine`; `gate`: what
// became of what the model said.
void tell_engine(const Interview& interview, base::json::Ref gate, json_t* engine);

} // namespace llm
