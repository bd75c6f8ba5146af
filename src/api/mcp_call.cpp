#include "api/mcp_call.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/json_text.hpp"
#include "catalog/terms.hpp"
#include "catalog/tools.hpp"
#include "mcp/result.hpp"
#include "tools/lists.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace api {

namespace {

namespace json = base::json;
using std::chrono::seconds;

constexpr std::string_view k_job_path = "/v1/job/";
constexpr int k_ok = 200;
constexpr int k_first_fault = 500;
constexpr int k_payment_required = 402;
constexpr int k_accepted = 202;
constexpr int k_unprocessable = 422;

const std::string* header_of(const fcgi::Response& response, std::string_view name)
{
    const auto found = std::ranges::find_if(response.headers,
                                            [&](const auto& each) { return each.first == name; });
    return found == response.headers.end() ? nullptr : &found->second;
}

// From the same client, at the same time.
fcgi::Request request_like(const McpCall& call, std::string_view method, std::string path)
{
    fcgi::Request out;
    out.id = call.request.id;
    out.method = method;
    out.path = std::move(path);
    out.client = call.request.client;
    out.begun = call.request.begun;
    out.client_gone = call.request.client_gone;
    return out;
}

void prefer_to_wait(fcgi::Request& request, seconds wait)
{
    request.headers.push_back({"prefer", base::concat("wait=", wait.count())});
}

// A task, which is a job by another name, as the answer of its route tells it.
json::ObjectText task(const McpCall& call, const json_t* job_view, std::string_view status)
{
    constexpr std::string_view k_poll_interval_ms = "2000";
    const std::string now = base::to_rfc3339(call.process.clock.now());
    const auto kept = std::chrono::milliseconds{call.process.config.store.result_retention};
    json::ObjectText out;
    out.text("taskId", json::text_member(job_view, "job_id").value_or(""))
        .text("status", status)
        .text("createdAt", json::text_member(job_view, "created_at").value_or(now))
        .text("lastUpdatedAt", now)
        .json("ttlMs", std::to_string(kept.count()))
        .json("pollIntervalMs", k_poll_interval_ms);
    return out;
}

// What is said of one answer of a route.
class Told {
public:
    Told(const McpCall& call, const fcgi::Response& response)
        : m_call{call}, m_response{response}, m_receipt{receipt_of(response)}
    {
    }

    // `offer`: what was called; nullptr: a job was asked about.
    [[nodiscard]] std::string result(const catalog::Offer* offer) const
    {
        const auto body = json::parse(m_response.body);
        if (!body) throw base::Fault{"a route's answer is no JSON"};
        const json_t* view = body->get();
        if (m_response.status == k_payment_required && offer != nullptr)
            return terms(*offer, *body);
        if (json::text_member(view, "code") == "payment_reused" && offer != nullptr)
            return terms(*offer, reused(*offer, view));
        if (m_response.status == k_unprocessable)
            return mcp::wrong_arguments(speech(), era(),
                                        json::dump(json::array_member(view, "detail")));
        if (m_response.status == k_accepted && offer != nullptr && m_call.call.takes_tasks)
            return begun(view);
        if (m_response.status == k_accepted) return not_yet(view);
        const auto id = json::text_member(view, "job_id");
        const bool has_failed = json::text_member(view, "status") == "failed";
        if (m_response.status == k_ok && id && !has_failed) return complete(*id);
        return problem(*body);
    }

private:
    static std::string receipt_of(const fcgi::Response& response)
    {
        const std::string* header = header_of(response, "PAYMENT-RESPONSE");
        return header == nullptr ? std::string{} : base::from_base64(*header).value_or("");
    }

    [[nodiscard]] const mcp::Speech& speech() const { return m_call.process.lists->speech(); }
    [[nodiscard]] const mcp::Era& era() const { return m_call.call.era; }

    // The terms of the route, for the door that was called. `required` is changed.
    [[nodiscard]] std::string terms(const catalog::Offer& offer, const json::Ref& required) const
    {
        const auto& lists = *m_call.process.lists;
        json::set(json_object_get(required.get(), "resource"), "url",
                  json::value(m_call.process.catalog.url(catalog::k_mcp_path)));
        json::set(json_object_get(required.get(), "extensions"), "bazaar",
                  json::share(lists.bazaar(*offer.product)));
        return mcp::terms(speech(), era(), json::dump(required.get()), m_receipt);
    }

