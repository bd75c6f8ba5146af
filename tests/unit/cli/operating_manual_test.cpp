// The pages of the operator's manual, word for word: its SQL on a database of today's schema, the
// commands of "Backup and restore" on one that is there, and the way from one page to another.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

namespace {

namespace fs = std::filesystem;
using base::concat;

class OperatingManualTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OperatingManualTest);
    CPPUNIT_TEST(its_sql_fits_the_schema);
    CPPUNIT_TEST(a_copy_is_made_and_put_back_as_it_says);
    CPPUNIT_TEST(the_index_has_every_page_and_no_other);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;

    static std::string page(const std::string& name)
    {
        return base::read_file(concat("systemd/manual/", name), 200'000);
    }

    void sell() const
    {
        support::StoreSession session{m_folder.path()};
        session.beat();
        session.queue(support::reservation_order(1));
        fs::create_symlink("jobs.db", m_folder.file("assay.db"));
    }
    // What a shell in the folder prints for the line, which must end well. systemd is not asked.
    [[nodiscard]] std::string run(const std::string& line) const
    {
        const auto programs = fs::read_symlink("/proc/self/exe").parent_path();
        const auto told = m_folder.file("told");
        const base::Fd out{::open(told.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
        const pid_t child = base::spawn(
            {.command = {"bash", "-c",
                         concat("cd '", m_folder.path(), "' && systemctl() { :; } && PATH='",
                                programs.string(), "':$PATH && ", line)},
             .environment = {{"ASSAY_CONFIG", m_folder.file("assay.toml")},
                             {"ASSAY_RUN_DIR", m_folder.path()}},
             .descriptors = {-1, out.get(), out.get()}});
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        auto text = base::read_file(told, 1U << 20U);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(concat(line, '\n', text), std::string{"exit 0"},
                                     base::describe_wait_status(status));
        return text;
    }

public:
    void its_sql_fits_the_schema()
    {
        sell();
        // A command may stand on two lines.
        const std::regex command{R"re(sqlite3 assay\.db\s+"[^"]*")re"};
        int found = 0;
        const std::string manual = page("alarms.md");
        for (std::sregex_iterator each{manual.begin(), manual.end(), command}, end; each != end;
             ++each, ++found) {
            std::string line = each->str();
            std::replace(line.begin(), line.end(), '\n', ' ');
            // Its example is an id of long ago.
            const std::string glob = std::regex_replace(line, std::regex{"job_\\w+\\*"}, "job_*");
            CPPUNIT_ASSERT_MESSAGE(line, run(glob).starts_with("job_"));
        }
        CPPUNIT_ASSERT_EQUAL(1, found);
    }

    void a_copy_is_made_and_put_back_as_it_says()
    {
        sell();
        base::replace_file(m_folder.file("assay.toml"),
                           concat(support::k_sample_toml,
                                  "[store]\nurl = \"sqlite:", m_folder.file("jobs.db"), "\"\n"),
                           0600);
        const std::string chapter = page("backup.md");
        std::string told;
        const std::regex block{"\n```\n([^`]*\n)```"};
        for (std::sregex_iterator each{chapter.begin(), chapter.end(), block}, end; each != end;
             ++each)
            told += run(concat("set -e; ", each->str(1)));
        for (const std::string_view words :
             {"before-upgrade.db.gz: ", "kept what was there: ", "0 violations in "})
            CPPUNIT_ASSERT_MESSAGE(told, told.find(words) != std::string::npos);
    }

    void the_index_has_every_page_and_no_other()
    {
        std::set<std::string> there;
        for (const auto& entry : fs::directory_iterator{"systemd/manual"})
            there.insert(entry.path().filename());
        const std::string index = base::read_file("systemd/OPERATING.md", 200'000);
        std::set<std::string> listed;
        const std::regex row{R"re(\n\| `([a-z_]+\.md)` \|)re"};
        for (std::sregex_iterator each{index.begin(), index.end(), row}, end; each != end; ++each)
            listed.insert(each->str(1));
        CPPUNIT_ASSERT(there == listed);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OperatingManualTest);

} // namespace
