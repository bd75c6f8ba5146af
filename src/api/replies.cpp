#include "api/replies.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/json_text.hpp"
#include "chain/keccak.hpp"
#include "job/transitions.hpp"

#include <algorithm>

namespace api {

namespace {

namespace json = base::json;

constexpr std::chrono::seconds k_young{10};
constexpr std::chrono::seconds k_young_retry{2};
constexpr std::chrono::seconds k_longest_retry{15};

json::Ref charged_json(catalog::Charged charged)
{
    switch (charged) {
    case catalog::Charged::no: return json::value(false);
    case catalog::Charged::yes: return json::value(true);
    case catalog::Charged::undecided: return json::value(nullptr);
    }
    return json::value(nullptr);
}

void add_payment(json::ObjectText& out, const job::View& view)
{
    if (!view.payment) {
        out.null("payment");
        return;
    }
    const job::Payment& payment = *view.payment;
    out.json("payment", json::ObjectText{}
                            .text("rail", view.job.rail)
                            .text("payer", payment.key.payer.text())
                            .text("amount", payment.value.atoms_text())
                            .text("asset", payment.key.asset.text())
                            .text("network", payment.key.network.text())
                            .text("tx_hash", payment.tx_hash)
                            .take());
}

// A hash that is not to be anchored says so and no more.
std::string anchor_reply(const job::View& view)
{
    json::ObjectText out;
    out.text("status", view.result->anchor_status);
    if (view.result->anchor_status == "off") return out.take();
    const auto& anchor = view.anchor;
    const bool is_eas = anchor && anchor->method == "eas";
    const auto text = [&](std::string_view key, bool is_there, auto&& value) {
        is_there ? out.text(key, value()) : out.null(key);
    };
    const auto number = [&](std::string_view key, std::optional<std::uint64_t> value) {
        value ? out.json(key, base::concat(*value)) : out.null(key);
    };
    text("method", anchor.has_value(), [&] { return anchor->method; });
    number("chain_id", anchor ? std::optional{anchor->network.chain_id()} : std::nullopt);
    text("contract", is_eas, [&] { return chain::eip55_text(anchor->callee); });
    text("tx_hash", anchor.has_value(), [&] { return anchor->tx_hash; });
    number("block_number", anchor ? anchor->block_number : std::nullopt);
    text("block_time", anchor && anchor->block_time,
         [&] { return base::to_rfc3339(*anchor->block_time); });
    return out.take();
}

// The promise is of a result after the request was queued: a buyer of rail v1 may take their time
// before that.
base::Instant due(const job::View& view)
{
    const bool is_settled = view.payment && view.payment->phase == job::Phase::settled;
    return (is_settled ? view.payment->updated : view.job.created) + view.job.sla;
}

bool sla_met(const job::View& view)
{
    return view.job.completed && *view.job.completed <= due(view);
}

// What complete and failed jobs share.
void add_history(json::ObjectText& out, const job::View& view)
{
    add_payment(out, view);
    out.json("credits", json::dump(credits_json(view).get()));
    out.text("created_at", base::to_rfc3339(view.job.created));
    if (view.job.completed)
        out.text("completed_at", base::to_rfc3339(*view.job.completed));
    else
        out.null("completed_at");
}

} // namespace

fcgi::Response Replies::json(int status, std::string body) const
{
    return {.status = status,
            .headers = {{"Content-Type", "application/json"},
                        {"Cache-Control", "private, no-store"},
                        {"Access-Control-Allow-Origin", "*"},
                        {"Access-Control-Expose-Headers", std::string{catalog::k_exposed_headers}}},
            .body = std::move(body)};
}

fcgi::Response Replies::of_this_moment(int status, const json::Ref& body) const
{
    fcgi::Response response = json(status, json::dump(body.get()));
    response.headers[1].second = "no-store";
    return response;
}

fcgi::Response Replies::problem(catalog::ProblemCode code, ProblemExtras extras) const
{
    if (m_tally != nullptr) m_tally->refused(code);
    const catalog::Problem& row = catalog::problem(code);
    const json::Ref body = json::object(
        "type", base::concat(m_base_url, "/ui#errors-", row.word), "title", row.title, "status",
        row.status, "detail", extras.detail.empty() ? std::string{row.advice} : extras.detail,
        "code", row.word, "retryable", row.retryable, "charged",
        charged_json(extras.charged.value_or(row.charged)));
    if (extras.job_id) json::set(body.get(), "job_id", json::value(extras.job_id->text()));
    if (extras.credits) json::set(body.get(), "credits", std::move(extras.credits));
    if (extras.sold) json::set(body.get(), "sold", std::move(extras.sold));

    fcgi::Response response = json(row.status, json::dump(body.get()));
    response.headers[0].second = "application/problem+json";
    if (extras.retry_after)
        response.headers.emplace_back("Retry-After", base::concat(extras.retry_after->count()));
    if (extras.job_id)
        response.headers.emplace_back("Location",
                                      base::concat(m_base_url, "/v1/job/", extras.job_id->text()));
    return response;
}

fcgi::Response Replies::unprocessable(json::Ref detail, catalog::Charged charged) const
{
    return json(
        422,
        json::dump(
            json::object("detail", std::move(detail), "charged", charged_json(charged)).get()));
}

fcgi::Response Replies::method_not_allowed(std::string_view allow) const
{
    fcgi::Response response = problem(catalog::ProblemCode::method_not_allowed);
    response.headers.emplace_back("Allow", std::string{allow});
    return response;
}

fcgi::Response Replies::job_accepted(const job::View& view, base::Instant now,
                                     std::optional<std::int64_t> queue_position) const
{
    const job::Job& job = view.job;
    const std::string poll_url = base::concat(m_base_url, "/v1/job/", job.id.text());
    const auto wait = retry_after(job, now);
    json::Ref progress = json::value(nullptr);
    if (job.progress)
        progress = json::object("stage", job.progress->stage, "done", job.progress->done, "total",
                                job.progress->total);
    // Both are the end of the promise: the older word reads as if the job ended then.
    const auto sla_ends = base::to_rfc3339(due(view));
    const json::Ref body =
        json::object("job_id", job.id.text(), "status", job::to_text(job.state), "product",
                     job.product, "poll_url", poll_url, "retry_after_sec", wait.count(), "sla_sec",
                     job.sla.count(), "sla_ends_at", sla_ends, "expires_at", sla_ends, "progress",
                     std::move(progress), "credits", credits_json(view));
    if (queue_position) json::set(body.get(), "queue_position", json::value(*queue_position));
    fcgi::Response response = json(202, json::dump(body.get()));
    response.headers.emplace_back("Location", poll_url);
    response.headers.emplace_back("Link", base::concat('<', poll_url, ">; rel=monitor"));
    response.headers.emplace_back("Retry-After", base::concat(wait.count()));
    return response;
}

fcgi::Response Replies::job_complete(const job::View& view) const
{
    const job::Job& job = view.job;
    const job::Result& result = *view.result;
    json::ObjectText out;
    out.text("job_id", job.id.text()).text("status", "complete").text("product", job.product);
    if (result.verdict.empty())
        out.null("verdict");
    else
        out.text("verdict", result.verdict);
    // The artifact is spliced in as the very bytes that were hashed: never parsed, never re-made.
    out.json("artifact", result.artifact);
    out.text("result_hash", result.hash.text());
    out.json("anchor", anchor_reply(view));
    add_history(out, view);
    return json(200, out.boolean("sla_met", sla_met(view)).take());
}

fcgi::Response Replies::job_failed(const job::View& view) const
{
    const job::Job& job = view.job;
    json::ObjectText out;
    out.text("job_id", job.id.text()).text("status", "failed").text("product", job.product);
    out.text("error", job.error);
    add_history(out, view);
    return json(200, out.boolean("sla_met", false).take());
}

fcgi::Response Replies::job_rejected(const job::View& view) const
{
    const bool was_charged = !view.credits.empty();
    return problem(
        catalog::ProblemCode::payment_rejected,
        {.detail = was_charged ? "The money came in after it was refused; it is a credit of this "
                                 "job, which the operator pays back."
                               : "",
         .charged = was_charged ? catalog::Charged::yes : catalog::Charged::no,
         .job_id = view.job.id,
         .retry_after = {},
         .credits = credits_json(view)});
}

fcgi::Response Replies::job_gone(const job::View& view) const
{
    const bool was_paid =
        (view.payment && view.payment->phase == job::Phase::settled) || !view.credits.empty();
    return problem(catalog::ProblemCode::job_gone,
                   {.detail = {},
                    .charged = was_paid ? catalog::Charged::yes : catalog::Charged::no,
                    .job_id = view.job.id,
                    .retry_after = {},
                    .credits = credits_json(view)});
}

json::Ref credits_json(const job::View& view)
{
    json::Ref out = json::array();
    for (const job::Credit& credit : view.credits)
        json::append(out.get(),
                     json::object("amount", credit.value.atoms_text(), "reason", credit.reason,
                                  "state", credit.state, "payer", credit.payer, "tx_hash",
                                  credit.tx_hash, "refund_tx", credit.refund_tx));
    return out;
}

// The text is not parsed: it may hold an artifact of megabytes, whose bytes stay as they are.
void add_member(fcgi::Response& response, std::string_view name, const json_t* member_view)
{
    std::string& body = response.body;
    if (body.size() < 3 || body.back() != '}') throw base::Fault{"the body is no JSON object"};
    body.pop_back();
    body += base::concat(",\"", name, "\":", json::dump(member_view), '}');
}

std::chrono::seconds retry_after(const job::Job& job, base::Instant now)
{
    if (job.state == job::State::complete) return std::chrono::seconds{0};
    if (now - job.created < k_young) return k_young_retry;
    return std::clamp(job.sla / 20, k_young_retry, k_longest_retry);
}

json::Ref malformed_job_id(std::string_view part)
{
    return one_validation_error(json::array(part, "job_id"),
                                "String should match pattern '^job_[0-9a-hjkmnp-tv-z]{26}$'",
                                "string_pattern_mismatch");
}

json::Ref one_validation_error(json::Ref loc, std::string_view message, std::string_view type)
{
    return json::array(json::object("loc", std::move(loc), "msg", message, "type", type));
}

} // namespace api
