// The request and the answer that llama.cpp's server, vLLM, Ollama and hosted services have in
// common: POST /v1/chat/completions, as OpenAI describes it.
//
// Schemas keep to what all of them enforce or pass over alike: objects whose members are all
// required and without others, enum, string with maxLength, integer with minimum and maximum, array
// with items and maxItems. That a server enforces them is not believed: readers check everything.
#pragma once

#include "llm/model.hpp"
#include "llm/share.hpp"

#include <cstdint>

namespace llm {

// What the operator's bench has shown of the model (OPERATORS.md): how many answers have to agree
// before what it points at is a finding. None: nothing is, without a record that is valid.
enum class Level { none, a, b };
std::string_view name_of(Level level);
std::optional<Level> parse_level(std::string_view name);

// What a bench found of the errors that it had planted, one in each text.
struct Power {
    Share found;
    std::string set; // of texts, by its name
    std::string on;  // "2026-11-29"
};
base::json::Ref power_json(const Power& power);

// What of the operator's configuration is part of a request, or says how an answer is read.
struct Settings {
    std::string model;
    std::string expected; // the name that answers must bear; empty: any
    int context_tokens = 8'192;
    int max_output_tokens = 1'500;
    std::int64_t seed = 7;
    // Hex digits that no author of a text can know before it is reviewed: marks and test sentences
    // are made of them. In no request by itself, and in every record.
    std::string nonce;
    Level level = Level::none;
    // What the server called its model when the level was measured: what another one points at is
    // an opinion. nullopt: it holds for any, as while it is being measured.
    std::optional<std::string> measured{};
    std::optional<Power> power{}; // of the same record
};

// As they stand in a record, and go from the worker to an analysis. nullopt of anything else.
base::json::Ref settings_json(const Settings& settings);
std::optional<Settings> parse_settings(const json_t* settings_view);

// The request as RFC 8785 has it: the bytes that are sent and whose hash is recorded.
std::string request_text(const Question& question, const Settings& settings);

// Whether JSON can hold the bytes: UTF-8.
bool is_text(std::string_view bytes);

// Bounds of what a text comes to in tokens, without its tokenizer: a token is seldom less than two
// bytes or, on average, more than six.
std::int64_t most_tokens(std::string_view text);
std::int64_t fewest_tokens(std::string_view text);

// Whether request and answer fit the context by the upper bound.
bool fits(const Question& question, const Settings& settings);

struct Usage {
    std::int64_t prompt_tokens = 0;
    std::int64_t completion_tokens = 0;
};
// As the server counts; nullopt where it tells nothing believable.
std::optional<Usage> usage_of(std::string_view body);

struct Answer {
    base::json::Ref content; // the message's text, parsed: a JSON object
    std::string model;       // as the server names it; at most 200 bytes
    std::string fingerprint; // system_fingerprint; empty where none is told
    std::optional<Usage> usage;
};

// Reads the answer to `question`. A text that is not a JSON object, though in a code fence or after
// prose it might be one, is `unreadable`: a model that does not keep the form keeps no schema
// either.
base::Result<Answer, Silence> read_answer(std::string_view body, const Question& question,
                                          const Settings& settings);

} // namespace llm
