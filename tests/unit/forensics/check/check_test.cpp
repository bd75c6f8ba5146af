// What all checks share: words, confidence, what of an address is shown, and the board.
#include "forensics/check/check.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <limits>
#include <thread>

namespace {

namespace forensics = forensics;
using forensics::Verdict;
using std::chrono::steady_clock;

class CheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CheckTest);
    CPPUNIT_TEST(confidence_is_a_product_of_three);
    CPPUNIT_TEST(rounds_without_surprises);
    CPPUNIT_TEST(private_addresses_are_not_shown);
    CPPUNIT_TEST(an_unconfigured_check_is_sure_of_nothing_else);
    CPPUNIT_TEST(a_reader_gets_all_news_when_the_topic_ends);
    CPPUNIT_TEST(a_reader_stops_waiting_at_its_own_deadline);
    CPPUNIT_TEST_SUITE_END();

public:
    void confidence_is_a_product_of_three()
    {
        using forensics::confidence_of;
        CPPUNIT_ASSERT_EQUAL(0.36, confidence_of(Verdict::warn, {0.75, 0.8, 0.6}));
        CPPUNIT_ASSERT_EQUAL(1.0, confidence_of(Verdict::ok, {1}));
        CPPUNIT_ASSERT_EQUAL(0.75, confidence_of(Verdict::inconclusive, {0.25, 0.5, 0.1}));
        CPPUNIT_ASSERT_EQUAL(1.0, confidence_of(Verdict::ok, {2, 2, 2}));
        CPPUNIT_ASSERT_EQUAL(0.0, confidence_of(Verdict::critical, {-1, 1, 1}));
    }

    void rounds_without_surprises()
    {
        CPPUNIT_ASSERT_EQUAL(0.12, forensics::rounded(0.1249, 2));
        CPPUNIT_ASSERT(!std::signbit(forensics::rounded(-0.001, 2)));
        CPPUNIT_ASSERT_EQUAL(0.0, forensics::rounded(std::numeric_limits<double>::quiet_NaN(), 3));
        CPPUNIT_ASSERT_EQUAL(0.0, forensics::rounded(std::numeric_limits<double>::infinity(), 3));
    }

    void private_addresses_are_not_shown()
    {
        const auto shown = [](std::string_view text) {
            return forensics::shown(*net::IpAddress::parse(text));
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"private:192.168.0.0/16"}, shown("192.168.7.9"));
        CPPUNIT_ASSERT_EQUAL(std::string{"private:fe80::/10"}, shown("fe80::1234"));
        CPPUNIT_ASSERT_EQUAL(std::string{"private:10.0.0.0/8"}, shown("::ffff:10.2.3.4"));
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.9"}, shown("9.9.9.9"));
    }

    void an_unconfigured_check_is_sure_of_nothing_else()
    {
        const auto result = forensics::not_configured();
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, std::string{result.reasons.at(0)});
        CPPUNIT_ASSERT(json_is_object(result.evidence.get()));
    }

    void a_reader_gets_all_news_when_the_topic_ends()
    {
        forensics::Topic<int> topic;
        std::jthread writer{[&topic] {
            for (int i = 0; i < 100; ++i) topic.publish(i);
            topic.close();
        }};
        const auto news = topic.wait(steady_clock::now() + std::chrono::seconds{60});
        CPPUNIT_ASSERT_EQUAL(std::size_t{100}, news.size());
        CPPUNIT_ASSERT_EQUAL(99, news.back());
        CPPUNIT_ASSERT_EQUAL(std::size_t{100}, topic.so_far().size());
    }

    void a_reader_stops_waiting_at_its_own_deadline()
    {
        forensics::Topic<int> topic;
        topic.publish(7);
        const auto deadline = steady_clock::now() + std::chrono::milliseconds{20};
        CPPUNIT_ASSERT_EQUAL(7, topic.wait(deadline).at(0));
        CPPUNIT_ASSERT(steady_clock::now() >= deadline);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CheckTest);

} // namespace
