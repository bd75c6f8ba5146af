// A large request is held once while its payment is looked at, it counts, and it is gone before the
// settlement is waited for (DESIGN.md, 7).
#include "service_case.hpp"

#include "base/concat.hpp"

namespace {

using namespace api_test;

constexpr const char* k_synthesis = "/v2/synthesize";
constexpr std::size_t k_large = 800'000; // of the 1,000,000 of the case

class LargeRequestsTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(LargeRequestsTest);
    CPPUNIT_TEST(who_finds_no_room_is_not_charged);
    CPPUNIT_TEST(it_counts_until_it_is_on_disk);
    CPPUNIT_TEST(small_ones_always_have_room);
    CPPUNIT_TEST_SUITE_END();

    fcgi::Request synthesis(std::size_t bytes, unsigned number = 1)
    {
        std::string sources;
        for (std::size_t i = 0; i < 16; ++i)
            sources +=
                base::concat(i == 0 ? "" : ",", '"', i, " ", std::string(bytes / 16, 'x'), '"');
        auto out = request("POST", k_synthesis,
                           base::concat(R"({"query":"what?","sources":[)", sources, "]}"));
        const auto terms_of_route = pay::terms_of(*catalog, *catalog->find_v2_route(k_synthesis));
        out.headers.push_back(
            {"payment-signature",
             support::good_payment(wallet, terms_of_route, world.clock.now(), number).header()});
        return out;
    }
    bool has_room() { return held.take(k_large, std::chrono::milliseconds{0}).has_value(); }

public:
    void who_finds_no_room_is_not_charged()
    {
        const auto taken = held.take(k_large, std::chrono::milliseconds{0});
        CPPUNIT_ASSERT_EQUAL(std::string{"503 busy false"},
                             gist(service->handle(synthesis(k_large))));
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void it_counts_until_it_is_on_disk()
    {
        std::string order;
        http->during = [&] { order += has_room() ? "free " : "held "; };
        facilitator_settles();
        auto paid = synthesis(k_large);
        paid.client_gone = [] { return true; };
        bool is_dropped = false;
        paid.on_body_dropped = [&] { is_dropped = true; };
        service->handle(paid);
        CPPUNIT_ASSERT_EQUAL(std::string{"held free "}, order); // verified, settled
        CPPUNIT_ASSERT(is_dropped && has_room());
        auto stored = world.database.query("SELECT length(request) FROM job_body");
        CPPUNIT_ASSERT(stored.step() && stored.integer(0) > static_cast<std::int64_t>(k_large));
    }

    void small_ones_always_have_room()
    {
        const auto taken = held.take(k_large, std::chrono::milliseconds{0});
        facilitator_settles();
        auto paid = synthesis(20'000);
        paid.client_gone = [] { return true; };
        service->handle(paid);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LargeRequestsTest);

} // namespace
