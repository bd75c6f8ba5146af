// `assay db backup` and `assay db restore` as the operator types them, on a real database.
#include "cli/verbs.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "cli/gzip.hpp"
#include "db/migrations.hpp"
#include "db/transaction.hpp"
#include "store/audit.hpp"
#include "store/restorations.hpp"
#include "store/stamp_file.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"
#include "work/stamp.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using base::concat;
using cli::Exit;
using support::reservation_order;
using support::StoreSession;

class BackupTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BackupTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(what_is_not_ours_is_not_copied);
    CPPUNIT_TEST(a_name_that_is_taken_stays);
    CPPUNIT_TEST(an_unwritable_folder_is_told);
    CPPUNIT_TEST(a_copy_that_is_not_whole_is_not_put_back);
    CPPUNIT_TEST(a_newer_schema_is_not_put_back);
    CPPUNIT_TEST(nothing_is_put_back_while_something_runs);
    CPPUNIT_TEST(books_that_disagree_are_copied_and_drop_no_other);
    CPPUNIT_TEST(a_writer_goes_on_beside_a_backup);
    CPPUNIT_TEST(all_but_the_newest_of_its_own_names_go);
    CPPUNIT_TEST(a_dry_run_changes_nothing);
    CPPUNIT_TEST(what_is_put_back_is_found_to_be_a_copy);
    CPPUNIT_TEST(a_damaged_database_is_kept_with_its_wal);
    CPPUNIT_TEST(an_older_schema_is_told);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const fs::path m_root{m_folder.path()};
    const fs::path m_database = m_root / "jobs.db";
    const fs::path m_copy = m_root / "copy.db.gz";
    std::string m_out;
    std::string m_err;

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
        try {
            const auto exit = cli::run(views);
            m_out = quiet.out();
            m_err = quiet.err();
            return exit;
        } catch (const std::exception& fault) {
            m_out = quiet.out();
            m_err = concat("assay: ", fault.what());
            return Exit::error;
        }
    }

    // One plain line, and no file more than before.
    void assert_refused(const std::vector<std::string>& words, std::string_view why)
    {
        const auto before = names();
        CPPUNIT_ASSERT(run(words) == Exit::error);
        CPPUNIT_ASSERT_MESSAGE(m_err, m_err.find(why) != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(m_err, m_err.find('\n') == std::string::npos);
        CPPUNIT_ASSERT_EQUAL(before, names());
    }
    void assert_restore_refused(std::string_view why)
    {
        const auto jobs_before = jobs();
        assert_refused({"restore", m_copy}, why);
        CPPUNIT_ASSERT_EQUAL(jobs_before, jobs());
    }
    void succeed(const std::vector<std::string>& words)
    {
        const bool is_ok = run(words) == Exit::ok;
        CPPUNIT_ASSERT_MESSAGE(m_out + m_err, is_ok);
    }

    // But the configuration and what SQLite and the gate put beside a database.
    [[nodiscard]] std::string names() const
    {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator{m_root})
            all.push_back(entry.path().filename());
        std::erase_if(all, [](const std::string& name) {
            return name == "assay.toml" || name.ends_with("-wal") || name.ends_with("-shm") ||
                   name.ends_with(".lock");
        });
        std::sort(all.begin(), all.end());
        std::string out;
        for (const std::string& each : all) out += each + ' ';
        return out;
    }

    void sell(unsigned number) const
    {
        StoreSession session{m_folder.path()};
        session.beat();
        session.queue(reservation_order(number));
    }
    [[nodiscard]] std::int64_t jobs() const
    {
        StoreSession session{m_folder.path()};
        auto row = session.database.query("SELECT count(*) FROM jobs");
        return row.step() ? row.integer(0) : -1;
    }
    void in_copy(const std::function<void(db::Writer&)>& change) const
    {
        const fs::path plain = m_root / "plain";
        cli::expand(m_copy, plain);
        {
            db::Database database{{.path = plain}};
            db::write(database, "test", change);
            database.checkpoint(db::CheckpointMode::truncate);
        }
        fs::remove(m_copy);
        cli::compress(plain, m_copy);
        for (const char* end : {"", "-wal", "-shm", ".lock"}) fs::remove(plain.string() + end);
    }

