// Who has had little of late comes before who has had much.
#include "base/fair_places.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

using base::FairPlaces;
using std::chrono::milliseconds;

constexpr milliseconds k_at_once{0};
constexpr milliseconds k_long{60'000};

class FairPlacesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FairPlacesTest);
    CPPUNIT_TEST(a_client_has_no_more_than_its_own);
    CPPUNIT_TEST(a_place_is_waited_for);
    CPPUNIT_TEST(who_had_less_comes_first);
    CPPUNIT_TEST(who_had_more_is_sent_away_for_who_had_less);
    CPPUNIT_TEST(very_many_clients_are_not_remembered);
    CPPUNIT_TEST(what_was_long_ago_does_not_count);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_client_has_no_more_than_its_own()
    {
        FairPlaces places{{.places = 3, .of_a_client = 2, .waiters = 4}};
        const auto one = places.take("a", k_at_once);
        {
            const auto two = places.take("a", k_at_once);
            CPPUNIT_ASSERT(one && two);
            CPPUNIT_ASSERT(!places.take("a", k_long)); // at once, although a place is free
            CPPUNIT_ASSERT(places.take("b", k_at_once));
        }
        CPPUNIT_ASSERT(places.take("a", k_at_once));
    }

    void a_place_is_waited_for()
    {
        FairPlaces places{{.places = 1, .of_a_client = 2, .waiters = 1}};
        auto held = places.take("a", k_at_once);
        CPPUNIT_ASSERT(!places.take("b", milliseconds{1}));
        std::thread other{[&] { held.reset(); }};
        CPPUNIT_ASSERT(places.take("b", k_long));
        other.join();
    }

    void who_had_less_comes_first()
    {
        FairPlaces places{{.places = 1, .of_a_client = 2, .waiters = 2}};
        for (int i = 0; i < 5; ++i) CPPUNIT_ASSERT(places.take("busy", k_at_once));
        auto held = places.take("other", k_at_once);
        std::string order;
        std::mutex guard;
        const auto wait = [&](const char* client) {
            const auto place = places.take(client, k_long);
            const std::lock_guard lock{guard};
            order += place ? client : "-";
        };
        std::thread busy{[&] { wait("busy"); }};
        while (places.waiting() != 1) std::this_thread::yield();
        std::thread fresh{[&] { wait("fresh"); }};
        while (places.waiting() != 2) std::this_thread::yield();
        held.reset();
        busy.join();
        fresh.join();
        CPPUNIT_ASSERT_EQUAL(std::string{"freshbusy"}, order);
    }

    void who_had_more_is_sent_away_for_who_had_less()
    {
        FairPlaces places{{.places = 1, .of_a_client = 2, .waiters = 1}};
        for (int i = 0; i < 3; ++i) CPPUNIT_ASSERT(places.take("busy", k_at_once));
        auto held = places.take("other", k_at_once);
        std::atomic<bool> is_sent_away{false};
        std::thread busy{[&] { is_sent_away = !places.take("busy", k_long); }};
        while (places.waiting() != 1) std::this_thread::yield();
        CPPUNIT_ASSERT(!places.take("busy", k_at_once)); // none goes for its own like
        std::atomic<bool> has_place{false};
        std::thread fresh{[&] { has_place = places.take("fresh", k_long).has_value(); }};
        busy.join();
        CPPUNIT_ASSERT(is_sent_away);
        held.reset();
        fresh.join();
        CPPUNIT_ASSERT(has_place);
    }

    void what_was_long_ago_does_not_count()
    {
        FairPlaces::Moment now{};
        FairPlaces places{{.places = 1, .of_a_client = 2, .waiters = 1}, [&] { return now; }};
        for (int i = 0; i < 100; ++i) CPPUNIT_ASSERT(places.take("steady", k_at_once));
        now += std::chrono::minutes{10};
        CPPUNIT_ASSERT(places.take("new", k_at_once));
        CPPUNIT_ASSERT(places.take("new", k_at_once));
        auto held = places.take("other", k_at_once);
        std::atomic<bool> is_sent_away{false};
        std::thread newer{[&] { is_sent_away = !places.take("new", k_long); }};
        while (places.waiting() != 1) std::this_thread::yield();
        std::thread steady{[&] { static_cast<void>(places.take("steady", k_long)); }};
        newer.join();
        CPPUNIT_ASSERT(is_sent_away);
        held.reset();
        steady.join();
    }

    void very_many_clients_are_not_remembered()
    {
        FairPlaces places{{.places = 1, .of_a_client = 2, .waiters = 1}};
        for (int i = 0; i < 50'000; ++i) CPPUNIT_ASSERT(places.take(std::to_string(i), k_at_once));
        CPPUNIT_ASSERT(places.known_clients() < 20'000);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FairPlacesTest);

} // namespace
