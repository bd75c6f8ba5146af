// Products whose answer is the result, and hosts that a buyer names.
#include "service_case.hpp"

#include "base/base64.hpp"
#include "net/special_ranges.hpp"

#include <thread>

namespace {

using namespace api_test;
using namespace std::chrono_literals;

constexpr const char* k_run = "/v2/forensics";
constexpr const char* k_custom = "/v2/forensics/custom";
constexpr const char* k_artifact = R"({"vantage":{"offline":false},"verdict":"OK"})";

class ScansTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(ScansTest);
    CPPUNIT_TEST(hosts_of_the_fixed_basket_are_nobody_elses);
    CPPUNIT_TEST(a_quote_names_what_is_no_host_without_asking_anybody);
    CPPUNIT_TEST(hosts_that_may_not_be_scanned_are_422_and_the_header_stays_good);
    CPPUNIT_TEST(what_is_sold_is_pinned_to_the_addresses_that_were_judged);
    CPPUNIT_TEST(a_repeat_is_not_judged_again);
    CPPUNIT_TEST(names_are_looked_up_for_a_good_payment_only);
    CPPUNIT_TEST(inside_and_unknown_are_one_word_and_count_as_a_refusal);
    CPPUNIT_TEST(who_finds_no_place_to_look_is_not_charged);
    CPPUNIT_TEST(the_answer_is_the_result);
    CPPUNIT_TEST(a_failed_scan_is_500_with_its_credit);
    CPPUNIT_TEST(who_hangs_up_collects_by_the_same_header);
    CPPUNIT_TEST(without_a_place_to_wait_nothing_is_sold_and_a_repeat_is_answered);
    CPPUNIT_TEST(an_offline_vantage_sells_no_scan_on_either_rail);
    CPPUNIT_TEST(the_price_is_told_by_get);
    CPPUNIT_TEST_SUITE_END();

    int m_vetted = 0;

    fcgi::Request scan(const char* path, const std::string& text = {}, unsigned number = 1)
    {
        return paid_at(path, text, number);
    }

    static fcgi::Request gone(fcgi::Request request)
    {
        request.client_gone = [] { return true; };
        return request;
    }

    // One buyer waits while the worker's part is played.
    fcgi::Response bought_while(const fcgi::Request& request, const std::function<void()>& worker)
    {
        std::thread other{worker};
        auto response = service->handle(request);
        other.join();
        return response;
    }

    store::ClaimedJob claim()
    {
        for (int tries = 0; tries < 500; ++tries) {
            if (auto claimed =
                    world.lanes.claim_next({.lane = "forensics"}, support::k_worker, 60s))
                return std::move(*claimed);
            std::this_thread::sleep_for(10ms);
        }
        throw base::Fault{"nothing was sold"};
    }

    void complete(const store::ClaimedJob& claimed, bool is_offline = false)
    {
        auto result = support::result_of(k_artifact);
        result.verdict = "OK";
        result.is_vantage_offline = is_offline;
        CPPUNIT_ASSERT(
            world.lanes.complete(claimed.job, support::k_worker, result, world.clock.now()));
    }

public:
    void setUp() override
    {
        vet = [this](std::span<const std::string> texts) {
            ++m_vetted;
            std::vector<base::Result<net::VettedHost, net::TargetRefusal>> out;
            for (const std::string& text : texts) {
                if (text == "inside.example.org")
                    out.emplace_back(base::refuse(net::TargetRefusal::not_global));
                else if (text == "unknown.example.org")
                    out.emplace_back(base::refuse(net::TargetRefusal::unresolvable));
                else if (text == "ours.example.org")
                    out.emplace_back(base::refuse(net::TargetRefusal::own_network));
                else
                    out.emplace_back(net::VettedHost{text, {*net::IpAddress::parse("1.1.1.1")}});
            }
            return out;
        };
        open();
        config.payment.receipt_check_from = value::AtomicUsd::from_atoms(9'000'000);
    }

