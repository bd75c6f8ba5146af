#include "chain/json_rpc.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "chain/rpc_refusals.hpp"

#include <algorithm>

namespace chain {

namespace json = base::json;

namespace {

constexpr std::chrono::milliseconds k_connect_timeout{2000};
constexpr std::size_t k_answer_max_bytes = std::size_t{8} * 1024 * 1024;
constexpr std::size_t k_message_max_chars = 200;
constexpr int k_ok = 200;
constexpr int k_bad_request = 400;

base::Refused<RpcFailure> fault(std::string detail)
{
    return base::refuse(RpcFailure{TransportFault{std::move(detail)}});
}

std::string printable(std::string_view text)
{
    std::string out{text.substr(0, k_message_max_chars)};
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return out;
}

RpcAnswer read_error(const json_t* error_view)
{
    const auto code = json::integer_member(error_view, "code");
    const auto message = json::text_member(error_view, "message");
    if (!code || !message) return fault("an unreadable error");
    return base::refuse(RpcFailure{RpcError{*code, printable(*message)}});
}

// As a number, or as the text of one, which some endpoints make of all ids.
bool is_id(const json_t* id_view, std::int64_t id)
{
    if (json_is_string(id_view)) return json::text_of(id_view) == std::to_string(id);
    return json_is_integer(id_view) && json_integer_value(id_view) == id;
}

RpcAnswer read_answer(std::string_view body, std::int64_t id)
{
    const auto parsed = json::parse(body);
    if (!parsed) return fault(base::concat("not JSON: ", parsed.error().detail));
    const json_t* answer_view = parsed->get();
    if (!json_is_object(answer_view)) return fault("not a JSON object");
    const json_t* id_view = json::member(answer_view, "id");
    const json_t* error_view = json::member(answer_view, "error");
    const bool has_error = error_view != nullptr && !json_is_null(error_view);
    // An endpoint that refuses a request without having read it cannot name its id.
    const bool is_unread = has_error && (id_view == nullptr || json_is_null(id_view));
    if (!is_unread && !is_id(id_view, id)) return fault("an answer to another request");
    if (has_error) return read_error(error_view);
    const json_t* result_view = json::member(answer_view, "result");
    if (result_view == nullptr) return fault("neither a result nor an error");
    return json::share(result_view);
}

// The error in the body of an answer with an error status, where that says more than the status:
// 400 goes with what is wrong with a question, any other where the question asks for too much.
std::optional<RpcError> refused_question(const net::HttpResponse& response, std::int64_t id)
{
    if (response.status < k_bad_request || response.status == k_too_many_requests)
        return std::nullopt;
    const auto answer = read_answer(response.body, id);
    const auto* error = answer ? nullptr : std::get_if<RpcError>(&answer.error());
    if (error == nullptr) return std::nullopt;
    if (response.status != k_bad_request && refusal_of(*error) != RefusalOf::question)
        return std::nullopt;
    return *error;
}

} // namespace

std::string describe(const RpcFailure& failure)
{
    if (const auto* transport = std::get_if<TransportFault>(&failure)) return transport->detail;
    if (std::holds_alternative<AnswerTooLarge>(failure)) return "answer too large";
    return base::concat("error ", std::get<RpcError>(failure).code);
}

bool mentions(const RpcError& error, std::span<const std::string_view> words)
{
    const std::string text = base::lower_case(error.message);
    return std::any_of(words.begin(), words.end(),
                       [&](auto word) { return text.find(word) != std::string::npos; });
}

JsonRpcClient::JsonRpcClient(net::HttpClient& http, std::string url)
    : m_http{http}, m_url{std::move(url)}
{
}

RpcAnswer JsonRpcClient::call(std::string_view method, json::Ref parameters,
                              std::chrono::milliseconds timeout)
{
    const auto id = ++m_last_id;
    const auto body =
        json::object("jsonrpc", "2.0", "id", id, "method", method, "params", std::move(parameters));
    const auto response = m_http.send(
        {.method = net::HttpMethod::post,
         .url = m_url,
         .headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
         .body = json::dump(body.get()),
         .connect_timeout = std::min(timeout, k_connect_timeout),
         .total_timeout = timeout,
         .response_limit = k_answer_max_bytes});
    if (!response && response.error().is_too_large)
        return base::refuse(RpcFailure{AnswerTooLarge{}});
    if (!response) return fault(response.error().detail);
    if (response->status == k_ok) return read_answer(response->body, id);
    if (auto error = refused_question(*response, id))
        return base::refuse(RpcFailure{std::move(*error)});
    return base::refuse(RpcFailure{
        TransportFault{base::concat("status ", response->status), response->retry_after}});
}

} // namespace chain
