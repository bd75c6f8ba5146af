// What an analysis asks a model, call by call, with the record from which anybody can decide anew.
//
// A model gives other answers on other days; what is made of given answers never changes. So each
// call is kept, request and answer, and their hashes stand in the artifact (OPERATORS.md).
#pragma once

#include "llm/chat.hpp"
#include "value/digest.hpp"

#include <vector>

namespace llm {

struct Call {
    std::string task;
    std::string request;             // the bytes that were sent, or were to be
    bool was_asked = false;          // false: it was too long, or too much was kept already
    std::optional<std::string> body; // of the answer; nullopt: there was none
    std::optional<Silence> silence;  // why the answer was not worked with; nullopt: it was
    std::optional<Usage> usage;
};

// Bytes of requests and answers that are kept: behind them nothing more is asked, as if the budget
// were used up. A hundred questions with their answers are half of it.
inline constexpr std::size_t k_most_kept = std::size_t{3} << 20U;

class Consultation {
public:
    // `model` must outlive it.
    Consultation(Model& model, Settings settings);

    // The content of the answer. A call whose answer the caller cannot use is told by reject().
    base::Result<base::json::Ref, Silence> ask(const Question& question);
    // Rejects the last call: its content was not what the schema says.
    void reject();

    [[nodiscard]] const Settings& settings() const { return m_settings; }
    [[nodiscard]] const std::vector<Call>& calls() const { return m_calls; }
    // As the last answers told them; empty: none did.
    [[nodiscard]] const std::string& reported_model() const { return m_reported_model; }
    [[nodiscard]] const std::string& fingerprint() const { return m_fingerprint; }

private:
    Model& m_model;
    Settings m_settings;
    std::vector<Call> m_calls;
    std::size_t m_kept = 0; // bytes
    std::string m_reported_model;
    std::string m_fingerprint;
};

// The member `llm` of an artifact's engine: api, model, reported_model, fingerprint, prompts,
// params, calls (without their texts), reproducible, statement.
base::json::Ref engine_json(const Consultation& consultation);

// The record: {"format": "assay-transcript/1", "settings", "calls": [{"task", "request", "body" or
// "silence"}]}, without calls that were never made.
base::json::Ref transcript_json(const Consultation& consultation);

// A model that says again what was recorded, in the same order.
class Recorded final : public Model {
public:
    // nullptr: no transcript of this format.
    static std::unique_ptr<Recorded> parse(const json_t* transcript_view);

    // `away` behind the last call; `unreadable` where the request differs from the recorded one,
    // and differs() is true from then on: another text, or another edition of the prompts.
    base::Result<std::string, Silence> ask(const Question& question) override;

    [[nodiscard]] const Settings& settings() const { return m_settings; }
    [[nodiscard]] bool differs() const { return m_differs; }
    // Whether every recorded call was asked for again.
    [[nodiscard]] bool is_used_up() const { return m_next == m_calls.size(); }

private:
    struct Kept {
        std::string request;
        base::Result<std::string, Silence> answer;
    };
    Settings m_settings;
    std::vector<Kept> m_calls;
    std::size_t m_next = 0;
    bool m_differs = false;
};

} // namespace llm