    void hosts_of_the_fixed_basket_are_nobody_elses()
    {
        const std::string text = R"({"targets":["one.one.one.one"]})";
        for (const char* body_of : {R"({"targets":["one.one.one.one"]})", R"({"targets":null})"}) {
            const auto refused = service->handle(scan(k_run, body_of));
            CPPUNIT_ASSERT_EQUAL(422, refused.status);
            CPPUNIT_ASSERT(refused.body.find("extra_forbidden") != std::string::npos);
        }
        CPPUNIT_ASSERT_EQUAL(422, service->handle(request("POST", "/v1/forensics", text)).status);
        CPPUNIT_ASSERT(service->handle(request("POST", k_run, text)).body.find("would_fail") !=
                       std::string::npos);
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void a_quote_names_what_is_no_host_without_asking_anybody()
    {
        const auto shown = service->handle(
            request("POST", k_custom, R"({"targets":["localhost","http://x.org/","x.org"]})"));
        CPPUNIT_ASSERT_EQUAL(402, shown.status);
        const json::Ref terms_shown = body(shown);
        const json_t* problems_view = json::array_member(terms_shown.get(), "would_fail");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, json_array_size(problems_view));
        CPPUNIT_ASSERT_EQUAL(0, m_vetted);
    }

    void hosts_that_may_not_be_scanned_are_422_and_the_header_stays_good()
    {
        for (const char* targets :
             {"[]", "{}", "[7]", R"(["10.1.2.3"])", R"(["x.org","x.org"])",
              R"(["a.org","b.org","c.org","d.org","e.org","f.org","g.org","h.org","i.org"])"}) {
            const std::string text = std::string{R"({"targets":)"} + targets + "}";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, 422, service->handle(scan(k_custom, text)).status);
        }
        CPPUNIT_ASSERT(http->requests.empty());
        CPPUNIT_ASSERT(world.reading.lane_loads().empty());
        facilitator_settles();
        CPPUNIT_ASSERT_EQUAL(
            202, service->handle(gone(scan(k_custom, R"({"targets":["x.org"]})"))).status);
    }

    void what_is_sold_is_pinned_to_the_addresses_that_were_judged()
    {
        facilitator_settles();
        // A buyer's own pins are no member of the request.
        const auto sold = service->handle(gone(scan(
            k_custom, R"({"targets":["x.org"],"_pins":[{"host":"x","addresses":["10.0.0.1"]}]})")));
        CPPUNIT_ASSERT_EQUAL(202, sold.status);
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                R"({"targets":["x.org"],"_pins":[{"host":"x.org","addresses":["1.1.1.1"]}]})"},
            claim().request);
    }

    void a_repeat_is_not_judged_again()
    {
        facilitator_settles();
        const auto paid_scan = gone(scan(k_custom, R"({"targets":["x.org"]})"));
        const auto id = bought(service->handle(paid_scan));
        CPPUNIT_ASSERT(bought(service->handle(paid_scan)) == id);
        CPPUNIT_ASSERT_EQUAL(1, m_vetted);
    }

    // Of any length: a smart wallet's signature is judged by the facilitator alone.
    void names_are_looked_up_for_a_good_payment_only()
    {
        http->will_answer(200,
                          R"({"isValid":false,"invalidReason":"invalid_exact_evm_signature"})");
        const auto terms_of_route = pay::terms_of(*catalog, *catalog->find_v2_route(k_custom));
        auto payment = support::good_payment(wallet, terms_of_route, world.clock.now(), 1);
        payment.signature = "0x" + std::string(132, '7');
        auto paid = request("POST", k_custom, R"({"targets":["x.org"]})");
        paid.headers.push_back({"payment-signature", payment.header()});
        CPPUNIT_ASSERT_EQUAL(402, service->handle(paid).status);
        CPPUNIT_ASSERT_EQUAL(0, m_vetted);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, http->requests.size());
    }

    void inside_and_unknown_are_one_word_and_count_as_a_refusal()
    {
        std::vector<std::string> told;
        unsigned number = 1;
        for (const char* name : {"inside", "unknown", "ours"}) {
            http->will_answer(200, k_valid);
            const auto refused = service->handle(
                scan(k_custom, base::concat(R"({"targets":["x.org",")", name, R"(.example.org"]})"),
                     number++));
            CPPUNIT_ASSERT_EQUAL(422, refused.status);
            const json::Ref problem = body(refused);
            const json_t* detail_view = json::array_member(problem.get(), "detail");
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(detail_view));
            const json_t* first_view = json_array_get(detail_view, 0);
            told.push_back(std::string{json::text_member(first_view, "type").value()} + " " +
                           std::string{json::text_member(first_view, "msg").value()});
        }
        CPPUNIT_ASSERT(told[0] == told[1] && told[1] == told[2]);
        CPPUNIT_ASSERT(told[0].starts_with("host_not_usable "));
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, http->requests.size()); // verified, never settled
        CPPUNIT_ASSERT(world.reading.lane_loads().empty());
        auto counted = world.database.query("SELECT count(*) FROM refusal WHERE kind = 'refused'");
        counted.step();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, counted.integer(0));
        // The same header buys what can be carried out.
        facilitator_settles();
        CPPUNIT_ASSERT_EQUAL(
            202, service->handle(gone(scan(k_custom, R"({"targets":["x.org"]})", 1))).status);
    }

    void who_finds_no_place_to_look_is_not_charged()
    {
        std::vector<base::FairPlaces::Place> taken;
        for (const char* other : {"198.51.100.1", "198.51.100.2"})
            taken.push_back(*lookups.take(other, std::chrono::milliseconds{0}));
        http->will_answer(200, k_valid);
        const auto refused = service->handle(gone(scan(k_custom, R"({"targets":["x.org"]})", 1)));
        CPPUNIT_ASSERT_EQUAL(503, refused.status);
        CPPUNIT_ASSERT(refused.body.find(R"("charged":false)") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(0, m_vetted);
        taken.clear();
        facilitator_settles();
        CPPUNIT_ASSERT_EQUAL(
            202, service->handle(gone(scan(k_custom, R"({"targets":["x.org"]})", 1))).status);
    }

    void the_answer_is_the_result()
    {
        facilitator_settles();
        const auto response = bought_while(scan(k_run), [this] { complete(claim()); });
        CPPUNIT_ASSERT_EQUAL_MESSAGE(response.body, 200, response.status);
        const json::Ref envelope = body(response);
        CPPUNIT_ASSERT(json::text_member(envelope.get(), "status") == "complete");
        CPPUNIT_ASSERT(json::text_member(envelope.get(), "verdict") == "OK");
        CPPUNIT_ASSERT(!header(response, "PAYMENT-RESPONSE").empty());
        const auto again = service->handle(scan(k_run));
        CPPUNIT_ASSERT_EQUAL(200, again.status);
        CPPUNIT_ASSERT_EQUAL(response.body, again.body);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size());
    }

    void a_failed_scan_is_500_with_its_credit()
    {
        facilitator_settles();
        const auto response = bought_while(scan(k_run), [this] {
            for (int attempt = 0; attempt < 2; ++attempt)
                world.lanes.attempt_failed(claim().job, support::k_worker, "engine_crashed", 2);
        });
        CPPUNIT_ASSERT_EQUAL(std::string{"500 job_failed true"}, gist(response));
        CPPUNIT_ASSERT(response.body.find("\"job_failed\"") != std::string::npos);
    }

    void who_hangs_up_collects_by_the_same_header()
    {
        facilitator_settles();
        const auto id = bought(service->handle(gone(scan(k_run))));
        complete(claim());
        CPPUNIT_ASSERT_EQUAL(200, service->handle(scan(k_run)).status);
        CPPUNIT_ASSERT_EQUAL(200, service->handle(request("GET", "/v1/job/" + id.text())).status);
    }

    void without_a_place_to_wait_nothing_is_sold_and_a_repeat_is_answered()
    {
        facilitator_settles();
        const auto id = bought(service->handle(gone(scan(k_run))));
        std::vector<job::WaitingPlaces::Place> taken;
        for (int i = 0; i < waiting.bounds(job::Waiting::scan).all; ++i)
            taken.push_back(*waiting.try_take(job::Waiting::scan, std::to_string(i)));
        CPPUNIT_ASSERT(bought(service->handle(scan(k_run))) == id);
        http->will_answer(200, k_valid);
        CPPUNIT_ASSERT_EQUAL(std::string{"503 busy false"},
                             gist(service->handle(scan(k_custom, R"({"targets":["x.org"]})", 2))));
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, http->requests.size()); // nothing was settled
    }

    void an_offline_vantage_sells_no_scan_on_either_rail()
    {
        facilitator_settles();
        const auto id = bought(service->handle(gone(scan(k_run))));
        complete(claim(), /*is_offline=*/true);
        const auto credits = world.reading.find(id, store::Reading::Artifact::leave)->credits;
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, credits.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"vantage_offline"}, credits[0].reason);
        CPPUNIT_ASSERT_EQUAL(std::string{"503 vantage_offline false"},
                             gist(service->handle(scan(k_run, {}, 2))));
        CPPUNIT_ASSERT_EQUAL(std::string{"503 vantage_offline false"},
                             gist(service->handle(request("POST", "/v1/forensics"))));
        CPPUNIT_ASSERT_EQUAL(200, service->handle(scan(k_run)).status); // what was sold
        world.bulletin.observe({"vantage", "without_log_list", "", world.clock.now()});
        CPPUNIT_ASSERT_EQUAL(std::string{"503 log_list_missing false"},
                             gist(service->handle(scan(k_run, {}, 2))));
        CPPUNIT_ASSERT_EQUAL(std::string{"503 log_list_missing false"},
                             gist(service->handle(request("POST", "/v1/forensics"))));
        world.bulletin.observe({"vantage", "ok", "", world.clock.now()});
        facilitator_settles();
        bought(service->handle(gone(scan(k_run, {}, 2))));
    }

    void the_price_is_told_by_get()
    {
        const auto told = service->handle(request("GET", k_run));
        CPPUNIT_ASSERT_EQUAL(200, told.status);
        CPPUNIT_ASSERT(header(told, "PAYMENT-REQUIRED").empty());
        const json::Ref terms_told = body(told);
        CPPUNIT_ASSERT(json_array_size(json::array_member(terms_told.get(), "accepts")) == 1);
        const json_t* resource_view = json::object_member(terms_told.get(), "resource");
        CPPUNIT_ASSERT(json::text_member(resource_view, "serviceName") == "Assay");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(["forensics","security"])"},
                             json::dump(json::array_member(resource_view, "tags")));
        CPPUNIT_ASSERT_EQUAL(405, service->handle(request("GET", k_custom)).status);
        CPPUNIT_ASSERT(world.reading.lane_loads().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ScansTest);

} // namespace