    // A wallet that sends the payment of another request again signs anew when it sees terms.
    [[nodiscard]] json::Ref reused(const catalog::Offer& offer, const json_t* problem_view) const
    {
        auto out = catalog::payment_required(m_call.process.catalog, offer, "payment_reused");
        for (const char* key : {"code", "detail", "retryable", "charged"})
            if (const json_t* member_view = json::member(problem_view, key))
                json::set(out.get(), key, json::share(member_view));
        return out;
    }

    [[nodiscard]] std::string begun(const json_t* view) const
    {
        auto out = task(m_call, view, "working");
        const json_t* earlier_view = json::object_member(view, "earlier_purchase");
        if (const auto message = json::text_member(earlier_view, "message"))
            out.text("statusMessage", *message);
        return speech().result(era(), std::move(out), mcp::Keeping::none,
                               mcp::receipt_meta(m_receipt), "task");
    }

    [[nodiscard]] seconds retry_after() const
    {
        constexpr seconds k_usual{2};
        const std::string* header = header_of(m_response, "Retry-After");
        if (header == nullptr) return k_usual;
        int out = 0;
        const auto read = std::from_chars(header->data(), header->data() + header->size(), out);
        return read.ec == std::errc{} ? seconds{out} : k_usual;
    }

    [[nodiscard]] std::string not_yet(const json_t* view) const
    {
        const json_t* earlier_view = json::object_member(view, "earlier_purchase");
        const auto earlier = earlier_view == nullptr ? std::string{} : json::dump(earlier_view);
        return mcp::not_yet(speech(), era(),
                            {.job_id = json::text_member(view, "job_id").value_or(""),
                             .status = json::text_member(view, "status").value_or(""),
                             .retry_after = retry_after(),
                             .tool = catalog::k_result_tool,
                             .earlier = earlier,
                             .receipt = m_receipt});
    }

    [[nodiscard]] std::string complete(std::string_view id) const
    {
        const std::string url =
            m_call.process.catalog.url(base::concat(k_job_path, id, "/artifact"));
        return mcp::complete(
            speech(), era(),
            {.envelope = m_response.body, .artifact_url = url, .receipt = m_receipt});
    }

    [[nodiscard]] std::string problem(const json::Ref& body) const
    {
        if (header_of(m_response, "Retry-After") != nullptr)
            json::set(body.get(), "retry_after_s",
                      json::value(std::int64_t{retry_after().count()}));
        const bool is_undecided = json_is_null(json::member(body.get(), "charged"));
        const bool is_retried = json::boolean_member(body.get(), "retryable").value_or(false);
        std::string_view advice;
        if (is_undecided)
            advice = "Call again with the very same arguments and payment; sign nothing new.";
        else if (is_retried)
            advice = "Nothing was charged: call again with the same arguments and payment.";
        return mcp::problem(
            speech(), era(),
            {.problem = json::dump(body.get()), .advice = advice, .receipt = m_receipt});
    }

