// Places are counted exactly, also by many threads.
#include "base/slots.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

class SlotsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SlotsTest);
    CPPUNIT_TEST(no_place_no_permit);
    CPPUNIT_TEST(a_permit_gives_its_place_back_once);
    CPPUNIT_TEST(threads_never_hold_more_than_there_are);
    CPPUNIT_TEST_SUITE_END();

public:
    void no_place_no_permit()
    {
        base::Slots none{0};
        CPPUNIT_ASSERT(!none.try_take());
    }

    void a_permit_gives_its_place_back_once()
    {
        base::Slots slots{1};
        {
            auto permit = slots.try_take();
            CPPUNIT_ASSERT(permit);
            CPPUNIT_ASSERT(!slots.try_take());
            const auto moved = std::move(*permit);
            permit.reset();
            CPPUNIT_ASSERT(!slots.try_take());
        }
        const auto again = slots.try_take();
        CPPUNIT_ASSERT(again);
        CPPUNIT_ASSERT(!slots.try_take());
    }

    void threads_never_hold_more_than_there_are()
    {
        constexpr int k_places = 3;
        base::Slots slots{k_places};
        std::atomic<int> inside{0};
        std::atomic<bool> exceeded{false};
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&] {
                for (int round = 0; round < 10'000; ++round)
                    if (const auto permit = slots.try_take()) {
                        if (++inside > k_places) exceeded = true;
                        --inside;
                    }
            });
        threads.clear();
        CPPUNIT_ASSERT(!exceeded);
        CPPUNIT_ASSERT(slots.try_take());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SlotsTest);

} // namespace
