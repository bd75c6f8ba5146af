// Bodies that would take too much memory: refused before anybody is asked, and never in the way of
// small ones.
#include "service_case.hpp"

#include "api/body_bounds.hpp"
#include "base/base64.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"

namespace {

using namespace api_test;

// More values than any route takes, in few bytes.
std::string values(int count)
{
    std::string out = "{\"payload\":\"x\",\"more\":[{}";
    for (int i = 1; i < count; ++i) out += ",{}";
    return out + "]}";
}

class BodyBoundsTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(BodyBoundsTest);
    CPPUNIT_TEST(a_body_without_room_is_503_on_every_route_and_charges_nothing);
    CPPUNIT_TEST(too_many_values_are_refused_before_anybody_is_asked);
    CPPUNIT_TEST(too_many_values_in_a_payment_are_400);
    CPPUNIT_TEST(a_sale_drops_the_body_before_anybody_is_asked);
    CPPUNIT_TEST(small_bodies_have_room_when_large_ones_have_none);
    CPPUNIT_TEST(a_body_takes_what_its_route_lets_it_need);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_body_without_room_is_503_on_every_route_and_charges_nothing()
    {
        for (auto sent : {paid(), request("POST", k_route), request("POST", "/v1/verify"),
                          request("POST", "/v1/webhook/payment")}) {
            sent.body.clear();
            sent.body_state = fcgi::Request::Body::no_room;
            const auto response = service->handle(sent);
            CPPUNIT_ASSERT_EQUAL(std::string{"503 busy false"}, gist(response));
            CPPUNIT_ASSERT_EQUAL(std::string{"2"}, header(response, "Retry-After"));
        }
        CPPUNIT_ASSERT(http->requests.empty());
        facilitator_settles();
        bought(service->handle(paid()));
    }

    void too_many_values_are_refused_before_anybody_is_asked()
    {
        for (const auto& sent : {paid(values(2'000)), request("POST", k_route, values(2'000)),
                                 request("POST", "/v1/verify", values(2'000)),
                                 request("POST", "/v1/webhook/payment", values(2'000))}) {
            const bool is_quote = sent.path == k_route && sent.headers.empty();
            const auto response = service->handle(sent);
            CPPUNIT_ASSERT_EQUAL(is_quote ? 402 : 422, response.status);
            if (sent.path != "/v1/webhook/payment")
                CPPUNIT_ASSERT_MESSAGE(response.body,
                                       response.body.find("too many values") != std::string::npos);
        }
        CPPUNIT_ASSERT(http->requests.empty());
        facilitator_settles();
        bought(service->handle(paid(values(900))));
    }

    void too_many_values_in_a_payment_are_400()
    {
        auto sent = request("POST", k_route, k_body);
        const std::string payment = values(2'000);
        sent.headers.push_back({"payment-signature", base::to_base64(base::bytes_of(payment))});
        const auto response = service->handle(sent);
        CPPUNIT_ASSERT_EQUAL(std::string{"400 payment_header_invalid false"}, gist(response));
        CPPUNIT_ASSERT(response.body.find("thousands of values") != std::string::npos);
    }

    void a_sale_drops_the_body_before_anybody_is_asked()
    {
        facilitator_settles();
        auto sent = paid();
        int dropped = 0;
        std::size_t asked = 99;
        sent.on_body_dropped = [&] {
            ++dropped;
            asked = http->requests.size();
        };
        bought(service->handle(sent));
        CPPUNIT_ASSERT_EQUAL(1, dropped);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, asked);
    }

    void small_bodies_have_room_when_large_ones_have_none()
    {
        base::ByteBudget budget{1'000'000, 0, 1, nullptr};
        const auto room = [&](std::string_view path, std::size_t bytes) {
            return api::body_room(*catalog, budget, path, bytes);
        };
        const auto large = room(k_route, 300'000);
        CPPUNIT_ASSERT(large);
        CPPUNIT_ASSERT(!room(k_route, 300'000));
        for (const std::size_t small : {std::size_t{0}, std::size_t{2'048}, std::size_t{65'536}})
            CPPUNIT_ASSERT(room(k_route, small));
        for (const char* path : {"/v2/forensics", "/v2/forensics/custom", "/v1/forensics",
                                 "/v1/webhook/payment", "/elsewhere"})
            CPPUNIT_ASSERT_MESSAGE(path, room(path, api::body_limit(*catalog, path)));
    }

    void a_body_takes_what_its_route_lets_it_need()
    {
        for (const char* path : {k_route, "/v1/verify", "/v2/forensics", "/v1/forensics"}) {
            const std::size_t most = api::body_limit(*catalog, path);
            const std::size_t needed = api::body_memory(*catalog, path, most);
            CPPUNIT_ASSERT(needed > 4 * most);
            CPPUNIT_ASSERT(needed <= catalog::k_body_memory_max_bytes);
            CPPUNIT_ASSERT(api::body_memory(*catalog, path, most / 2) < needed);
        }
        // Few bytes cannot hold the values that the route would take.
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, api::body_memory(*catalog, k_route, 0));
        for (const std::string& text : {values(1), values(10), values(500), values(1'000)})
            CPPUNIT_ASSERT(json::structure_bytes(text) <=
                           api::body_memory(*catalog, k_route, text.size()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BodyBoundsTest);

} // namespace
