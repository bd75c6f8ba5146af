// The seam to a language model that the operator brings: one question, the bytes of one answer.
//
// A model only points. It never decides: what it points at is found in the text, recomputed or
// compared by code, and dropped where that fails (OPERATORS.md).
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <string>
#include <string_view>

namespace llm {

// `task` names the prompt and its edition: "verify.point/1". `instructions` are ours; `material`
// holds the words of strangers and is sent apart from them. `schema`: JSON Schema of the answer, in
// the dialect that every server keeps (chat.hpp).
struct Question {
    std::string task;
    std::string instructions;
    std::string material;
    base::json::Ref schema;
};

// Why there is no answer to work with. A text may bring about that it is too long, cut off,
// filtered, truncated or unreadable; the others it may not.
enum class Silence {
    away,        // no connection, or the server failed each time it was asked
    refused,     // it takes no requests of ours: 401, 403, 404
    over_budget, // the job has used up its calls, tokens, money or time
    too_long,    // the question does not fit the model's context
    cut_off,     // the answer has not come to its end
    filtered,    // the server kept the answer back, or the model refused: also 400, 413, 422
    truncated,   // the server has read less than was sent
    wrong_model, // another model answered than the operator expects
    unreadable,  // no chat completion, or its text is not what was asked for
};

// Stable words, seen in artifacts and logs. parse_silence: nullopt of any other word.
std::string_view name_of(Silence silence);
std::optional<Silence> parse_silence(std::string_view name);

// The body of a 200, as it came, at most this many bytes.
inline constexpr std::size_t k_max_body = std::size_t{512} * 1024;

class Model {
public:
    virtual ~Model() = default;
    // One question at a time. Blocks until there is an answer or none will come.
    virtual base::Result<std::string, Silence> ask(const Question& question) = 0;
};

} // namespace llm
