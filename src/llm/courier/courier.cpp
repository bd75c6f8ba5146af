#include "llm/courier/courier.hpp"

#include "base/concat.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <array>
#include <thread>

namespace llm::courier {

using base::refuse;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr int k_tries = 3;
constexpr int k_failures_that_break = 5;
constexpr milliseconds k_connect_timeout{2'000};
constexpr seconds k_longest_pause{10};
constexpr milliseconds k_first_pause{250};

bool is_worth_another_try(int status)
{
    constexpr int k_passing[] = {408, 409, 429, 500, 502, 503, 504};
    return std::ranges::find(k_passing, status) != std::end(k_passing);
}

// A request that is refused for who asks or where is the operator's affair; for what is in it, it
// may be the text's.
std::optional<Silence> refusal_of(int status)
{
    switch (status) {
    case 401:
    case 403:
    case 404: return Silence::refused;
    case 400:
    case 413:
    case 422: return Silence::filtered;
    default: return std::nullopt;
    }
}

// So that jobs which failed together do not come back together: between half of it and all.
milliseconds jittered(milliseconds pause)
{
    std::array<std::uint8_t, 1> draw{};
    base::fill_random(draw);
    return pause / 2 + pause * draw[0] / 512;
}

} // namespace

Time Time::real()
{
    return {[] { return std::chrono::steady_clock::now(); },
            [](milliseconds pause) { std::this_thread::sleep_for(pause); }};
}

Courier::Courier(net::HttpClient& http, Options options, Time time)
    : m_http{http}, m_options{std::move(options)}, m_time{std::move(time)},
      m_budget{m_options.allowance}, m_ends{m_time.now() + m_options.allowance.time}
{
}

milliseconds Courier::left() const
{
    return std::chrono::duration_cast<milliseconds>(m_ends - m_time.now());
}

net::HttpRequest Courier::request_for(const std::string& body) const
{
    net::HttpRequest out{
        .method = net::HttpMethod::post,
        .url = base::concat(m_options.url, "/chat/completions"),
        .headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
        .body = body,
        .sending = net::Sending::at_most_once,
        .connect_timeout = k_connect_timeout,
        .total_timeout = std::min(m_options.call_timeout, left()),
        .response_limit = k_max_body};
    if (!m_options.token.empty())
        out.headers.push_back({"Authorization", base::concat("Bearer ", m_options.token)});
    return out;
}

// False: there is no time for it.
bool Courier::pause(int tries, std::optional<seconds> asked_for)
{
    const milliseconds wanted =
        asked_for ? milliseconds{*asked_for} : jittered(k_first_pause * (1 << (2 * tries)));
    if (wanted > k_longest_pause || wanted >= left()) return false;
    m_time.sleep(wanted);
    return true;
}

base::Result<std::string, Silence> Courier::ask(const Question& question)
{
    if (m_failures >= k_failures_that_break) return refuse(Silence::away);
    const std::string body = request_text(question, m_options.settings);
    const auto fewest = fewest_tokens(question.instructions) + fewest_tokens(question.material);
    const auto most = most_tokens(question.instructions) + most_tokens(question.material);
    const std::int64_t most_out = m_options.settings.max_output_tokens;
    for (int tries = 1;; ++tries) {
        if (!m_budget.allows(most, most_out) || left() <= milliseconds{0})
            return refuse(Silence::over_budget);
        const bool is_last_moment = left() < m_options.call_timeout;
        auto answer = m_http.send(request_for(body));
        const auto usage = answer ? usage_of(answer->body) : std::nullopt;
        // A server that says little has read what was sent all the same; what a lost answer took is
        // not known.
        const bool has_answered = answer && answer->status == 200;
        m_budget.spend(usage ? std::max(usage->prompt_tokens, fewest) : most,
                       usage          ? usage->completion_tokens
                       : has_answered ? most_out
                                      : 0);
        if (has_answered) {
            m_failures = 0;
            m_has_answered = true;
            if (!is_text(answer->body)) return refuse(Silence::unreadable);
            return std::move(answer->body);
        }
        if (!answer && answer.error().is_too_large) return refuse(Silence::unreadable);
        // A server that answers, and was given less time than it may take.
        if (!answer && is_last_moment && m_has_answered && left() <= milliseconds{0})
            return refuse(Silence::over_budget);
        if (answer)
            if (const auto refusal = refusal_of(answer->status)) return refuse(*refusal);
        if (answer && !is_worth_another_try(answer->status)) return refuse(Silence::unreadable);
        ++m_failures;
        const auto asked_for = answer ? answer->retry_after : std::nullopt;
        if (tries == k_tries || m_failures >= k_failures_that_break || !pause(tries, asked_for))
            return refuse(Silence::away);
    }
}

} // namespace llm::courier
