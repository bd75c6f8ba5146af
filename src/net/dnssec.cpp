#include "net/dnssec.hpp"

#include "base/closer.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <poll.h>
#include <unbound.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace net {

namespace {

using std::chrono::steady_clock;
using UnboundRef = std::unique_ptr<ub_ctx, base::Closer<ub_ctx_delete>>;
using ResultRef = std::unique_ptr<ub_result, base::Closer<ub_resolve_free>>;

constexpr int k_type_a = 1;
constexpr int k_class_in = 1;

void require_unbound(int error)
{
    if (error != 0) throw base::Fault{base::concat("libunbound: ", ub_strerror(error))};
}

struct Question {
    DnssecOutcome outcome;
    int id = 0;
    bool is_over = false;
};

// Called from ub_process, so in the thread that asks.
void take(void* target, int error, ub_result* raw)
{
    Question& question = *static_cast<Question*>(target);
    const ResultRef result{raw};
    question.is_over = true;
    if (error != 0 || !result) return;
    if (result->bogus != 0) {
        question.outcome.state = DnssecState::bogus;
        question.outcome.why = result->why_bogus != nullptr ? result->why_bogus : "";
    } else if (result->secure != 0) {
        question.outcome.state = DnssecState::secure;
    } else if (result->havedata != 0 || result->nxdomain != 0) {
        question.outcome.state = DnssecState::insecure;
    }
}

UnboundRef make_unbound_context(const IpAddress& resolver, const std::string& anchor_path)
{
    UnboundRef context{ub_ctx_create()};
    if (!context) throw base::Fault{"libunbound cannot start"};
    // Library code does not log; what fails is in the outcome.
    require_unbound(ub_ctx_debugout(context.get(), nullptr));
    // This host's resolver often is on this host.
    require_unbound(ub_ctx_set_option(context.get(), "do-not-query-localhost:", "no"));
    require_unbound(ub_ctx_set_fwd(context.get(), resolver.text().c_str()));
    require_unbound(ub_ctx_add_ta_file(context.get(), anchor_path.c_str()));
    require_unbound(ub_ctx_async(context.get(), /*dothread=*/1));
    return context;
}

} // namespace

std::vector<DnssecOutcome> validate_dnssec(const IpAddress& resolver,
                                           const std::string& anchor_path,
                                           std::span<const std::string> names,
                                           steady_clock::time_point deadline)
{
    if (names.empty()) return {};
    std::vector<Question> questions(names.size()); // above the context: it writes into them
    const UnboundRef context = make_unbound_context(resolver, anchor_path);
    for (std::size_t i = 0; i < names.size(); ++i)
        require_unbound(ub_resolve_async(context.get(), names[i].c_str(), k_type_a, k_class_in,
                                         &questions[i], &take, &questions[i].id));
    const auto is_over = [](const Question& each) { return each.is_over; };
    while (!std::all_of(questions.begin(), questions.end(), is_over)) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()).count();
        if (left <= 0) break;
        pollfd news{ub_fd(context.get()), POLLIN, 0};
        const auto wait_ms = static_cast<int>(std::min<std::int64_t>(left, 60'000));
        if (::poll(&news, 1, wait_ms) < 0 && errno != EINTR) throw base::Fault::from_errno("poll");
        if (news.revents != 0) require_unbound(ub_process(context.get()));
    }
    // By itself libunbound gives up after 17 s.
    for (const Question& each : questions)
        if (!each.is_over) ub_cancel(context.get(), each.id);
    std::vector<DnssecOutcome> outcomes;
    outcomes.reserve(questions.size());
    for (Question& each : questions) outcomes.push_back(std::move(each.outcome));
    return outcomes;
}

} // namespace net