    const McpCall& m_call;
    const fcgi::Response& m_response;
    std::string m_receipt;
};

std::string wrong_argument(const McpCall& call, std::string_view name, std::string_view what)
{
    const auto detail = one_validation_error(json::array("arguments", name), what, "value_error");
    return mcp::wrong_arguments(call.process.lists->speech(), call.call.era,
                                json::dump(detail.get()));
}

// Arguments become the body of the route: as they are, in a message no larger than the route takes;
// written again in any other, for the route to say what is too large.
void put_arguments(fcgi::Request& asked, const McpCall& call, const catalog::Product& product,
                   const json_t* arguments_view)
{
    auto arguments = arguments_view == nullptr ? json::object() : json::share(arguments_view);
    const auto [bytes, structure] = call.size;
    if (bytes <= product.body_max_bytes && structure <= product.structure_max_bytes) {
        asked.parsed_body = std::move(arguments);
        return;
    }
    asked.body = json::dump(arguments.get());
    if (asked.body.size() <= product.body_max_bytes) return;
    asked.body.clear();
    asked.body_state = fcgi::Request::Body::too_large;
}

// The text of a result.
std::string buy(const McpCall& call, const catalog::Offer& offer, const json_t* arguments_view)
{
    auto asked = request_like(call, "POST", std::string{offer.product->v2_path});
    asked.content_type = "application/json";
    put_arguments(asked, call, *offer.product, arguments_view);
    asked.on_body_dropped = std::exchange(call.request.on_body_dropped, [] {});
    const std::string* header = call.request.header("payment-signature");
    auto payment = mcp::payment_of(call.call.params.get(),
                                   header == nullptr ? std::nullopt
                                                     : std::optional<std::string_view>{*header});
    if (payment) asked.headers.push_back({"payment-signature", *std::move(payment)});
    call.call.params.reset(); // `arguments_view` is of it
    if (const std::string* key = call.request.header("idempotency-key"))
        asked.headers.push_back({"idempotency-key", *key});
    prefer_to_wait(asked, catalog::k_tool_wait_max);
    const fcgi::Response response = call.ask(std::move(asked));
    return Told{call, response}.result(&offer);
}

fcgi::Response ask_job(const McpCall& call, const value::JobId& id, seconds wait)
{
    auto asked = request_like(call, "GET", base::concat(k_job_path, id.text()));
    if (wait.count() > 0) prefer_to_wait(asked, wait);
    return call.ask(std::move(asked));
}

std::string read_job(const McpCall& call, const json_t* arguments_view)
{
    const auto text = json::text_member(arguments_view, "job_id");
    const auto id = text ? value::JobId::parse(*text) : std::nullopt;
    if (!id) return wrong_argument(call, "job_id", "must be a job id: job_ and 26 characters");
    const std::int64_t most = catalog::k_tool_wait_max.count();
    const json_t* wait_view = json::member(arguments_view, "wait_s");
    const auto wait =
        wait_view == nullptr ? std::optional{most} : json::integer_member(arguments_view, "wait_s");
    if (!wait || *wait < 0 || *wait > most)
        return wrong_argument(call, "wait_s", "must be a whole number of seconds, 0 to 25");
    const fcgi::Response response = ask_job(call, *id, seconds{*wait});
    return Told{call, response}.result(nullptr);
}

// A job that has ended is a task that is completed, whatever came of it.
mcp::Answer get_task(const McpCall& call, const value::JobId& id)
{
    const fcgi::Response response = ask_job(call, id, seconds{0});
    const auto body = json::parse(response.body);
    const json_t* view = body ? body->get() : nullptr;
    const bool is_over = response.status == k_ok;
    if (!is_over && response.status != k_accepted)
        return mcp::answer({.refusal = response.status < k_first_fault
                                           ? mcp::Refusal::unknown_task
                                           : mcp::Refusal::internal_error,
                            .id = call.call.id});
    auto out = task(call, view, is_over ? "completed" : "working");
    if (is_over) out.json("result", Told{call, response}.result(nullptr));
    return mcp::answer(call.call.id,
                       call.process.lists->speech().result(call.call.era, std::move(out)));
}

} // namespace

mcp::Answer ask_task(const McpCall& call)
{
    const auto text = json::text_member(call.call.params.get(), "taskId");
    const auto id = text ? value::JobId::parse(*text) : std::nullopt;
    if (!id) return mcp::answer({.refusal = mcp::Refusal::unknown_task, .id = call.call.id});
    if (call.call.method == mcp::Method::get_task) return get_task(call, *id);
    return mcp::answer(call.call.id, call.process.lists->speech().nothing(call.call.era));
}

mcp::Answer call_tool(const McpCall& call)
{
    using mcp::Refusal;
    const auto refuse = [&](Refusal refusal) {
        return mcp::answer({.refusal = refusal, .id = call.call.id});
    };
    const json_t* params_view = call.call.params.get();
    const auto name = json::text_member(params_view, "name");
    if (!name) return refuse(Refusal::wrong_params);
    const json_t* arguments_view = json::member(params_view, "arguments");
    if (arguments_view != nullptr && !json_is_object(arguments_view))
        return refuse(Refusal::wrong_params);
    if (*name == catalog::k_result_tool)
        return mcp::answer(call.call.id, read_job(call, arguments_view));
    const catalog::Offer* offer = catalog::find_tool_offer(call.process.catalog, *name);
    if (offer == nullptr) return refuse(Refusal::unknown_tool);
    return mcp::answer(call.call.id, buy(call, *offer, arguments_view));
}

} // namespace api
