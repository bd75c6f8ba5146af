// Paths, clients and waiting times: small rules that buyers and limits depend on.
#include "api/client_address.hpp"
#include "api/replies.hpp"
#include "api/router.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;
using Endpoint = api::Route::Endpoint;

class RoutesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RoutesTest);
    CPPUNIT_TEST(only_exact_paths_are_routes);
    CPPUNIT_TEST(every_product_has_its_route);
    CPPUNIT_TEST(an_ipv6_client_is_its_network);
    CPPUNIT_TEST(pollers_wait_longer_for_older_jobs);
    CPPUNIT_TEST_SUITE_END();

    config::Config config = support::sample_config();
    catalog::Catalog catalog{config};

    std::optional<api::Route> match(std::string_view path)
    {
        return api::match(path, catalog, config.discovery.proof_path);
    }

public:
    void only_exact_paths_are_routes()
    {
        for (const char* path :
             {"", "/", "/v2/verify", "/v2/verify/basic/", "/v2/verify/Basic", "/v1/job", "/v1/job/",
              "/v1/job/a/b", "/v1/job//artifact", "/v1/job/a/artifact/", "/healthz", "/health/",
              "/health/live/", "/health/x", "/.well-known/x"})
            CPPUNIT_ASSERT_MESSAGE(path, !match(path));
        CPPUNIT_ASSERT(match("/health")->endpoint == Endpoint::health);
        CPPUNIT_ASSERT(match("/health/live")->endpoint == Endpoint::liveness);
        CPPUNIT_ASSERT(match("/health/ready")->endpoint == Endpoint::readiness);
        CPPUNIT_ASSERT(match(config.discovery.proof_path)->endpoint == Endpoint::ownership_proof);
        CPPUNIT_ASSERT(match("/.well-known/security.txt")->endpoint == Endpoint::security_contact);
        CPPUNIT_ASSERT(match("/v1/job/x")->endpoint == Endpoint::job_status);
        CPPUNIT_ASSERT(match("/v1/job/x/artifact")->job_id == "x");
        CPPUNIT_ASSERT(match("/v1/job/x/artifact")->endpoint == Endpoint::job_artifact);
    }

    void every_product_has_its_route()
    {
        for (const catalog::Offer& offer : catalog.offers())
            CPPUNIT_ASSERT(match(offer.product->v2_path)->offer == &offer);
    }

    void an_ipv6_client_is_its_network()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"192.0.2.7"}, api::client_key("192.0.2.7", 64));
        CPPUNIT_ASSERT_EQUAL(std::string{"192.0.2.7"}, api::client_key("::ffff:192.0.2.7", 64));
        CPPUNIT_ASSERT_EQUAL(std::string{"2001:db8:1:2::/64"},
                             api::client_key("2001:db8:1:2:3:4:5:6", 64));
        CPPUNIT_ASSERT_EQUAL(api::client_key("2001:db8::1", 64),
                             api::client_key("2001:db8::ffff:0:0:2", 64));
        CPPUNIT_ASSERT_EQUAL(std::string{"2001:db8::6/128"}, api::client_key("2001:db8::6", 128));
        CPPUNIT_ASSERT_EQUAL(std::string{"2001:db8::/45"},
                             api::client_key("2001:db8:7:ffff::", 45));
        CPPUNIT_ASSERT_EQUAL(std::string{"unix:"}, api::client_key("unix:", 64));
        CPPUNIT_ASSERT_EQUAL(std::size_t{64}, api::client_key(std::string(500, 'x'), 64).size());
        const auto networks = [](const char* address, int prefix = 64) {
            const auto told = api::client_networks(address, prefix);
            return told.site + " " + told.prefix;
        };
        CPPUNIT_ASSERT_EQUAL(std::string{" 192.0.0.0/16"}, networks("192.0.2.7"));
        CPPUNIT_ASSERT_EQUAL(std::string{" 192.0.0.0/16"}, networks("::ffff:192.0.2.7"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2001:db8:1::/48 2001:db8::/32"},
                             networks("2001:db8:1:2:3:4:5:6"));
        CPPUNIT_ASSERT_EQUAL(std::string{" 2001:db8::/32"}, networks("2001:db8:1::1", 48));
        CPPUNIT_ASSERT_EQUAL(std::string{" "}, networks("unix:"));
    }

    void pollers_wait_longer_for_older_jobs()
    {
        job::Job job{.id = *value::JobId::parse("job_01arz3ndektsv4rrffq69g5fav"),
                     .rail = "v2",
                     .product = {},
                     .state = job::State::queued,
                     .lane = {},
                     .price = {},
                     .sla = 300s,
                     .progress = {},
                     .created = base::instant_from_ms(0),
                     .updated = {},
                     .completed = {},
                     .error = {}};
        CPPUNIT_ASSERT(api::retry_after(job, base::instant_from_ms(0)) == 2s);
        CPPUNIT_ASSERT(api::retry_after(job, base::instant_from_ms(60'000)) == 15s);
        job.sla = 60s;
        CPPUNIT_ASSERT(api::retry_after(job, base::instant_from_ms(60'000)) == 3s);
        job.sla = 1s;
        CPPUNIT_ASSERT(api::retry_after(job, base::instant_from_ms(60'000)) == 2s);
        job.state = job::State::complete;
        CPPUNIT_ASSERT(api::retry_after(job, base::instant_from_ms(60'000)) == 0s);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RoutesTest);

} // namespace
