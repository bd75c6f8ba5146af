// Accounts are sold where persons have judged those of the model that answers today; the map is
// sold always.
#include "order_case.hpp"

#include "base/concat.hpp"

namespace {

using namespace api_test;

constexpr std::string_view k_request =
    R"("query":"When does the pool open?","sources":["The pool of Linden opens on 4 May."])";

class AccountSalesTest : public OrderCase {
    CPPUNIT_TEST_SUITE(AccountSalesTest);
    CPPUNIT_TEST(without_a_record_the_map_is_sold_and_no_account);
    CPPUNIT_TEST(a_record_that_does_not_hold_today_sells_no_account);
    CPPUNIT_TEST(while_the_model_is_away_the_map_is_sold_to_who_declines_it);
    CPPUNIT_TEST(an_account_waits_in_the_lane_of_the_model);
    CPPUNIT_TEST_SUITE_END();

    void observe(const char* subject, const char* status)
    {
        world.bulletin.observe({subject, status, "", world.clock.now()});
    }

    void open_with(std::optional<catalog::JudgedAccounts> judged)
    {
        more_config = "[llm]\nurl = \"http://127.0.0.1:9/v1\"\nmodel = \"scripted\"\n";
        accounts = std::move(judged);
        open();
        // No chain is read here: the facilitator's word has to do.
        config.payment.receipt_check_from = value::AtomicUsd::from_atoms(9'000'000);
    }

    static std::string with(std::string_view more)
    {
        return base::concat('{', k_request, more, '}');
    }
    fcgi::Response bought_at(const char* path, std::string_view more, unsigned number = 1)
    {
        facilitator_settles();
        return service->handle(paid_at(path, with(more), number));
    }
    fcgi::Response order(std::string_view type, std::string_view more = {})
    {
        return service->handle(
            request("POST", "/v1/synthesize", with(base::concat(R"(,"type":")", type, '"', more))));
    }
    std::string lane_of(const fcgi::Response& told)
    {
        const auto id = value::JobId::parse(*json::text_member(body(told).get(), "job_id"));
        return world.reading.find(*id, store::Reading::Artifact::leave)->job.lane;
    }

public:
    void setUp() override
    {
        open_with(catalog::JudgedAccounts{"2026-11-29", 212, 1});
        world.beat();
        observe("model", "ok");
        observe("account_record", "sold");
    }

    void without_a_record_the_map_is_sold_and_no_account()
    {
        open_with(std::nullopt);
        CPPUNIT_ASSERT_EQUAL(422, bought_at("/v2/synthesize", R"(,"model":true)").status);
        CPPUNIT_ASSERT_EQUAL(422, order("brief", R"(,"model":true)").status);
        CPPUNIT_ASSERT_EQUAL(std::string{"analysis"}, lane_of(bought_at("/v2/synthesize", "")));
        CPPUNIT_ASSERT_EQUAL(std::string{"analysis"}, lane_of(order("brief")));
    }

    // As after the server behind the same name has changed.
    void a_record_that_does_not_hold_today_sells_no_account()
    {
        observe("account_record", "none");
        const std::string refusal{"503 accounts_unjudged false"};
        for (const char* path : {"/v2/synthesize", "/v2/brief"}) {
            const auto refused = service->handle(paid_at(path, with(""), 7));
            CPPUNIT_ASSERT_EQUAL(refusal, gist(refused));
            CPPUNIT_ASSERT(!header(refused, "Retry-After").empty());
        }
        CPPUNIT_ASSERT(http->requests.empty());
        CPPUNIT_ASSERT_EQUAL(refusal, gist(order("synthesis")));
        const auto told = service->handle(request("POST", "/v2/brief", with(""))).body;
        CPPUNIT_ASSERT(told.find(R"("code":"accounts_unjudged")") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"analysis"},
                             lane_of(bought_at("/v2/brief", R"(,"model":false)", 7)));
        // A review asks for no record of accounts.
        facilitator_settles();
        CPPUNIT_ASSERT_EQUAL(202, service->handle(paid_at("/v2/verify/deep", k_body, 8)).status);
    }

    void while_the_model_is_away_the_map_is_sold_to_who_declines_it()
    {
        observe("model", "away");
        CPPUNIT_ASSERT_EQUAL(std::string{"503 model_away false"},
                             gist(service->handle(paid_at("/v2/synthesize", with(""), 3))));
        CPPUNIT_ASSERT_EQUAL(std::string{"503 model_away false"}, gist(order("brief")));
        CPPUNIT_ASSERT_EQUAL(std::string{"analysis"}, lane_of(order("brief", R"(,"model":false)")));
    }

    void an_account_waits_in_the_lane_of_the_model()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"model"}, lane_of(bought_at("/v2/synthesize", "")));
        CPPUNIT_ASSERT_EQUAL(std::string{"model"}, lane_of(order("brief")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AccountSalesTest);

} // namespace
