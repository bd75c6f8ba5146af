#include "api/endpoints.hpp"

#include "api/client_address.hpp"
#include "api/hold.hpp"
#include "base/base64.hpp"
#include "base/concat.hpp"

namespace api {

namespace {

// An order of rail v1 whose work has not begun.
fcgi::Response show_unqueued(const value::JobId& id, Context& context)
{
    const Process& process = context.process;
    const auto order = context.orders.find(id);
    if (!order) return unknown_job(id, context);
    const job::State state = order->view.job.state;
    if (state == job::State::awaiting_payment) return show_order(*order, process);
    if (state == job::State::expired || job::is_paid_back(*order))
        return process.order_replies.expired(*order);
    return process.order_replies.confirmed(*order, 202);
}

fcgi::Response show(const job::View& view, Context& context)
{
    const Process& process = context.process;
    switch (view.job.state) {
    case job::State::awaiting_payment:
    case job::State::payment_confirmed:
    case job::State::expired: return show_unqueued(view.job.id, context);
    case job::State::settling:
    case job::State::queued:
    case job::State::running:
        return process.replies.job_accepted(view, process.clock.now(),
                                            context.reading.queue_position(view.job));
    case job::State::complete: return process.replies.job_complete(view);
    case job::State::failed: return process.replies.job_failed(view);
    case job::State::rejected: return process.replies.job_rejected(view);
    case job::State::purged: return process.replies.job_gone(view);
    }
    return process.replies.problem(catalog::ProblemCode::internal_error);
}

// A job with a result; the error is what is answered in its place.
base::Result<job::View, fcgi::Response> find_ended(std::string_view job_id,
                                                   store::Reading::Artifact artifact,
                                                   Context& context)
{
    const Process& process = context.process;
    const auto id = value::JobId::parse(job_id);
    if (!id) return base::refuse(process.replies.unprocessable(malformed_job_id("path")));
    auto view = context.reading.find(*id, artifact);
    if (!view) return base::refuse(unknown_job(*id, context));
    if (is_unfinished(view->job.state) || view->job.state == job::State::awaiting_payment ||
        view->job.state == job::State::payment_confirmed)
        return base::refuse(show(*view, context));
    if (view->job.state == job::State::purged) return base::refuse(process.replies.job_gone(*view));
    if (!view->result)
        return base::refuse(process.replies.problem(catalog::ProblemCode::not_found));
    return std::move(*view);
}

} // namespace

fcgi::Response unknown_job(const value::JobId& id, Context& context)
{
    return context.process.replies.problem(context.reading.is_lost(id)
                                               ? catalog::ProblemCode::lost_in_restore
                                               : catalog::ProblemCode::job_unknown);
}

fcgi::Response job_status(const fcgi::Request& request, std::string_view job_id, Context& context)
{
    const Process& process = context.process;
    const auto id = value::JobId::parse(job_id);
    if (!id) return process.replies.unprocessable(malformed_job_id("path"));
    auto view = context.reading.find(*id, store::Reading::Artifact::fetch);
    if (!view) return unknown_job(*id, context);

    const auto wait = preferred_wait(request, process.config.http.poll_wait_max);
    bool waited = false;
    if (wait.count() > 0 && may_wait(process.pool) && is_unfinished(view->job.state)) {
        const auto client = buyer_of(request, process.config.limits.ipv6_prefix).client;
        if (const auto place =
                process.shares.waiting.try_take(job::Waiting::poll, client, id->text())) {
            const job::State before = view->job.state;
            view = hold(
                request, std::move(*view), request.begun + wait,
                [before](const job::View& now) { return now.job.state != before; }, context);
            waited = true;
        }
    }
    if (!view) return unknown_job(*id, context);
    fcgi::Response response = show(*view, context);
    if (waited) add_preference_applied(response, wait);
    return response;
}

fcgi::Response job_artifact(const fcgi::Request& request, std::string_view job_id, Context& context)
{
    const Process& process = context.process;
    const auto view = find_ended(job_id, store::Reading::Artifact::fetch, context);
    if (!view) return view.error();
    const job::Result& result = *view->result;
    const std::string etag = base::concat('"', result.hash.text(), '"');
    const std::string* known = request.header("if-none-match");
    const bool is_fresh = known != nullptr && known->find(etag) != std::string::npos;
    fcgi::Response response =
        process.replies.json(is_fresh ? 304 : 200, is_fresh ? std::string{} : result.artifact);
    response.headers[1].second = "private, max-age=31536000, immutable";
    response.headers.emplace_back("ETag", etag);
    // RFC 9530: the same 32 bytes as result_hash, in the form HTTP libraries check.
    response.headers.emplace_back(
        "Content-Digest", base::concat("sha-256=:", base::to_base64(result.hash.bytes()), ":"));
    return response;
}

fcgi::Response job_transcript(std::string_view job_id, Context& context)
{
    const Process& process = context.process;
    const auto view = find_ended(job_id, store::Reading::Artifact::leave, context);
    if (!view) return view.error();
    auto transcript = context.reading.transcript(view->job);
    if (transcript.empty()) return process.replies.problem(catalog::ProblemCode::not_found);
    return process.replies.json(200, std::move(transcript));
}

} // namespace api
