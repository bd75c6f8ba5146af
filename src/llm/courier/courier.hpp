// Carries questions to the operator's model server and its answers back, within a job's budget.
//
// What a server may do wrong costs time and tokens of that budget and nothing else: it is asked at
// most three times for one answer, and not at all after five failures in a row. The answer's words
// are not looked into here, but for how many tokens the server says that it took.
#pragma once

#include "llm/courier/budget.hpp"
#include "net/http_client.hpp"

#include <functional>
#include <string>

namespace llm::courier {

struct Options {
    std::string url;   // of the API, "http://127.0.0.1:8080/v1"; /chat/completions is added
    std::string token; // sent as Bearer; empty: none
    Settings settings;
    Allowance allowance;
    std::chrono::milliseconds call_timeout{0};
};

// {"url", "token", "settings", "call_timeout_ms", "allowance": {"calls", "tokens", "money",
// "price_in", "price_out", "time_ms"}}, as the worker writes them on a descriptor.
base::json::Ref options_json(const Options& options);
std::optional<Options> parse_options(std::string_view text);

// Time as the courier sees it: a test puts its own here.
struct Time {
    std::function<std::chrono::steady_clock::time_point()> now;
    std::function<void(std::chrono::milliseconds)> sleep;

    static Time real();
};

class Courier final : public Model {
public:
    // `http` must outlive it. The job's time begins now.
    Courier(net::HttpClient& http, Options options, Time time = Time::real());

    // As in Model. `over_budget` also when the job's time ends while a server works that has
    // answered before. `away` when no server answers: no connection, a lost answer, 408, 409, 429
    // or 5xx three times over. `refused`: 401, 403, 404. `filtered`: 400, 413, 422. `unreadable`:
    // any other status, an answer over k_max_body, or one that is not UTF-8. A pause that the
    // server asks for is kept up to 10 s.
    base::Result<std::string, Silence> ask(const Question& question) override;

private:
    [[nodiscard]] std::chrono::milliseconds left() const;
    [[nodiscard]] bool pause(int tries, std::optional<std::chrono::seconds> asked_for);
    net::HttpRequest request_for(const std::string& body) const;

    net::HttpClient& m_http;
    Options m_options;
    Time m_time;
    Budget m_budget;
    std::chrono::steady_clock::time_point m_ends;
    int m_failures = 0; // in a row
    bool m_has_answered = false;
};

// Answers the questions that come over the descriptor, one after the other, until the other end is
// closed or says what is not a question.
void serve(int descriptor, Model& model);

} // namespace llm::courier
