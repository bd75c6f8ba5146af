// A request that cannot be taken is told all that is wrong with it, in the words of its rail.
#include "order_case.hpp"

#include <algorithm>

namespace {

using namespace api_test;

class RefusedRequestsTest : public OrderCase {
    CPPUNIT_TEST_SUITE(RefusedRequestsTest);
    CPPUNIT_TEST(every_problem_of_an_order_is_named_at_once);
    CPPUNIT_TEST(what_is_no_object_is_one_problem);
    CPPUNIT_TEST(who_has_shown_a_payment_hears_that_it_was_not_charged);
    CPPUNIT_TEST(a_conflict_of_keys_speaks_of_the_key_that_was_sent);
    CPPUNIT_TEST(an_order_says_how_many_more_there_may_be);
    CPPUNIT_TEST(the_old_payment_header_is_told_the_new_one);
    CPPUNIT_TEST(an_encoded_body_is_refused_in_words);
    CPPUNIT_TEST(members_that_are_not_read_are_told);
    CPPUNIT_TEST_SUITE_END();

    // "tier literal_error, payload missing".
    std::string problems(const std::string& text, const char* path = "/v1/verify")
    {
        const auto answer = service->handle(request("POST", path, text));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(text, 422, answer.status);
        const json::Ref told = body(answer);
        // Of a job that cannot be told nothing is known.
        const bool names_job = text.find("job_id") != std::string::npos;
        const json_t* charged_view = json::member(told.get(), "charged");
        CPPUNIT_ASSERT(names_job ? json_is_null(charged_view) : json_is_false(charged_view));
        const json_t* detail_view = json::array_member(told.get(), "detail");
        std::string out;
        for (std::size_t i = 0; i < json_array_size(detail_view); ++i) {
            const json_t* each_view = json_array_get(detail_view, i);
            const json_t* loc_view = json::array_member(each_view, "loc");
            const json_t* name_view = json_array_get(loc_view, json_array_size(loc_view) - 1);
            out += base::concat(out.empty() ? "" : ", ", json::text_of(name_view), " ",
                                json::text_member(each_view, "type").value_or("-"));
        }
        return out;
    }

public:
    void setUp() override { open(api::Pool::slow); }

    void every_problem_of_an_order_is_named_at_once()
    {
        expect("tier literal_error, payload missing", problems(R"({"tier":7})"));
        expect("tier missing, payload missing", problems(R"({"other":1})"));
        expect("tier literal_error, payload string_type",
               problems(R"({"tier":"none","payload":[]})"));
        expect("tier missing, payload string_too_short", problems(R"({"payload":""})"));
        expect("payload missing", problems(R"({"tier":"basic"})"));
        expect("tier missing", problems(R"({"payload":"1 + 1 = 2"})"));
        expect("job_id string_pattern_mismatch, tier literal_error, payload missing",
               problems(R"({"tier":null,"job_id":"job_1"})"));
        expect("job_id string_pattern_mismatch",
               problems(R"({"tier":"basic","payload":"1 + 1 = 2","job_id":1})"));
        expect("job_id string_pattern_mismatch, targets extra_forbidden",
               problems(R"({"job_id":"x","targets":[]})", "/v1/forensics"));
    }

    void what_is_no_object_is_one_problem()
    {
        for (const char* text : {"[]", "7", R"("tier")", "null"})
            expect("body model_attributes_type", problems(text));
        for (const char* text : {"{", "{'tier':1}", R"({"tier":"basic","tier":"basic"})"})
            expect("body json_invalid", problems(text));
    }

    void the_old_payment_header_is_told_the_new_one()
    {
        for (const char* text : {"", k_body, "{}"}) {
            auto asked = request("POST", k_route, text);
            asked.headers.push_back({"x-payment", "e30="});
            const auto answer = service->handle(asked);
            CPPUNIT_ASSERT_EQUAL(402, answer.status);
            const json::Ref told = body(answer);
            const auto error = json::text_member(told.get(), "error").value_or("");
            CPPUNIT_ASSERT(error.find("PAYMENT-SIGNATURE") != std::string::npos);
            CPPUNIT_ASSERT(json::array_member(told.get(), "accepts") != nullptr);
        }
        const json::Ref told = body(service->handle(request("POST", k_route, "")));
        expect("Payment required", std::string{*json::text_member(told.get(), "error")});
    }

