// One JSON-RPC 2.0 message from a stranger's bytes.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "mcp/refusals.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace mcp {

inline constexpr std::size_t k_id_max_bytes = 128;

struct Bounds {
    std::size_t bytes;     // of the message
    std::size_t structure; // json::structure_bytes() of it
};

struct Request {
    std::string id; // as JSON: an integer or a text
    std::string method;
    base::json::Ref params; // nullptr: it has none. Not yet known to be an object
};

// Wants no answer: it is taken and dropped.
struct Notification {};

// An answer to what we never asked.
struct ClientAnswer {};

using Message = std::variant<Request, Notification, ClientAnswer>;

// Refused beside what json::parse() refuses: batches, an id that is null, a fraction or longer than
// k_id_max_bytes, and anything else than JSON-RPC 2.0. A refusal has the id of the message where
// that can be one.
base::Result<Message, Refused> parse(std::string_view body, const Bounds& bounds);

} // namespace mcp
