// `assay db move` as the operator types it, on a real database and a real server.
#include "cli/verbs.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "db/transaction.hpp"
#include "support/postgres.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/file.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <vector>

namespace {

namespace fs = std::filesystem;
using base::concat;
using cli::Exit;
using support::reservation_order;

class DbMoveTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DbMoveTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(what_is_not_there_is_not_moved);
    CPPUNIT_TEST(nothing_is_moved_while_something_runs);
    CPPUNIT_TEST(a_server_that_is_away_changes_nothing);
    CPPUNIT_TEST(sales_go_there_and_back);
    CPPUNIT_TEST(books_that_disagree_are_moved_and_told);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const fs::path m_root{m_folder.path()};
    fs::path m_database = m_root / "jobs.db"; // of the configuration
    const fs::path m_back = m_root / "back.db";
    std::string m_out;
    std::string m_err;

    static bool is_skipped()
    {
        if (support::Postgres::is_installed()) return false;
        std::cerr << "skipped: postgresql-15 is not installed\n";
        return true;
    }

    Exit run(std::vector<std::string> words)
    {
        const auto file = m_root / "assay.toml";
        base::replace_file(
            file,
            concat(support::k_sample_toml, "[store]\nurl = \"sqlite:", m_database.string(), "\"\n"),
            0644);
        words.insert(words.begin(), "db");
        words.push_back("--config=" + file.string());
        const std::vector<std::string_view> views{words.begin(), words.end()};
        const support::QuietOutput quiet;
        auto exit = Exit::error;
        try {
            exit = cli::run(views);
            m_err = quiet.err();
        } catch (const std::exception& fault) {
            m_err = fault.what();
        }
        m_out = quiet.out();
        return exit;
    }
    void assert_refused(const std::vector<std::string>& words, std::string_view why)
    {
        CPPUNIT_ASSERT(run(words) == Exit::error);
        CPPUNIT_ASSERT_MESSAGE(m_err, m_err.find(why) != std::string::npos);
    }
    void assert_told(std::string_view what) const
    {
        CPPUNIT_ASSERT_MESSAGE(m_out + m_err, m_out.find(what) != std::string::npos);
    }
    void succeed(const std::vector<std::string>& words)
    {
        const bool is_ok = run(words) == Exit::ok;
        CPPUNIT_ASSERT_MESSAGE(m_out + m_err, is_ok);
    }
    void sell(unsigned number) const
    {
        support::StoreSession session{m_folder.path()};
        session.beat();
        session.queue(reservation_order(number));
    }

public:
    void setUp() override { ::setenv("ASSAY_RUN_DIR", m_folder.path().c_str(), 1); }
    void tearDown() override { ::unsetenv("ASSAY_RUN_DIR"); }

    void wrong_words_are_usage()
    {
        for (const auto& words :
             std::vector<std::vector<std::string>>{{"move"},
                                                   {"move", "a", "--to=b"},
                                                   {"move", "--from=a"},
                                                   {"check", "--to=b"},
                                                   {"backup", "a", "--from=b"},
                                                   {"move", "--to=b", "--keep=2"}})
            CPPUNIT_ASSERT(run(words) == Exit::usage);
    }

    void what_is_not_there_is_not_moved()
    {
        assert_refused({"move", "--to=" + m_back.string()}, "there is no database");
        sell(1);
        base::replace_file(m_back, "mine", 0600);
        assert_refused({"move", "--to=" + m_back.string()}, "exists already");
        CPPUNIT_ASSERT_EQUAL(std::string{"mine"}, base::read_file(m_back, 100));
        assert_refused({"move", "--to=" + (m_root / "nowhere/jobs.db").string()}, "cannot");
        assert_refused({"move", "--to=postgresql://u:secret@127.0.0.1:1/assay"}, "a credential");
    }

    void nothing_is_moved_while_something_runs()
    {
        sell(1);
        const base::Fd worker{
            ::open(m_folder.file("worker.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640)};
        CPPUNIT_ASSERT_EQUAL(0, ::flock(worker.get(), LOCK_EX));
        assert_refused({"move", "--to=" + m_back.string()}, "the worker runs");
        CPPUNIT_ASSERT(!fs::exists(m_back));
    }

    void a_server_that_is_away_changes_nothing()
    {
        sell(1);
        const std::string away = "postgresql://127.0.0.1:1/assay";
        assert_refused({"move", "--to=" + away}, "connect");
        assert_refused({"move", "--from=" + away, "--to=" + m_back.string()}, "connect");
        CPPUNIT_ASSERT(!fs::exists(m_back));
        succeed({"check"});
    }

    void sales_go_there_and_back()
    {
        if (is_skipped()) return;
        sell(1);
        sell(2);
        const auto server = support::Postgres::here().fresh_database();
        succeed({"move", "--to=" + server});
        assert_told("jobs 2 ");
        assert_told("violations: 0 before, 0 after");
        assert_refused({"check"}, "is closed: it was moved");
        assert_refused({"move", "--to=" + server}, "is closed: it was moved");

        succeed({"move", "--from=" + server, "--to=sqlite:" + m_back.string()});
        assert_told("jobs 2 ");
        CPPUNIT_ASSERT(fs::status(m_back).permissions() == fs::perms{0640});
        m_database = m_back;
        succeed({"check"});
        assert_told("0 violations");
        assert_refused({"move", "--from=" + server, "--to=" + m_folder.file("third.db")},
                       "is closed: it was moved");
    }

    void books_that_disagree_are_moved_and_told()
    {
        if (is_skipped()) return;
        sell(1);
        {
            support::StoreSession session{m_folder.path()};
            db::write(session.database, "test",
                      [](db::Writer& writer) { writer.run("DELETE FROM payment"); });
        }
        CPPUNIT_ASSERT(run({"move", "--to=" + support::Postgres::here().fresh_database()}) ==
                       Exit::doubtful);
        assert_told("violations: 1 before, 1 after");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DbMoveTest);

} // namespace
