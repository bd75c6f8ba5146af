// Questions on their way to a server that may do anything, and what the way may cost.
#include "base/concat.hpp"
#include "llm/courier/courier.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <deque>

namespace {

namespace json = base::json;
using base::concat;
using llm::Silence;
using llm::courier::Allowance;
using llm::courier::Courier;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Answered = base::Result<net::HttpResponse, net::HttpFailure>;

Answered status(int code, std::optional<seconds> retry_after = {})
{
    return net::HttpResponse{code, "{\"error\":{}}", retry_after};
}

Answered good(std::int64_t prompt_tokens = 40, std::int64_t completion_tokens = 10)
{
    return net::HttpResponse{200,
                             concat(R"({"choices":[],"usage":{"prompt_tokens":)", prompt_tokens,
                                    R"(,"completion_tokens":)", completion_tokens, "}}")};
}

Answered lost()
{
    return base::refuse(net::HttpFailure{net::HttpFailureKind::may_be_received, "cut"});
}

Answered unsent()
{
    return base::refuse(net::HttpFailure{net::HttpFailureKind::not_sent, "refused"});
}

// A courier with a server that answers in this order, the last one for ever, and a clock that
// moves when the courier waits.
struct World final : net::HttpClient {
    std::deque<Answered> answers;
    std::vector<net::HttpRequest> requests{};
    std::vector<milliseconds> pauses{};
    std::chrono::steady_clock::time_point now{};
    milliseconds each_takes{10};

    explicit World(std::deque<Answered> all) : answers{std::move(all)} {}

    Answered send(const net::HttpRequest& request) override
    {
        requests.push_back(request);
        now += each_takes;
        Answered out = answers.front();
        if (answers.size() > 1) answers.pop_front();
        return out;
    }

