// What a buyer is told, refusals before sales. Real store, scripted facilitator.
#include "service_case.hpp"

#include "support/captured_log.hpp"

#include "api/body_bounds.hpp"
#include "base/base64.hpp"
#include "base/fd.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <utility>

namespace {

using namespace api_test;
using namespace std::chrono_literals;

class ServiceTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(ServiceTest);
    CPPUNIT_TEST(unknown_routes_and_methods_are_refused);
    CPPUNIT_TEST(who_asks_for_what_is_not_sold_hears_what_is);
    CPPUNIT_TEST(an_unpaid_request_gets_terms_whatever_its_body);
    CPPUNIT_TEST(unpaid_answers_need_no_database);
    CPPUNIT_TEST(a_bad_payment_header_is_400_and_charges_nothing);
    CPPUNIT_TEST(a_bad_body_with_a_payment_is_422_before_anybody_is_asked);
    CPPUNIT_TEST(bodies_too_large_or_cut_are_refused);
    CPPUNIT_TEST(a_purchase_is_202_with_the_job_and_the_receipt);
    CPPUNIT_TEST(the_same_header_gets_the_same_answer);
    CPPUNIT_TEST(another_body_with_the_same_header_is_409_without_a_job);
    CPPUNIT_TEST(a_refusal_of_the_facilitator_is_402_with_fresh_terms);
    CPPUNIT_TEST(an_unknown_outcome_is_never_402);
    CPPUNIT_TEST(the_fast_pool_sells_nothing);
    CPPUNIT_TEST(without_a_facilitator_the_rail_is_off);
    CPPUNIT_TEST(a_broken_database_is_500_with_an_undecided_charge);
    CPPUNIT_TEST(a_fault_is_told_by_the_name_of_the_request);
    CPPUNIT_TEST(a_job_keeps_the_name_of_the_request_that_bought_it);
    CPPUNIT_TEST(a_database_that_others_hold_is_503);
    CPPUNIT_TEST(polls_show_each_state);
    CPPUNIT_TEST(the_artifact_is_served_as_it_was_hashed);
    CPPUNIT_TEST(health_tells_of_a_dead_worker_and_of_alarms);
    CPPUNIT_TEST(the_proof_file_is_read_each_time);
    CPPUNIT_TEST(the_security_contact_is_good_for_half_a_year_from_today);
    CPPUNIT_TEST_SUITE_END();

public:
    void who_asks_for_what_is_not_sold_hears_what_is()
    {
        const auto sold = [&](const char* path) {
            const auto answer = service->handle(request("POST", path, "{}"));
            CPPUNIT_ASSERT_EQUAL(404, answer.status);
            const auto told = body(answer);
            const json_t* sold_view = json::array_member(told.get(), "sold");
            return sold_view == nullptr ? std::string{"nothing told"} : json::dump(sold_view);
        };
        for (const char* path : {"/v2/verify/none", "/v1/verify/basic", "/v2/"}) {
            CPPUNIT_ASSERT_MESSAGE(path,
                                   sold(path).find("\"/v2/verify/basic\"") != std::string::npos);
            CPPUNIT_ASSERT_MESSAGE(path, sold(path).find("\"/v1/forensics\"") != std::string::npos);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"nothing told"}, sold("/elsewhere"));
    }

    void unknown_routes_and_methods_are_refused()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"404 not_found false"},
                             gist(service->handle(request("GET", "/nope"))));
        CPPUNIT_ASSERT_EQUAL(std::string{"404 not_found false"},
                             gist(service->handle(request("GET", "/v1/job/"))));
        const auto response = service->handle(request("GET", k_route));
        CPPUNIT_ASSERT_EQUAL(std::string{"405 method_not_allowed false"}, gist(response));
        CPPUNIT_ASSERT_EQUAL(std::string{"POST, OPTIONS"}, header(response, "Allow"));
        CPPUNIT_ASSERT_EQUAL(405, service->handle(request("POST", "/health")).status);
        CPPUNIT_ASSERT_EQUAL(422, service->handle(request("GET", "/v1/job/no-id")).status);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"404 job_unknown false"},
            gist(service->handle(request("GET", "/v1/job/job_01arz3ndektsv4rrffq69g5fav"))));
    }

    void an_unpaid_request_gets_terms_whatever_its_body()
    {
        for (const char* text : {"", "{}", "garbage", "[", R"({"payload":7})", k_body}) {
            auto probe = request("POST", k_route, text);
            probe.content_type = "text/plain";
            const auto response = service->handle(probe);
            CPPUNIT_ASSERT_EQUAL(402, response.status);
            CPPUNIT_ASSERT_EQUAL(std::string{"no-store"}, header(response, "Cache-Control"));
            const auto terms_in_header =
                json::parse(*base::from_base64(header(response, "PAYMENT-REQUIRED")));
            const json::Ref shown = body(response);
            CPPUNIT_ASSERT(json_equal(json::member(shown.get(), "accepts"),
                                      json::member(terms_in_header->get(), "accepts")));
            const bool is_good = std::string_view{text}.empty() || text == k_body;
            CPPUNIT_ASSERT_EQUAL(is_good, json::member(shown.get(), "would_fail") == nullptr);
            CPPUNIT_ASSERT(json::member(terms_in_header->get(), "would_fail") == nullptr);
            CPPUNIT_ASSERT(json::member(terms_in_header->get(), "would_check") == nullptr);
        }
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void unpaid_answers_need_no_database()
    {
        break_database();
        CPPUNIT_ASSERT_EQUAL(402, service->handle(request("POST", k_route, "{}")).status);
    }

    void a_bad_payment_header_is_400_and_charges_nothing()
    {
        for (const char* text : {"", "x", "e30=", "bnVsbA==", "W10="}) {
            auto sent = request("POST", k_route, k_body);
            sent.headers.push_back({"payment-signature", text});
            CPPUNIT_ASSERT_EQUAL(std::string{"400 payment_header_invalid false"},
                                 gist(service->handle(sent)));
        }
        auto twice = paid();
        twice.headers.push_back(twice.headers.front());
        CPPUNIT_ASSERT_EQUAL(std::string{"400 payment_header_repeated false"},
                             gist(service->handle(twice)));
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void a_bad_body_with_a_payment_is_422_before_anybody_is_asked()
    {
        CPPUNIT_ASSERT_EQUAL(422, service->handle(paid(R"({"payload":7})")).status);
        CPPUNIT_ASSERT_EQUAL(422, service->handle(paid("")).status);
        auto sent = paid();
        sent.content_type = "text/plain";
        CPPUNIT_ASSERT_EQUAL(std::string{"415 unsupported_media_type false"},
                             gist(service->handle(sent)));
        CPPUNIT_ASSERT(http->requests.empty());
        // The same header is still good.
        facilitator_settles();
        bought(service->handle(paid()));
    }

    void bodies_too_large_or_cut_are_refused()
    {
        auto sent = paid();
        sent.body_state = fcgi::Request::Body::too_large;
        CPPUNIT_ASSERT_EQUAL(std::string{"413 body_too_large false"}, gist(service->handle(sent)));
        sent.body_state = fcgi::Request::Body::cut;
        CPPUNIT_ASSERT_EQUAL(std::string{"400 bad_request false"}, gist(service->handle(sent)));
        CPPUNIT_ASSERT(api::body_limit(*catalog, k_route) >
                       api::body_limit(*catalog, "/elsewhere"));
    }

    void a_purchase_is_202_with_the_job_and_the_receipt()
    {
        facilitator_settles();
        const auto response = service->handle(paid());
        const auto id = bought(response);
        CPPUNIT_ASSERT(world.state(id) == job::State::queued);
        CPPUNIT_ASSERT_EQUAL("https://assay.example/v1/job/" + id.text(),
                             header(response, "Location"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2"}, header(response, "Retry-After"));
        const auto receipt = json::parse(*base::from_base64(header(response, "PAYMENT-RESPONSE")));
        CPPUNIT_ASSERT(json::boolean_member(receipt->get(), "success") == true);
        CPPUNIT_ASSERT(json::text_member(receipt->get(), "transaction") == k_tx);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size());
    }

    void the_same_header_gets_the_same_answer()
    {
        facilitator_settles();
        const auto first = service->handle(paid());
        const auto again = service->handle(paid(R"({ "payload" : "1 + 1 = 2", "unknown": 1 })"));
        CPPUNIT_ASSERT(bought(first) == bought(again));
        CPPUNIT_ASSERT_EQUAL(header(first, "PAYMENT-RESPONSE"), header(again, "PAYMENT-RESPONSE"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size());
    }

    void another_body_with_the_same_header_is_409_without_a_job()
    {
        facilitator_settles();
        const auto id = bought(service->handle(paid()));
        const auto response = service->handle(paid(R"({"payload":"another"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"409 payment_reused false"}, gist(response));
        CPPUNIT_ASSERT(response.body.find(id.text()) == std::string::npos);
    }

    void a_refusal_of_the_facilitator_is_402_with_fresh_terms()
    {
        http->will_answer(200, R"({"isValid":false,"invalidReason":"insufficient_funds"})");
        const auto response = service->handle(paid());
        CPPUNIT_ASSERT_EQUAL(402, response.status);
        CPPUNIT_ASSERT(json::text_member(body(response).get(), "error") == "insufficient_funds");
        CPPUNIT_ASSERT(json::text_member(body(response).get(), "code") == "insufficient_funds");
        CPPUNIT_ASSERT(!header(response, "PAYMENT-REQUIRED").empty());
        const auto receipt = json::parse(*base::from_base64(header(response, "PAYMENT-RESPONSE")));
        CPPUNIT_ASSERT(json::boolean_member(receipt->get(), "success") == false);
    }

    void an_unknown_outcome_is_never_402()
    {
        http->will_answer(200, k_valid);
        http->will_fail(net::HttpFailureKind::may_be_received, "timeout");
        const auto response = service->handle(paid());
        CPPUNIT_ASSERT_EQUAL(std::string{"503 settlement_pending null"}, gist(response));
        CPPUNIT_ASSERT_EQUAL(std::string{"2"}, header(response, "Retry-After"));
        const auto id = value::JobId::parse(*json::text_member(body(response).get(), "job_id"));
        CPPUNIT_ASSERT(world.state(*id) == job::State::settling);
    }

    void the_fast_pool_sells_nothing()
    {
        open(api::Pool::fast);
        CPPUNIT_ASSERT_EQUAL(std::string{"503 busy false"}, gist(service->handle(paid())));
    }

    void without_a_facilitator_the_rail_is_off()
    {
        open(api::Pool::slow, false);
        CPPUNIT_ASSERT_EQUAL(std::string{"404 rail_off false"},
                             gist(service->handle(request("POST", k_route))));
    }

    void a_broken_database_is_500_with_an_undecided_charge()
    {
        break_database();
        const auto response = service->handle(paid());
        CPPUNIT_ASSERT_EQUAL(std::string{"500 internal_error null"}, gist(response));
        CPPUNIT_ASSERT(response.body.find("database") == std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"500 internal_error false"},
                             gist(service->handle(request("GET", "/health"))));
    }

    void a_fault_is_told_by_the_name_of_the_request()
    {
        break_database();
        const support::CapturedLog log{world.file("log")};
        auto asked = request("GET", "/health");
        asked.id = "of-a-client.1";
        const auto response = service->handle(asked);
        CPPUNIT_ASSERT(response.body.find("Request id of-a-client.1") != std::string::npos);
        CPPUNIT_ASSERT(log.text().find(" request=of-a-client.1\n") != std::string::npos);
    }

    void a_job_keeps_the_name_of_the_request_that_bought_it()
    {
        facilitator_settles();
        auto asked = paid();
        asked.id = "of-a-client.1";
        const auto id = bought(service->handle(asked));
        asked.id = "of-a-repeat";
        CPPUNIT_ASSERT(bought(service->handle(asked)) == id);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"of-a-client.1"},
            world.reading.find(id, store::Reading::Artifact::leave)->job.request_id);
    }

    void a_database_that_others_hold_is_503()
    {
        const base::Fd gate{::open((world.database.path() + ".lock").c_str(), O_RDWR | O_CLOEXEC)};
        CPPUNIT_ASSERT_EQUAL(0, ::flock(gate.get(), LOCK_EX));
        const auto refused = service->handle(paid());
        CPPUNIT_ASSERT_EQUAL(std::string{"503 busy null"}, gist(refused));
        CPPUNIT_ASSERT_EQUAL(std::string{"2"}, header(refused, "Retry-After"));
        CPPUNIT_ASSERT_EQUAL(402, service->handle(request("POST", k_route)).status);
        CPPUNIT_ASSERT_EQUAL(0, ::flock(gate.get(), LOCK_UN));
        facilitator_settles();
        bought(service->handle(paid()));
    }

    void polls_show_each_state()
    {
        const auto queued = world.queue(support::reservation_order(1)).job_id;
        const auto poll = [&](const value::JobId& id) {
            return service->handle(request("GET", "/v1/job/" + id.text()));
        };
        CPPUNIT_ASSERT(json::text_member(body(poll(queued)).get(), "status") == "queued");
        const auto claimed =
            *world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 60s);
        CPPUNIT_ASSERT(
            world.lanes.report_progress(claimed.job, support::k_worker, {"skeptic", 1, 2}));
        const auto running = body(poll(queued));
        CPPUNIT_ASSERT(json::text_member(running.get(), "status") == "running");
        CPPUNIT_ASSERT(json::text_member(json::member(running.get(), "progress"), "stage") ==
                       "skeptic");
        CPPUNIT_ASSERT(
            world.lanes.attempt_failed(claimed.job, support::k_worker, "engine_crashed", 1));
        const auto failed = poll(queued);
        CPPUNIT_ASSERT_EQUAL(200, failed.status);
        CPPUNIT_ASSERT(json::text_member(body(failed).get(), "status") == "failed");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1},
                             json_array_size(json::member(body(failed).get(), "credits")));

        const auto reserved = world.reservations.reserve(support::reservation_order(2));
        CPPUNIT_ASSERT(json::text_member(body(poll(reserved->job_id)).get(), "status") ==
                       "settling");
        CPPUNIT_ASSERT(world.reservations.refuse(*reserved, "insufficient_funds", "",
                                                 store::Reservations::Counts::no));
        CPPUNIT_ASSERT_EQUAL(std::string{"410 payment_rejected false"},
                             gist(poll(reserved->job_id)));
    }

    void the_artifact_is_served_as_it_was_hashed()
    {
        const auto claimed = world.start(support::reservation_order(1), support::k_worker);
        const std::string path = "/v1/job/" + claimed.job.id.text();
        CPPUNIT_ASSERT_EQUAL(202, service->handle(request("GET", path + "/artifact")).status);
        const auto result = support::result_of(R"({"verdict":"PASS","x":0.1})");
        CPPUNIT_ASSERT(
            world.lanes.complete(claimed.job, support::k_worker, result, world.clock.now()));
        const auto artifact = service->handle(request("GET", path + "/artifact"));
        CPPUNIT_ASSERT_EQUAL(result.artifact, artifact.body);
        CPPUNIT_ASSERT_EQUAL("sha-256=:" + base::to_base64(result.hash.bytes()) + ":",
                             header(artifact, "Content-Digest"));
        const auto envelope = service->handle(request("GET", path));
        CPPUNIT_ASSERT(envelope.body.find("\"artifact\":" + result.artifact + ",") !=
                       std::string::npos);
        CPPUNIT_ASSERT(json::text_member(body(envelope).get(), "result_hash") ==
                       result.hash.text());
        auto conditional = request("GET", path + "/artifact");
        conditional.headers.push_back({"if-none-match", header(artifact, "ETag")});
        CPPUNIT_ASSERT_EQUAL(304, service->handle(conditional).status);
        CPPUNIT_ASSERT_EQUAL(200, service->handle(request("HEAD", path)).status);
    }

    void health_tells_of_a_dead_worker_and_of_alarms()
    {
        const auto status = [&] {
            return std::string{*json::text_member(
                body(service->handle(request("GET", "/health"))).get(), "status")};
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, status());
        const auto idle = service->handle(request("GET", "/health")).body;
        for (const char* lane : {"analysis", "forensics"})
            CPPUNIT_ASSERT_MESSAGE(
                idle, idle.find(base::concat('"', lane, R"(":{"waiting":0,"running":0})")) !=
                          std::string::npos);
        world.bulletin.raise_alarm("wal_large", "for a test");
        CPPUNIT_ASSERT_EQUAL(std::string{"degraded"}, status());
        world.clock.advance(31s);
        CPPUNIT_ASSERT_EQUAL(std::string{"down"}, status());
        world.clock.advance(-10min); // and a beat from the future is no sign of life either
        CPPUNIT_ASSERT_EQUAL(std::string{"down"}, status());
    }

    void the_proof_file_is_read_each_time()
    {
        const auto proof = [&] {
            return service->handle(request("GET", config.discovery.proof_path));
        };
        CPPUNIT_ASSERT_EQUAL(404, proof().status);
        base::replace_file(config.discovery.proof_file, "", 0644);
        CPPUNIT_ASSERT_EQUAL(404, proof().status);
        base::replace_file(config.discovery.proof_file, "abc\n\n", 0644);
        CPPUNIT_ASSERT_EQUAL(std::string{"abc\n"}, proof().body);
        base::replace_file(config.discovery.proof_file, std::string(4097, 'x'), 0644);
        CPPUNIT_ASSERT_EQUAL(404, proof().status);
    }

    void the_security_contact_is_good_for_half_a_year_from_today()
    {
        const auto contact = [&] {
            return service->handle(request("GET", "/.well-known/security.txt"));
        };
        const auto given = std::exchange(config.service.contact, "");
        CPPUNIT_ASSERT_EQUAL(std::string{"404 not_found false"}, gist(contact()));
        config.service.contact = given.empty() ? "mailto:security@assay.example" : given;
        const auto today = std::chrono::floor<std::chrono::days>(world.clock.now());
        const auto text = contact().body;
        CPPUNIT_ASSERT_EQUAL(base::concat("Contact: ", config.service.contact, "\nExpires: ",
                                          base::to_rfc3339(today + std::chrono::days{180}),
                                          "\nPreferred-Languages: en\nCanonical: ",
                                          catalog->url("/.well-known/security.txt"), '\n'),
                             text);
        world.clock.advance(today + 24h - 1s - world.clock.now());
        CPPUNIT_ASSERT_EQUAL(text, contact().body);
        world.clock.advance(1s);
        CPPUNIT_ASSERT(text != contact().body);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ServiceTest);

} // namespace
