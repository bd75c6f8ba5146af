#include "api/hold.hpp"

#include <algorithm>

namespace api {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A wake-up may be lost; rows are read again this often at least.
constexpr std::chrono::seconds k_reread{2};

} // namespace

bool is_unfinished(job::State state)
{
    switch (state) {
    case job::State::settling:
    case job::State::queued:
    case job::State::running: return true;
    case job::State::awaiting_payment:
    case job::State::payment_confirmed:
    case job::State::expired:
    case job::State::rejected:
    case job::State::complete:
    case job::State::failed:
    case job::State::purged: return false;
    }
    return false;
}

std::optional<job::View> hold(const fcgi::Request& request, job::View view,
                              steady_clock::time_point until,
                              const std::function<bool(const job::View&)>& is_over,
                              Context& context)
{
    job::WakeWatcher& watcher = context.process.watcher;
    std::optional<job::View> now{std::move(view)};
    while (now && !is_over(*now) && steady_clock::now() < until && !watcher.is_stopped() &&
           !request.client_gone()) {
        // The ticket comes before the read: a change in between ends the next wait at once.
        const std::uint64_t ticket = watcher.ticket();
        now = context.reading.find(now->job.id, store::Reading::Artifact::fetch);
        if (!now || is_over(*now)) break;
        const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
        watcher.wait(ticket, std::clamp<milliseconds>(left, milliseconds{0}, k_reread));
    }
    return now;
}

} // namespace api
