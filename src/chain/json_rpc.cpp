#include "chain/json_rpc.hpp"

#include "base/concat.hpp"

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

RpcAnswer read_answer(std::string_view body, std::int64_t id)
{
    const auto parsed = json::parse(body);
    if (!parsed) return fault(base::concat("not JSON: ", parsed.error().detail));
    const json_t* answer_view = parsed->get();
    if (!json_is_object(answer_view)) return fault("not a JSON object");
    if (json::integer_member(answer_view, "id") != id) return fault("an answer to another request");
    const json_t* result_view = json::member(answer_view, "result");
    const json_t* error_view = json::member(answer_view, "error");
    if ((result_view == nullptr) == (error_view == nullptr))
        return fault("not exactly one of result and error");
    if (error_view != nullptr) return read_error(error_view);
    return json::share(result_view);
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
    std::string text = error.message;
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
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
    // Some providers say 400 with what they refuse, a range of blocks that is too large among it.
    if (response->status == k_bad_request) {
        auto answer = read_answer(response->body, id);
        if (!answer && std::holds_alternative<RpcError>(answer.error())) return answer;
    }
    return base::refuse(RpcFailure{
        TransportFault{base::concat("status ", response->status), response->retry_after}});
}

} // namespace chain
