// A move of the database dies at any of its last steps: what it came from is whole and open, and a
// move ends well once what it left under the other name is gone.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "db/migrations.hpp"
#include "store/audit.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"
#include "verb_child.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <csignal>
#include <filesystem>

namespace {

namespace fs = std::filesystem;

class MoveCrashTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MoveCrashTest);
    CPPUNIT_TEST(killed_at_any_step_it_loses_nothing);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const std::string m_from = m_folder.file("jobs.db");
    const std::string m_to = m_folder.file("moved.db");

    [[nodiscard]] int move(const char* failpoint) const
    {
        return verb_child::run(m_folder, {"db", "move", "--from", m_from, "--to", m_to}, failpoint);
    }
    // -1: it is closed to programs.
    static std::int64_t jobs(const std::string& file)
    {
        db::Database database{{.path = file}};
        try {
            db::migrate(database);
        } catch (const base::Fault&) {
            return -1;
        }
        CPPUNIT_ASSERT(store::Audit{database}.violations().empty());
        auto row = database.query("SELECT count(*) FROM jobs");
        return row.step() ? row.integer(0) : -1;
    }

public:
    void killed_at_any_step_it_loses_nothing()
    {
        base::replace_file(
            m_folder.file("assay.toml"),
            base::concat(support::k_sample_toml, "[store]\nurl = \"sqlite:", m_from, "\"\n"), 0600);
        {
            support::StoreSession session{m_folder.path()};
            session.beat();
            session.queue(support::reservation_order(1));
        }
        CPPUNIT_ASSERT_EQUAL(128 + SIGKILL, move("move_open.before"));
        CPPUNIT_ASSERT(!fs::exists(m_to));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, jobs(m_from));

        CPPUNIT_ASSERT_EQUAL(128 + SIGKILL, move("move_close.before"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, jobs(m_from));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, jobs(m_to));
        CPPUNIT_ASSERT(move("") != 0); // it does not write over what it left
        fs::remove(m_to);

        CPPUNIT_ASSERT_EQUAL(128 + SIGKILL, move("move_close.after"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-1}, jobs(m_from));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, jobs(m_to));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MoveCrashTest);

} // namespace
