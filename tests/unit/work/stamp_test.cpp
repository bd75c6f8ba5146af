// A database that is behind the stamp beside it is an older copy: found before anything is sold.
#include "work/stamp.hpp"

#include "base/fd.hpp"
#include "store/anchors.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;

class StampTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(StampTest);
    CPPUNIT_TEST(what_cannot_be_read_says_nothing);
    CPPUNIT_TEST(where_no_file_can_be_the_worker_lives_on);
    CPPUNIT_TEST(a_database_that_goes_on_is_no_copy);
    CPPUNIT_TEST(one_that_is_behind_is_a_copy_and_told_for_a_day);
    CPPUNIT_TEST(one_that_was_ahead_when_the_power_went_is_none);
    CPPUNIT_TEST(a_chain_that_is_silent_or_agrees_says_nothing);
    CPPUNIT_TEST(one_whose_anchors_went_on_is_a_copy);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    const value::EvmNetwork network = value::EvmNetwork::parse("eip155:8453").value();
    const work::StampPlan plan{.path = world.file("stamp")};
    store::Restorations restorations{world.at};
    store::Anchors anchors{world.at};
    const value::EvmAddress account =
        *value::EvmAddress::parse("0x00000000000000000000000000000000000000aa");

    void keep() { work::Stamp{world.at, network, plan}.keep(); }
    void write(std::string_view text) const { base::replace_file(plan.path, text, 0600); }
    std::string alarms()
    {
        std::string out;
        for (const auto& each : world.bulletin.alarms()) out += each.code + ' ';
        return out;
    }

public:
    void what_cannot_be_read_says_nothing()
    {
        for (const std::string_view text :
             {"", "{", "[]", "{}", R"({"count":"9"})", R"({"count":1e9})", "\xff"}) {
            write(text);
            keep();
            CPPUNIT_ASSERT_MESSAGE(std::string{text}, !restorations.last());
            CPPUNIT_ASSERT(base::read_file(plan.path, 1'000).starts_with(R"({"count":)"));
        }
    }

    // As on a full disk, on which it makes room.
    void where_no_file_can_be_the_worker_lives_on()
    {
        for (const auto& path : {world.file("no folder/stamp"), world.TempDir::path()}) {
            const work::StampPlan nowhere{.path = path};
            const auto before = restorations.count();
            work::Stamp{world.at, network, nowhere}.keep();
            CPPUNIT_ASSERT_EQUAL(before + 1, restorations.count());
            CPPUNIT_ASSERT(!restorations.last());
        }
    }

    void a_database_that_goes_on_is_no_copy()
    {
        for (int i = 1; i <= 3; ++i) {
            keep();
            CPPUNIT_ASSERT_EQUAL(std::int64_t{i}, restorations.count());
        }
        CPPUNIT_ASSERT(!restorations.last() && alarms().empty());
    }

    void one_that_is_behind_is_a_copy_and_told_for_a_day()
    {
        world.beat();
        const auto copied = world.clock.now();
        keep();
        world.clock.advance(1h);
        write(R"({"count":12,"at":"2026-11-29T00:00:00Z"})");
        keep();
        const auto found = restorations.last();
        CPPUNIT_ASSERT(found && !found->is_read);
        CPPUNIT_ASSERT(found->copied == copied && found->found == world.clock.now());
        CPPUNIT_ASSERT_EQUAL(std::string{"restored "}, alarms());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{13}, restorations.count());
        keep(); // it is found once
        CPPUNIT_ASSERT(restorations.last()->found == found->found);
        CPPUNIT_ASSERT(!restorations.note_read(network, 10, 20));
        CPPUNIT_ASSERT(restorations.note_read(network, 21, 22));
        keep();
        CPPUNIT_ASSERT_EQUAL(std::string{"restored "}, alarms());
        world.clock.advance(24h);
        keep();
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
    }

    void one_that_was_ahead_when_the_power_went_is_none()
    {
        keep();
        restorations.advance(); // and the file was not written
        keep();
        CPPUNIT_ASSERT(!restorations.last());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, restorations.count());
    }

    work::StampPlan told_by_chain(std::optional<std::uint64_t> sent)
    {
        return {.path = plan.path,
                .anchors =
                    work::AnchorAccount{.address = account, .count_sent = [sent] { return sent; }}};
    }

    void a_chain_that_is_silent_or_agrees_says_nothing()
    {
        const auto compare = [&](std::optional<std::uint64_t> sent) {
            const auto told = told_by_chain(sent);
            work::Stamp{world.at, network, told}.keep();
            return restorations.last().has_value();
        };
        CPPUNIT_ASSERT(!compare(7)); // the account is new to the books
        anchors.accept_foreign(network, account, 4);
        CPPUNIT_ASSERT(!compare(std::nullopt));
        for (const std::uint64_t sent : {0U, 3U, 4U}) CPPUNIT_ASSERT(!compare(sent));
        world.bulletin.raise_alarm("anchor_key_used", "");
        CPPUNIT_ASSERT(!compare(5)); // told before, and not by a copy
    }

    void one_whose_anchors_went_on_is_a_copy()
    {
        world.beat();
        const auto copied = world.clock.now();
        anchors.accept_foreign(network, account, 4);
        keep();
        world.clock.advance(1h);
        const auto told = told_by_chain(5);
        work::Stamp stamp{world.at, network, told};
        stamp.keep();
        const auto found = restorations.last();
        CPPUNIT_ASSERT(found && !found->is_read && found->copied == copied);
        CPPUNIT_ASSERT_EQUAL(std::string{"restored "}, alarms());
        world.clock.advance(1min);
        stamp.keep();
        work::Stamp{world.at, network, told}.keep(); // a worker that starts again
        CPPUNIT_ASSERT(restorations.last()->found == found->found);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StampTest);

} // namespace