    void an_encoded_body_is_refused_in_words()
    {
        const auto send = [this](fcgi::Request asked, const char* type, const char* encoding) {
            asked.content_type = type;
            if (encoding != nullptr) asked.headers.push_back({"content-encoding", encoding});
            const auto answer = service->handle(asked);
            if (answer.status != 415) return std::string{"taken"};
            const json::Ref told = body(answer);
            CPPUNIT_ASSERT(json_is_false(json::member(told.get(), "charged")));
            return std::string{json::text_member(told.get(), "detail").value_or("-")};
        };
        const auto order = [] { return request("POST", "/v1/verify", k_order); };
        constexpr const char* k_json = "application/json";
        constexpr const char* k_encoded =
            "Content-Encoding must be identity: the body is taken as it is sent.";
        constexpr const char* k_charset = "The body must be UTF-8, as JSON is.";
        for (const char* encoding : {"gzip", "br", "identity, gzip", "zstd"}) {
            expect(k_encoded, send(order(), k_json, encoding));
            expect(k_encoded, send(paid(k_body), k_json, encoding));
            expect(k_encoded, send(request("POST", "/v1/webhook/payment", "{}"), k_json, encoding));
        }
        for (const char* type : {"application/json;charset=latin1",
                                 "application/json; q=1;"
                                 " CHARSET=\"utf-16\"",
                                 "application/json; charset="}) {
            expect(k_charset, send(order(), type, nullptr));
            expect(k_charset, send(paid(k_body), type, nullptr));
        }
        for (const char* type :
             {"", "application/json; charset=UTF-8", "application/json;charset=\"us-ascii\"",
              "application/json; v=1", "application/json ;Charset=utf8"})
            for (const char* encoding : {static_cast<const char*>(nullptr), "", "Identity"})
                expect("taken", send(order(), type, encoding));
        // Who only asks for the price hears of it before paying.
        auto asked = request("POST", k_route, k_body);
        asked.headers.push_back({"content-encoding", "gzip"});
        const auto answer = service->handle(asked);
        CPPUNIT_ASSERT_EQUAL(402, answer.status);
        CPPUNIT_ASSERT(answer.body.find(k_encoded) != std::string::npos);
    }

    void members_that_are_not_read_are_told()
    {
        const auto warnings = [](const fcgi::Response& response) {
            const json::Ref told = body(response);
            const json_t* list_view = json::array_member(told.get(), "warnings");
            return list_view == nullptr ? std::string{} : json::dump(list_view);
        };
        constexpr const char* k_more = R"({"payload":"1 + 1 = 2","tier":"deep"})";
        constexpr const char* k_told = R"(["`tier` is no member of this route's body: not read"])";
        expect(k_told, warnings(service->handle(request("POST", k_route, k_more))));
        facilitator_settles();
        const auto sold = service->handle(paid(k_more));
        CPPUNIT_ASSERT_EQUAL(202, sold.status);
        expect(k_told, warnings(sold));
        expect("", warnings(service->handle(request("POST", k_route, k_body))));
        // Many, and long ones, are bounded.
        std::string many = R"({"payload":"1 + 1 = 2",")" + std::string(500, 'n') + R"(":1)";
        for (int i = 0; i < 100; ++i) many += base::concat(",\"m", i, "\":1");
        const auto told = warnings(service->handle(request("POST", k_route, many + '}')));
        CPPUNIT_ASSERT(told.size() > 100 && told.size() < 2'000);
    }

    void who_has_shown_a_payment_hears_that_it_was_not_charged()
    {
        const auto refused = service->handle(paid(R"({"payload":7})"));
        CPPUNIT_ASSERT_EQUAL(422, refused.status);
        const json::Ref told = body(refused);
        CPPUNIT_ASSERT(json_is_false(json::member(told.get(), "charged")));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1},
                             json_array_size(json::array_member(told.get(), "detail")));
        CPPUNIT_ASSERT_EQUAL(std::string{"application/json"}, header(refused, "Content-Type"));
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void an_order_says_how_many_more_there_may_be()
    {
        const auto left = [&] {
            const auto answer = service->handle(request("POST", "/v1/verify", k_order));
            return base::concat(answer.status, ' ', header(answer, "RateLimit"));
        };
        expect(R"(402 "awaiting";r=4, "awaiting-hour";r=14)", left());
        for (int i = 0; i < 3; ++i) left();
        expect(R"(402 "awaiting";r=0, "awaiting-hour";r=10)", left());
        expect(R"(429 "awaiting";r=0, "awaiting-hour";r=10)", left());
        const auto refused = service->handle(request("POST", "/v1/verify", k_order));
        expect(R"("awaiting";q=5, "awaiting-hour";q=15;w=3600)",
               header(refused, "RateLimit-Policy"));
        const auto bad = service->handle(request("POST", "/v1/verify", R"({"tier":7})"));
        expect("", header(bad, "RateLimit"));
    }

    void a_conflict_of_keys_speaks_of_the_key_that_was_sent()
    {
        auto order = request("POST", "/v1/verify", k_order);
        order.headers.push_back({"idempotency-key", "mine"});
        expect("402 awaiting_payment", told(service->handle(order)));
        order.body = R"({"tier":"basic","payload":"2 + 2 = 4"})";
        const auto conflict = service->handle(order);
        expect("409 idempotency_conflict", told(conflict));
        CPPUNIT_ASSERT(conflict.body.find(R"("detail":"One Idempotency-Key)") != std::string::npos);
        CPPUNIT_ASSERT(conflict.body.find("payment-identifier") == std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RefusedRequestsTest);

} // namespace
