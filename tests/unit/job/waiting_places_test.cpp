// Places for those who wait, by kind, client and job.
#include "job/waiting_places.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

using job::Waiting;
using job::WaitingPlaces;

constexpr int k_threads = 32;
constexpr Waiting k_kinds[] = {Waiting::scan, Waiting::answer, Waiting::proof,
                               Waiting::poll, Waiting::claim,  Waiting::repeat};

class WaitingPlacesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WaitingPlacesTest);
    CPPUNIT_TEST(all_kinds_together_leave_threads_to_others);
    CPPUNIT_TEST(no_kind_takes_the_places_of_another);
    CPPUNIT_TEST(no_client_takes_all_places_of_a_kind);
    CPPUNIT_TEST(one_call_waits_for_a_job);
    CPPUNIT_TEST(a_place_is_free_again_when_it_is_left);
    CPPUNIT_TEST(a_pool_of_one_thread_waits_for_scans_alone);
    CPPUNIT_TEST(threads_at_once_take_each_place_once);
    CPPUNIT_TEST_SUITE_END();

    WaitingPlaces places{k_threads};
    int made = 0;

    // Clients and jobs of their own take whatever is left.
    std::vector<WaitingPlaces::Place> fill(Waiting kind)
    {
        std::vector<WaitingPlaces::Place> out;
        for (int i = 0; i <= k_threads; ++i) {
            const std::string name = std::to_string(++made);
            if (auto place = places.try_take(kind, "c" + name, "j" + name))
                out.push_back(std::move(*place));
        }
        return out;
    }

public:
    void all_kinds_together_leave_threads_to_others()
    {
        std::size_t waiting = 0;
        std::vector<std::vector<WaitingPlaces::Place>> held;
        for (const Waiting kind : k_kinds) waiting += held.emplace_back(fill(kind)).size();
        CPPUNIT_ASSERT_EQUAL(std::size_t{28}, waiting);
    }

    void no_kind_takes_the_places_of_another()
    {
        for (const Waiting crowd : k_kinds) {
            const auto held = fill(crowd);
            for (const Waiting other : k_kinds)
                CPPUNIT_ASSERT_EQUAL(other != crowd,
                                     places.try_take(other, "198.51.100.1", "job").has_value());
        }
    }

    void no_client_takes_all_places_of_a_kind()
    {
        for (const Waiting kind :
             {Waiting::scan, Waiting::answer, Waiting::poll, Waiting::repeat}) {
            std::vector<WaitingPlaces::Place> held;
            const auto most = places.bounds(kind);
            CPPUNIT_ASSERT(most.of_a_client < most.all);
            for (int i = 0; i < most.of_a_client; ++i)
                held.push_back(*places.try_take(kind, "192.0.2.1", std::to_string(i)));
            CPPUNIT_ASSERT(!places.try_take(kind, "192.0.2.1", "one more"));
            CPPUNIT_ASSERT(places.try_take(kind, "192.0.2.2", "one more"));
        }
    }

    void one_call_waits_for_a_job()
    {
        for (const Waiting kind :
             {Waiting::answer, Waiting::proof, Waiting::poll, Waiting::repeat}) {
            const auto first = places.try_take(kind, "192.0.2.1", "job");
            CPPUNIT_ASSERT(first && !places.try_take(kind, "192.0.2.2", "job"));
            CPPUNIT_ASSERT(places.try_take(kind, "192.0.2.2", "another"));
        }
    }

    void a_place_is_free_again_when_it_is_left()
    {
        for (int i = 0; i < 3; ++i) {
            const auto most = places.bounds(Waiting::poll);
            CPPUNIT_ASSERT_EQUAL(static_cast<std::size_t>(most.all), fill(Waiting::poll).size());
            auto place = places.try_take(Waiting::poll, "192.0.2.1", "job");
            const auto moved = std::move(*place);
            place.reset();
            CPPUNIT_ASSERT(!places.try_take(Waiting::poll, "192.0.2.2", "job"));
        }
        CPPUNIT_ASSERT(places.try_take(Waiting::poll, "192.0.2.2", "job"));
    }

    // But a scan, which is sold only with a place.
    void a_pool_of_one_thread_waits_for_scans_alone()
    {
        WaitingPlaces few{1};
        for (const Waiting kind : k_kinds)
            CPPUNIT_ASSERT_EQUAL(kind == Waiting::scan,
                                 few.try_take(kind, "192.0.2.1", "job").has_value());
    }

    void threads_at_once_take_each_place_once()
    {
        const int most = places.bounds(Waiting::scan).all;
        std::atomic<int> inside{0};
        std::atomic<int> over{0};
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&, client = std::to_string(i)] {
                for (int round = 0; round < 2'000; ++round)
                    if (const auto place = places.try_take(Waiting::scan, client)) {
                        if (++inside > most) ++over;
                        --inside;
                    }
            });
        threads.clear();
        CPPUNIT_ASSERT_EQUAL(0, over.load());
        CPPUNIT_ASSERT_EQUAL(static_cast<std::size_t>(most), fill(Waiting::scan).size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WaitingPlacesTest);

} // namespace