    Courier courier(Allowance allowance = {.calls = 100,
                                           .tokens = 1'000'000,
                                           .money = 1'000'000,
                                           .price_in = 0,
                                           .price_out = 0,
                                           .time = seconds{100}})
    {
        return {*this,
                {.url = "http://127.0.0.1:8080/v1",
                 .token = "a-token",
                 .settings = tests::test_settings(),
                 .allowance = allowance,
                 .call_timeout = seconds{30}},
                {[this] { return now; },
                 [this](milliseconds pause) {
                     pauses.push_back(pause);
                     now += pause;
                 }}};
    }
};

llm::Question asked_question()
{
    return {"test/1", "Review.", std::string(120, 'a'), json::object("type", "object")};
}

std::string ask(Courier& courier)
{
    const auto answer = courier.ask(asked_question());
    return std::string{answer ? "answered" : llm::name_of(answer.error())};
}

class CourierTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CourierTest);
    CPPUNIT_TEST(what_passes_is_tried_again);
    CPPUNIT_TEST(what_is_refused_is_not);
    CPPUNIT_TEST(strange_answers_are_unreadable);
    CPPUNIT_TEST(a_wish_for_a_pause_is_kept_within_reason);
    CPPUNIT_TEST(a_server_that_fails_is_left_alone);
    CPPUNIT_TEST(no_call_outlives_the_job);
    CPPUNIT_TEST(a_job_that_ends_while_a_server_works_is_told_from_one_that_hangs);
    CPPUNIT_TEST(calls_are_counted);
    CPPUNIT_TEST(tokens_are_counted_whatever_the_server_says);
    CPPUNIT_TEST(money_is_counted);
    CPPUNIT_TEST(the_request_is_what_is_recorded);
    CPPUNIT_TEST(options_survive_their_way);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_passes_is_tried_again()
    {
        for (const auto& passing : {status(408), status(409), status(429), status(500), status(502),
                                    status(503), status(504), lost(), unsent()}) {
            World once{{passing, good()}};
            auto courier = once.courier();
            CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
            World always{{passing}};
            auto other = always.courier();
            CPPUNIT_ASSERT_EQUAL(std::string{"away"}, ask(other));
            CPPUNIT_ASSERT_EQUAL(std::size_t{3}, always.requests.size());
            CPPUNIT_ASSERT_EQUAL(std::size_t{2}, always.pauses.size());
            CPPUNIT_ASSERT(always.pauses[0] < always.pauses[1]);
        }
    }

    void what_is_refused_is_not()
    {
        // For who asks, or for what is asked, which may be the text's doing.
        for (const int code : {401, 403, 404, 400, 413, 422}) {
            World world{{status(code)}};
            auto courier = world.courier();
            const bool is_ours = code != 400 && code < 405;
            CPPUNIT_ASSERT_EQUAL(std::string{is_ours ? "refused" : "filtered"}, ask(courier));
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.requests.size());
        }
    }

    void strange_answers_are_unreadable()
    {
        const Answered k_too_large = base::refuse(
            net::HttpFailure{net::HttpFailureKind::may_be_received, "answer too large", true});
        const Answered k_no_utf8 = net::HttpResponse{200, "{\"choices\":\"\xff\"}"};
        for (const auto& strange :
             {status(204), status(302), status(418), k_too_large, k_no_utf8}) {
            World world{{strange}};
            auto courier = world.courier();
            CPPUNIT_ASSERT_EQUAL(std::string{"unreadable"}, ask(courier));
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.requests.size());
        }
    }

    void a_wish_for_a_pause_is_kept_within_reason()
    {
        World world{{status(429, seconds{3}), good()}};
        auto courier = world.courier();
        CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
        CPPUNIT_ASSERT(world.pauses == std::vector<milliseconds>{seconds{3}});
        World long_one{{status(429, seconds{3'600}), good()}};
        auto other = long_one.courier();
        CPPUNIT_ASSERT_EQUAL(std::string{"away"}, ask(other));
        CPPUNIT_ASSERT(long_one.pauses.empty());
    }

    void a_server_that_fails_is_left_alone()
    {
        World world{{status(503)}};
        auto courier = world.courier();
        CPPUNIT_ASSERT_EQUAL(std::string{"away"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"away"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"away"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, world.requests.size());
    }

    void no_call_outlives_the_job()
    {
        World world{{lost()}};
        world.each_takes = seconds{8};
        auto courier = world.courier({.calls = 100,
                                      .tokens = 1'000'000,
                                      .money = 0,
                                      .price_in = 0,
                                      .price_out = 0,
                                      .time = seconds{20}});
        const auto said = ask(courier);
        CPPUNIT_ASSERT(said == "away" || said == "over_budget");
        auto rest = milliseconds{seconds{20}};
        for (std::size_t i = 0; i < world.requests.size(); ++i) {
            CPPUNIT_ASSERT(world.requests[i].total_timeout <= rest);
            rest -= world.each_takes;
        }
        // When its time is over nothing is sent.
        world.now += seconds{30};
        const auto sent = world.requests.size();
        CPPUNIT_ASSERT_EQUAL(std::string{"over_budget"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(sent, world.requests.size());
    }

    void a_job_that_ends_while_a_server_works_is_told_from_one_that_hangs()
    {
        const auto ok = good();
        World working{{ok, ok, lost()}};
        working.each_takes = seconds{25};
        auto courier = working.courier({.calls = 100,
                                        .tokens = 1'000'000,
                                        .money = 1'000'000,
                                        .price_in = 0,
                                        .price_out = 0,
                                        .time = seconds{70}});
        CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"over_budget"}, ask(courier));
        World hanging{{lost()}};
        hanging.each_takes = seconds{100};
        auto other = hanging.courier();
        CPPUNIT_ASSERT_EQUAL(std::string{"away"}, ask(other));
    }

    void calls_are_counted()
    {
        World world{{status(500), good()}};
        auto courier = world.courier({.calls = 3,
                                      .tokens = 1'000'000,
                                      .money = 0,
                                      .price_in = 0,
                                      .price_out = 0,
                                      .time = seconds{100}});
        CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"over_budget"}, ask(courier));
    }

    void tokens_are_counted_whatever_the_server_says()
    {
        // 127 bytes are 21 tokens at least, and 1,500 may come back.
        const auto answered = [](const Answered& answer, std::int64_t tokens) {
            World world{{answer}};
            auto courier = world.courier({.calls = 1'000,
                                          .tokens = tokens,
                                          .money = 0,
                                          .price_in = 0,
                                          .price_out = 0,
                                          .time = seconds{100}});
            int out = 0;
            while (out < 900 && ask(courier) == "answered") ++out;
            return out;
        };
        CPPUNIT_ASSERT_EQUAL(0, answered(good(), 1'500));
        CPPUNIT_ASSERT(answered(good(0, 0), 4'000) < 200);         // lies low
        CPPUNIT_ASSERT_EQUAL(1, answered(good(50'000, 1), 4'000)); // lies high
        CPPUNIT_ASSERT_EQUAL(
            2, answered(net::HttpResponse{200, "{\"choices\":[],\"usage\":null}"}, 4'000));
    }

    void money_is_counted()
    {
        World world{{good(1'000, 1'000)}};
        // 3 dollars a million in, 15 out: .018 dollars a call; .05 may be spent.
        auto courier = world.courier({.calls = 100,
                                      .tokens = 1'000'000,
                                      .money = 50'000,
                                      .price_in = 3'000'000,
                                      .price_out = 15'000'000,
                                      .time = seconds{100}});
        CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"answered"}, ask(courier));
        CPPUNIT_ASSERT_EQUAL(std::string{"over_budget"}, ask(courier));
    }

    void the_request_is_what_is_recorded()
    {
        World world{{good()}};
        auto courier = world.courier();
        static_cast<void>(ask(courier));
        const auto& sent = world.requests.at(0);
        CPPUNIT_ASSERT_EQUAL(llm::request_text(asked_question(), tests::test_settings()),
                             sent.body);
        CPPUNIT_ASSERT_EQUAL(std::string{"http://127.0.0.1:8080/v1/chat/completions"}, sent.url);
        CPPUNIT_ASSERT(std::any_of(sent.headers.begin(), sent.headers.end(), [](const auto& each) {
            return each.name == "Authorization" && each.value == "Bearer a-token";
        }));
        CPPUNIT_ASSERT(sent.sending == net::Sending::at_most_once);
    }

    void options_survive_their_way()
    {
        const llm::courier::Options options{.url = "https://models.example/v1",
                                            .token = "secret",
                                            .settings = tests::test_settings(),
                                            .allowance = {3, 4, 5, 6, 7, milliseconds{8}},
                                            .call_timeout = seconds{9}};
        const auto text = json::dump(llm::courier::options_json(options).get());
        const auto again = llm::courier::parse_options(text);
        CPPUNIT_ASSERT(again.has_value());
        CPPUNIT_ASSERT_EQUAL(text, json::dump(llm::courier::options_json(*again).get()));
        for (const std::string_view garbage : {"", "[]", "{}", "{\"url\":1}", "\xff"})
            CPPUNIT_ASSERT(!llm::courier::parse_options(garbage));
        std::string negative = text;
        negative.replace(negative.find("\"calls\":3"), 9, "\"calls\":-3");
        CPPUNIT_ASSERT(!llm::courier::parse_options(negative));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CourierTest);

} // namespace
