// What a migration has left of the database goes when it is old, and nothing else ever does.
#include "work/old_copies.hpp"

#include "base/fd.hpp"
#include "support/retention.hpp"
#include "work/housekeeper.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <set>

namespace {

using namespace std::chrono_literals;
using Names = std::set<std::string>;

class OldCopiesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OldCopiesTest);
    CPPUNIT_TEST(only_what_a_migration_has_made_and_only_when_it_is_old);
    CPPUNIT_TEST(a_link_leads_nowhere);
    CPPUNIT_TEST(a_folder_that_cannot_be_read_is_a_fault);
    CPPUNIT_TEST(the_housekeeper_drops_them_by_both_clocks);
    CPPUNIT_TEST_SUITE_END();

    const base::Instant m_horizon = base::instant_from_ms(1'790'000'000'000);

    static void write(const std::string& path, base::Instant at)
    {
        base::replace_file(path, "what buyers sent", 0640);
        const auto ms = base::to_ms(at);
        const timespec time{ms / 1000, (ms % 1000) * 1'000'000};
        const timespec times[] = {time, time};
        CPPUNIT_ASSERT_EQUAL(0, utimensat(AT_FDCWD, path.c_str(), times, 0));
    }

    static Names names_in(const std::filesystem::path& folder)
    {
        Names out;
        for (const auto& entry : std::filesystem::directory_iterator{folder})
            out.insert(entry.path().filename());
        return out;
    }

public:
    void only_what_a_migration_has_made_and_only_when_it_is_old()
    {
        const support::TempDir folder;
        const Names stay{"assay.db",
                         "assay.db-wal",
                         "assay.db.lock",
                         "assay.db.before-",
                         "before-014",
                         "assay.db.before-14",
                         "assay.db.before-0014",
                         "assay.db.before-01a",
                         "assay.db.before-014.old",
                         "assay.db.before-014.part.part",
                         "assay.db.before-014~",
                         "other.db.before-014",
                         "assay.db.before--14",
                         "xassay.db.before-014",
                         "assay.db.before-014-journal",
                         "assaydb.before-014"};
        for (const std::string& name : stay) write(folder.file(name), m_horizon - 9000h);
        for (const char* name : {"assay.db.before-013", "assay.db.before-002.part"})
            write(folder.file(name), m_horizon);
        write(folder.file("assay.db.before-014"), m_horizon + 1ms);
        std::filesystem::create_directory(folder.file("assay.db.before-015"));
        work::drop_old_copies(folder.file("assay.db"), m_horizon);
        Names expected = stay;
        expected.insert({"assay.db.before-014", "assay.db.before-015"});
        CPPUNIT_ASSERT(expected == names_in(std::filesystem::path{folder.file("")}.parent_path()));
    }

    void a_link_leads_nowhere()
    {
        const support::TempDir folder;
        const support::TempDir elsewhere;
        write(elsewhere.file("precious"), m_horizon - 9000h);
        std::filesystem::create_symlink(elsewhere.file("precious"),
                                        folder.file("assay.db.before-014"));
        work::drop_old_copies(folder.file("assay.db"), base::instant_from_ms(9'000'000'000'000));
        CPPUNIT_ASSERT(std::filesystem::is_symlink(folder.file("assay.db.before-014")));
        CPPUNIT_ASSERT(std::filesystem::exists(elsewhere.file("precious")));
    }

    void a_folder_that_cannot_be_read_is_a_fault()
    {
        const support::TempDir folder;
        CPPUNIT_ASSERT_THROW(work::drop_old_copies(folder.file("absent/assay.db"), m_horizon),
                             base::Fault);
    }

    // A clock that was set wrong deletes nothing, nor does a service that has never read the chain.
    void the_housekeeper_drops_them_by_both_clocks()
    {
        support::StoreWorld world;
        const std::vector<std::unique_ptr<work::Lane>> none;
        const work::HousekeepingPlan plan{.worker = std::string{support::k_worker},
                                          .documents_digest = {},
                                          .documents_digest_file = world.file("digest"),
                                          .store = {.path = world.file("jobs.db"),
                                                    .result_retention = 48h,
                                                    .request_retention = 24h},
                                          .network = support::reservation_order(1).key.network};
        const std::string copy = world.file("jobs.db.before-014");
        write(copy, world.clock.now());
        const auto goes = [&] {
            work::Housekeeper housekeeper{world.at, plan, none};
            CPPUNIT_ASSERT(housekeeper.round());
            return !std::filesystem::exists(copy);
        };
        world.clock.advance(25h);
        CPPUNIT_ASSERT(!goes()); // no block was ever read
        world.clock.advance(-2h);
        support::read_chain(world);
        world.clock.advance(1000h);
        CPPUNIT_ASSERT(!goes()); // the chain is 23 hours on
        world.clock.advance(-998h);
        support::read_chain(world);
        CPPUNIT_ASSERT(goes());
        CPPUNIT_ASSERT(std::filesystem::exists(world.file("jobs.db")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OldCopiesTest);

} // namespace
