// Places: so many at a time, and who waits is next by rank.
#include "work/places.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

class PlacesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PlacesTest);
    CPPUNIT_TEST(who_is_told_to_stop_gets_none);
    CPPUNIT_TEST(the_smallest_rank_is_next);
    CPPUNIT_TEST_SUITE_END();

    static bool always() { return true; }

public:
    void who_is_told_to_stop_gets_none()
    {
        work::Places places{1};
        auto first = places.take(0, always);
        CPPUNIT_ASSERT(first);
        CPPUNIT_ASSERT(!places.take(0, [] { return false; }));
        CPPUNIT_ASSERT_THROW(places.take(0, []() -> bool { throw std::exception{}; }),
                             std::exception);
        first.reset();
        CPPUNIT_ASSERT(places.take(0, always));
    }

    void the_smallest_rank_is_next()
    {
        work::Places places{1};
        auto first = places.take(0, always);
        std::vector<int> order;
        std::atomic<int> waiting{0};
        std::vector<std::thread> threads;
        for (const int rank : {30, 10, 20})
            threads.emplace_back([&, rank] {
                bool is_counted = false;
                const auto place = places.take(rank, [&] {
                    if (!std::exchange(is_counted, true)) ++waiting;
                    return true;
                });
                order.push_back(rank); // one at a time
            });
        while (waiting < 3) std::this_thread::yield();
        first.reset();
        for (std::thread& each : threads) each.join();
        CPPUNIT_ASSERT((order == std::vector{10, 20, 30}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PlacesTest);

} // namespace
