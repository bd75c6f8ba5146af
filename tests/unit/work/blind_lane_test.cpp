// Jobs whose pages could not be read: what our own network did is paid back, what pages did is not.
// Real store, real children.
#include "lane_case.hpp"

#include "base/concat.hpp"
#include "store/audit.hpp"

#include <filesystem>

namespace {

using namespace std::chrono_literals;
using job::State;

class BlindLaneTest : public lane_test::LaneCase {
    CPPUNIT_TEST_SUITE(BlindLaneTest);
    CPPUNIT_TEST(a_text_without_its_pages_is_paid_back_when_the_network_is_away);
    CPPUNIT_TEST(dead_pages_of_a_network_that_is_there_are_no_credit);
    CPPUNIT_TEST(a_page_that_was_read_is_sight_enough);
    CPPUNIT_TEST(what_needs_a_source_is_paid_back_as_ever);
    CPPUNIT_TEST_SUITE_END();

    work::Places reading{1};
    std::string basket = world.file("basket.json");
    work::Vantage vantage{{.programs = {engine, engine}, .basket = basket}, clock};

    // What a job comes to whose pages end so: "vantage_offline open ok", with the audit's word.
    std::string bought(const char* product, const char* first, const char* second, bool is_online)
    {
        constexpr const char* k_page = R"({"source":"s1","origin":"fetched","status":")";
        base::replace_file(basket, "{}", 0600);
        base::replace_file(engine,
                           base::concat("#!/bin/bash\ncat >/dev/null; case $1 in\n",
                                        R"(fetch) echo '{"pages":[{"status":")", first,
                                        R"("},{"status":")", second, "\"}]}' ;;\n",
                                        R"(vantage_test) echo look >> )", directory.file("looks"),
                                        R"(; echo '{"online":)", is_online ? "true" : "false",
                                        "}' ;;\n", R"(*) echo '{"sources":[)", k_page, first,
                                        "\"},", k_page, second, "\"}]}' ;; esac"),
                           0700);
        work::Lane lane{{.share = {.lane = "pages", .is_in_turn = true},
                         .worker = "worker-a",
                         .programs = {engine, engine},
                         .database = {.path = world.database.path()},
                         .reading = &reading,
                         .pages_vantage = &vantage},
                        clock,
                        world.waker,
                        watcher};
        auto order = support::reservation_order(++m_number);
        order.goods.product = product;
        order.goods.lane = "pages";
        order.request = R"({"sources":["https://a.example","https://b.example"]})";
        const auto view = wait_until(world.queue(order).job_id, State::complete);
        std::string out;
        for (const auto& each : view.credits) {
            CPPUNIT_ASSERT(each.value == view.job.price);
            out += base::concat(each.reason, ' ', each.state, ' ');
        }
        const auto wrong = store::Audit{world.database}.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule, wrong.empty());
        const auto seen = world.bulletin.observation(store::k_vantage);
        return seen ? out + seen->status : out;
    }
    unsigned m_number = 0;

public:
    void a_text_without_its_pages_is_paid_back_when_the_network_is_away()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"vantage_offline open offline"},
                             bought("verify_standard", "unreachable", "refused", false));
    }

    void dead_pages_of_a_network_that_is_there_are_no_credit()
    {
        for (int i = 0; i < 4; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{},
                                 bought("verify_standard", "unreachable", "unreachable", true));
    }

    void a_page_that_was_read_is_sight_enough()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, bought("verify_deep", "unreachable", "used", false));
        CPPUNIT_ASSERT(!std::filesystem::exists(directory.file("looks")));
    }

    void what_needs_a_source_is_paid_back_as_ever()
    {
        for (int i = 0; i < 4; ++i)
            CPPUNIT_ASSERT_EQUAL(base::concat("sources_unread ", i < 3 ? "open " : "waived "),
                                 bought("synthesis", "unreachable", "empty", true));
        // Beyond what a payer has a day: it is our doing.
        CPPUNIT_ASSERT_EQUAL(std::string{"sources_unread open offline"},
                             bought("synthesis", "unreachable", "empty", false));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BlindLaneTest);

} // namespace
