#include "api/hold.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <charconv>

namespace api {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

// A wake-up may be lost; rows are read again this often at least.
constexpr std::chrono::seconds k_reread{2};

} // namespace

seconds preferred_wait(const fcgi::Request& request, seconds longest)
{
    const std::string* prefer = request.header("prefer");
    if (prefer == nullptr) return seconds{0};
    constexpr std::string_view k_wait = "wait=";
    const std::size_t at = prefer->find(k_wait);
    if (at == std::string::npos) return seconds{0};
    const char* begin = prefer->data() + at + k_wait.size();
    int count = 0;
    const auto [end, error] = std::from_chars(begin, prefer->data() + prefer->size(), count);
    if (error == std::errc::result_out_of_range) return longest;
    if (error != std::errc{} || count < 0) return seconds{0};
    return std::min(seconds{count}, longest);
}

void add_preference_applied(fcgi::Response& response, seconds wait)
{
    response.headers.emplace_back("Preference-Applied", base::concat("wait=", wait.count()));
}

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
