// A restore dies at any of its steps: what is there is the old database or the copy, whole, and the
// next restore ends well.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "db/transaction.hpp"
#include "store/audit.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"
#include "verb_child.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <csignal>
#include <filesystem>
#include <vector>

namespace {

namespace fs = std::filesystem;
using support::reservation_order;
using support::StoreSession;

class RestoreCrashTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RestoreCrashTest);
    CPPUNIT_TEST(killed_at_any_step_it_leaves_one_of_the_two);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const std::string m_copy = m_folder.file("copy.db.gz");

    [[nodiscard]] int run(const std::vector<std::string_view>& words, const char* failpoint) const
    {
        return verb_child::run(m_folder, words, failpoint);
    }
    void sell(unsigned number) const
    {
        StoreSession session{m_folder.path()};
        session.beat();
        // The chain is read.
        db::write(session.database, "test",
                  [](db::Writer& writer) { writer.run("UPDATE restoration SET read_ms = 1"); });
        session.queue(reservation_order(number));
    }
    // What was kept in the same second would be in the way.
    void drop_kept() const
    {
        std::vector<fs::path> kept;
        for (const auto& each : fs::directory_iterator{m_folder.path()})
            if (each.path().native().find(".before-restore-") != std::string::npos)
                kept.push_back(each.path());
        for (const fs::path& each : kept) fs::remove(each);
    }
    // The two are told apart by it.
    [[nodiscard]] std::int64_t jobs() const
    {
        StoreSession session{m_folder.path()};
        CPPUNIT_ASSERT(store::Audit{session.database}.violations().empty());
        auto row = session.database.query("SELECT count(*) FROM jobs");
        return row.step() ? row.integer(0) : -1;
    }

public:
    void killed_at_any_step_it_leaves_one_of_the_two()
    {
        base::replace_file(m_folder.file("assay.toml"),
                           base::concat(support::k_sample_toml, "[store]\nurl = \"sqlite:",
                                        m_folder.file("jobs.db"), "\"\n"),
                           0600);
        sell(1);
        CPPUNIT_ASSERT_EQUAL(0, run({"db", "backup", m_copy}, ""));
        unsigned sold = 1;
        for (const char* step :
             {"restore_settle.after", "restore_stamp.after", "restore_keep.after",
              "restore_swap.before", "restore_swap.after"}) {
            sell(++sold);
            const auto before = jobs();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(step, 128 + SIGKILL, run({"db", "restore", m_copy}, step));
            const bool is_copy = std::string_view{step} == "restore_swap.after";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(step, is_copy ? 1 : before, jobs());
            drop_kept();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(step, 0, run({"db", "restore", m_copy}, ""));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(step, std::int64_t{1}, jobs());
            CPPUNIT_ASSERT(!fs::exists(m_folder.file(".assay-copy.part")));
            drop_kept();
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RestoreCrashTest);

} // namespace
