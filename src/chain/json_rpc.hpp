// One call to one JSON-RPC 2.0 endpoint over HTTP POST, without retries or batches.
//
// An answer is a 200 with a JSON object of our id and either a `result` or an `error` that is not
// null; an `error` outweighs a `result`. Some endpoints refuse a range of blocks with an error
// status: what its body says of the question is taken, but for 429. Anything else, but for an
// answer that is too large to be taken, is a transport fault and never read as "null": who takes a
// proxy's error page for the word of the chain loses payments.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "net/http_client.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace chain {

// No answer. The detail has stable words only: nothing of the URL, nothing that was received.
struct TransportFault {
    std::string detail;
    std::optional<std::chrono::seconds> retry_after = std::nullopt; // as the server asked
};

// The endpoint's own refusal. Its message is printable ASCII, at most 200 characters, and may
// repeat what the endpoint knows of us: never log it.
struct RpcError {
    std::int64_t code = 0;
    std::string message;
};

// More than 8 MiB came: who asks for less may get it. It says something of the question, which a
// stranger may have chosen, and nothing of the endpoint.
struct AnswerTooLarge {};

using RpcFailure = std::variant<TransportFault, RpcError, AnswerTooLarge>;
using RpcAnswer = base::Result<base::json::Ref, RpcFailure>; // the `result`, JSON null included

// A transport fault's detail, the code of an error, or "answer too large". It has no secrets.
std::string describe(const RpcFailure& failure);

// Whether the message has one of these lower-case words, in whatever case: there are few codes that
// all providers agree on.
bool mentions(const RpcError& error, std::span<const std::string_view> words);

// Not thread-safe: one per thread, as its HttpClient.
class JsonRpcClient {
public:
    // `http` must outlive the client.
    JsonRpcClient(net::HttpClient& http, std::string url);

    // `parameters` is a JSON array. At most 2 s to connect and `timeout`, more than zero, in all.
    RpcAnswer call(std::string_view method, base::json::Ref parameters,
                   std::chrono::milliseconds timeout);

private:
    net::HttpClient& m_http;
    std::string m_url;
    std::int64_t m_last_id = 0;
};

} // namespace chain