public:
    void setUp() override { ::setenv("ASSAY_RUN_DIR", m_folder.path().c_str(), 1); }
    void tearDown() override { ::unsetenv("ASSAY_RUN_DIR"); }

    void wrong_words_are_usage()
    {
        for (const auto& words : std::vector<std::vector<std::string>>{{"backup"},
                                                                       {"restore"},
                                                                       {"backup", "a", "b"},
                                                                       {"check", "--keep=2"},
                                                                       {"restore", "a", "--keep=2"},
                                                                       {"backup", ".", "--keep=0"},
                                                                       {"backup", ".", "--keep=x"},
                                                                       {"backup", ".", "--keep"}})
            CPPUNIT_ASSERT(run(words) == Exit::usage);
    }

    void what_is_not_ours_is_not_copied()
    {
        assert_refused({"backup", m_copy}, "there is no database");
        base::replace_file(m_database, std::string(100'000, 'x'), 0600);
        assert_refused({"backup", m_copy}, "not a database");
        fs::remove(m_database);
        db::Database{{.path = m_database}};
        assert_refused({"backup", m_copy}, "is empty");
    }

    void a_name_that_is_taken_stays()
    {
        sell(1);
        base::replace_file(m_copy, "mine", 0600);
        assert_refused({"backup", m_copy}, "exists already");
        CPPUNIT_ASSERT_EQUAL(std::string{"mine"}, base::read_file(m_copy, 100));
    }

    void an_unwritable_folder_is_told()
    {
        sell(1);
        assert_refused({"backup", m_root / "nowhere/copy.db.gz"}, "No such file or directory");
        assert_refused({"backup", "--keep=2", "/proc"}, "cannot write in /proc");
    }

    void a_copy_that_is_not_whole_is_not_put_back()
    {
        sell(1);
        assert_restore_refused("cannot open");
        succeed({"backup", m_copy});
        const std::string whole = base::read_file(m_copy, 10'000'000);
        base::replace_file(m_copy, whole.substr(0, whole.size() / 2), 0600);
        assert_restore_refused("is not a whole backup");
        std::string changed = whole;
        changed[whole.size() / 2] = static_cast<char>(changed[whole.size() / 2] ^ 1);
        base::replace_file(m_copy, changed, 0600);
        assert_restore_refused("is not a whole backup");
        base::replace_file(m_copy, std::string(100'000, 'x'), 0600);
        assert_restore_refused("not a database");
        assert_restore_refused("cannot be put back, and nothing was changed: ");
        base::replace_file(m_copy, "", 0600);
        assert_restore_refused("is empty");
    }

    void a_newer_schema_is_not_put_back()
    {
        sell(1);
        succeed({"backup", m_copy});
        in_copy([](db::Writer& writer) { writer.run("PRAGMA user_version=999"); });
        assert_restore_refused("newer version");
    }

    void nothing_is_put_back_while_something_runs()
    {
        sell(1);
        succeed({"backup", m_copy});
        {
            const base::Fd worker{
                ::open(m_folder.file("worker.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640)};
            CPPUNIT_ASSERT_EQUAL(0, ::flock(worker.get(), LOCK_EX));
            assert_restore_refused("the worker runs");
        }
        for (const char* name : {"fast.sock", "slow.sock", "agents.sock"}) {
            const auto path = m_folder.file(name);
            const base::Fd pool{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
            CPPUNIT_ASSERT_EQUAL(
                0, ::bind(pool.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address));
            CPPUNIT_ASSERT_EQUAL(0, ::listen(pool.get(), 1));
            assert_restore_refused(path);
        }
        {
            // Of another run directory.
            const StoreSession open{m_folder.path()};
            assert_refused({"restore", m_copy}, "is open in another program");
        }
        succeed({"restore", m_copy});
    }

    void books_that_disagree_are_copied_and_drop_no_other()
    {
        sell(1);
        const auto other = m_root / "assay-20200101T000000Z.db.gz";
        base::replace_file(other, "", 0600);
        {
            StoreSession session{m_folder.path()};
            db::write(session.database, "test",
                      [](db::Writer& writer) { writer.run("UPDATE lane_load SET jobs = 7"); });
        }
        CPPUNIT_ASSERT(run({"backup", "--keep=1", m_root}) == Exit::doubtful);
        CPPUNIT_ASSERT_MESSAGE(m_err, m_err.find("lane_load_is_wrong") != std::string::npos);
        CPPUNIT_ASSERT(fs::exists(other));
    }

    void a_writer_goes_on_beside_a_backup()
    {
        sell(0);
        std::atomic<bool> is_over = false;
        std::atomic<unsigned> sold = 0;
        std::thread writer{[&] {
            StoreSession session{m_folder.path()};
            while (!is_over) session.queue(reservation_order(++sold));
        }};
        for (int i = 0; i < 5; ++i) {
            const unsigned before = sold;
            if (run({"backup", m_root / concat("copy-", i)}) != Exit::ok) is_over = true;
            CPPUNIT_ASSERT_MESSAGE(m_err, !is_over || (writer.join(), false));
            while (sold == before) std::this_thread::yield();
        }
        is_over = true;
        writer.join();
        CPPUNIT_ASSERT_MESSAGE(m_out, m_out.find(concat("schema ", db::migrations().size(),
                                                        ", ")) != std::string::npos);
        struct stat status {};
        CPPUNIT_ASSERT_EQUAL(0, ::stat((m_root / "copy-4").c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(0600U, status.st_mode & 07777);
    }

    void all_but_the_newest_of_its_own_names_go()
    {
        sell(1);
        fs::create_directory(m_root / "kept");
        const auto in = [&](std::string_view name) { return m_root / "kept" / name; };
        // A clock that was wrong has named the last one.
        for (const std::string_view name :
             {"assay-20200101T000000Z.db.gz", "assay-20200102T000000Z.db.gz", "assay-2020.db.gz",
              "assay-20200101T000000Z.db.gz.old", "assay-20990101T000000Z.db.gz"})
            base::replace_file(in(name), "", 0600);
        fs::create_symlink("/dev/null", in("assay-20190101T000000Z.db.gz"));
        CPPUNIT_ASSERT(run({"backup", "--keep=2", in(""), "--dry-run"}) == Exit::only_told);
        CPPUNIT_ASSERT_MESSAGE(m_out, m_out.find("would be deleted: ") != std::string::npos);
        CPPUNIT_ASSERT(fs::exists(in("assay-20200101T000000Z.db.gz")));
        succeed({"backup", "--keep", "2", m_root / "kept"});
        CPPUNIT_ASSERT(fs::exists(m_out.substr(0, m_out.find(": "))));
        for (const std::string_view name :
             {"assay-2020.db.gz", "assay-20200101T000000Z.db.gz.old",
              "assay-20990101T000000Z.db.gz", "assay-20190101T000000Z.db.gz"})
            CPPUNIT_ASSERT_MESSAGE(std::string{name}, fs::exists(fs::symlink_status(in(name))));
        for (const std::string_view name :
             {"assay-20200101T000000Z.db.gz", "assay-20200102T000000Z.db.gz"})
            CPPUNIT_ASSERT_MESSAGE(std::string{name}, !fs::exists(in(name)));
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& each : fs::directory_iterator{m_root / "kept"}) ++files;
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, files);
    }

    void a_dry_run_changes_nothing()
    {
        sell(1);
        CPPUNIT_ASSERT(run({"backup", m_copy, "--dry-run"}) == Exit::only_told);
        CPPUNIT_ASSERT_EQUAL(concat("would be made: ", m_copy.string(), '\n'), m_out);
        succeed({"backup", m_copy}); // the name is free
        sell(2);
        CPPUNIT_ASSERT(run({"restore", m_copy, "--dry-run"}) == Exit::only_told);
        CPPUNIT_ASSERT_MESSAGE(m_out, m_out.find("would be replaced") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, jobs());
        base::replace_file(m_copy, "garbage", 0600);
        assert_refused({"restore", m_copy, "--dry-run"}, "cannot be put back");
    }

    // Also where the stamp says no more than the copy: within a minute, or on another machine.
    void what_is_put_back_is_found_to_be_a_copy()
    {
        const auto network = value::EvmNetwork::parse("eip155:8453").value();
        const work::StampPlan plan{.path = m_database.string() + ".stamp"};
        for (const bool has_stamp : {true, false}) {
            for (const auto& each : fs::directory_iterator{m_root}) fs::remove_all(each.path());
            sell(1);
            {
                StoreSession session{m_folder.path()};
                work::Stamp{session.at, network, plan}.keep();
            }
            fs::permissions(m_database, fs::perms::owner_read | fs::perms::owner_write);
            succeed({"backup", m_copy});
            sell(2);
            if (!has_stamp) fs::remove(plan.path);
            succeed({"restore", m_copy});
            CPPUNIT_ASSERT_MESSAGE(m_out, m_out.find("1 jobs") != std::string::npos);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, jobs());
            CPPUNIT_ASSERT(fs::status(m_database).permissions() ==
                           (fs::perms::owner_read | fs::perms::owner_write));
            StoreSession session{m_folder.path()};
            CPPUNIT_ASSERT(store::rows::is_restoring(session.database));
            const auto restored = store::Restorations{session.at}.last();
            work::Stamp{session.at, network, plan}.keep();
            const auto again = store::Restorations{session.at}.last();
            CPPUNIT_ASSERT(restored && again && restored->found == again->found);
            CPPUNIT_ASSERT_EQUAL(std::string{"restored"}, session.bulletin.alarms().front().code);
            CPPUNIT_ASSERT(store::Audit{session.database}.violations().empty());
            const auto begin = m_out.find("there: ") + 7;
            db::Database kept{{.path = m_out.substr(begin, m_out.find('\n', begin) - begin)}};
            auto row = kept.query("SELECT count(*) FROM jobs");
            CPPUNIT_ASSERT(row.step() && row.integer(0) == 2);
        }
    }

    void a_damaged_database_is_kept_with_its_wal()
    {
        sell(1);
        succeed({"backup", m_copy});
        fs::remove(m_database.string() + "-shm");
        base::replace_file(m_database, std::string(100'000, 'x'), 0640);
        base::replace_file(m_database.string() + "-wal", "what was not in it yet", 0640);
        succeed({"restore", m_copy});
        const auto begin = m_out.find("there: ") + 7;
        const auto kept = m_out.substr(begin, m_out.find('\n', begin) - begin);
        CPPUNIT_ASSERT_EQUAL(std::string(100'000, 'x'), base::read_file(kept, 1'000'000));
        CPPUNIT_ASSERT(base::read_file(kept + "-wal", 100).starts_with("what"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, jobs());
    }

    void an_older_schema_is_told()
    {
        {
            db::Database database{{.path = m_database}};
            db::migrate(database, db::migrations().first(db::migrations().size() - 1));
        }
        succeed({"backup", m_copy});
        succeed({"restore", m_copy});
        CPPUNIT_ASSERT_MESSAGE(m_out, m_out.find("migrates it from schema") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, jobs());
        CPPUNIT_ASSERT(store::StampFile{m_database.string() + ".stamp"}.count() == 1);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BackupTest);

} // namespace
