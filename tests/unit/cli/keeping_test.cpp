// `assay doctor --fix`: each file gets the owner and the mode that the package says, the report has
// the line before, and links stay as they are.
#include "cli/keeping.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace {

namespace fs = std::filesystem;
using base::concat;
using cli::Exit;

class KeepingTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(KeepingTest);
    CPPUNIT_TEST(lines_that_need_judgement_are_passed_over);
    CPPUNIT_TEST(what_differs_is_told_and_put_right);
    CPPUNIT_TEST(a_dry_run_only_tells);
    CPPUNIT_TEST(links_are_left);
    CPPUNIT_TEST(an_unknown_user_is_told_with_what_makes_it);
    CPPUNIT_TEST(one_that_cannot_be_mended_hinders_no_other);
    CPPUNIT_TEST(only_root_may);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const std::string m_me = ::getpwuid(::geteuid())->pw_name;
    const std::string m_group = ::getgrgid(::getegid())->gr_name;
    std::string m_told;

    Exit mend(std::string_view rules, bool is_dry = false)
    {
        constexpr cli::AcceptedOption k_options[] = {cli::k_dry_run_option};
        const std::vector<std::string_view> words(is_dry ? 1 : 0, k_options[0].name);
        const cli::Deeds deeds{*cli::Arguments::parse(words, k_options, 0)};
        const support::QuietOutput quiet;
        cli::OnlineReport report;
        cli::put_right(cli::kept_by_tmpfiles(rules), deeds, report);
        m_told = quiet.out() + quiet.err();
        return deeds.exit(report.exit());
    }
    // "TYPE PATH MODE ME MY_GROUP -", of a path below the folder.
    [[nodiscard]] std::string rule(std::string_view type, const std::string& name,
                                   std::string_view mode) const
    {
        return concat(type, ' ', m_folder.file(name), ' ', mode, ' ', m_me, ' ', m_group, " -\n");
    }
    [[nodiscard]] unsigned mode_of(const std::string& name) const
    {
        struct stat status = {};
        CPPUNIT_ASSERT_EQUAL(0, ::stat(m_folder.file(name).c_str(), &status));
        return status.st_mode & 07777U;
    }
    void demand(std::string_view part) const
    {
        CPPUNIT_ASSERT_MESSAGE(m_told, m_told.find(part) != std::string::npos);
    }

public:
    void lines_that_need_judgement_are_passed_over()
    {
        for (const auto* line :
             {"", "#d /a 0700 root root", "d", "d a 0700 root root", "D /a 0700 root root",
              "d! /a 0700 root root", "R /a", "d /a% 0700 root root", "z /a/* 0700 root root",
              "f /a 0600 root root - content", "d /a 9 root root", "d /a 777777 root root",
              "d \"/a b\" 0700", "\xff\xfe", "d /a -1 root root"})
            CPPUNIT_ASSERT_MESSAGE(line, cli::kept_by_tmpfiles(line).empty());
        const auto kept = cli::kept_by_tmpfiles("# comment\nd /a - - g -\nz /b 0640 u -");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, kept.size());
        CPPUNIT_ASSERT(kept[0].is_folder && kept[0].is_made && !kept[0].mode &&
                       kept[0].user.empty() && kept[0].group == "g");
        CPPUNIT_ASSERT(!kept[1].is_folder && !kept[1].is_made && kept[1].mode == 0640U &&
                       kept[1].user == "u");
    }

    void what_differs_is_told_and_put_right()
    {
        base::replace_file(m_folder.file("key"), "x", 0644);
        const auto rules =
            concat(rule("d", "a", "0750"), rule("d", "a/b", "0700"), rule("f", "a/wake", "0660"),
                   rule("z", "key", "0600"), rule("z", "absent", "0600"));
        CPPUNIT_ASSERT(mend(rules) == Exit::ok);
        demand(concat("mending: ", m_folder.file("a"), ": missing, becomes 0750 ", m_me, ':'));
        demand(concat("mending: ", m_folder.file("key"), ": 0644 ", m_me, ':', m_group,
                      ", becomes 0600 ", m_me, ':', m_group, '\n'));
        CPPUNIT_ASSERT_EQUAL(0750U, mode_of("a"));
        CPPUNIT_ASSERT_EQUAL(0700U, mode_of("a/b"));
        CPPUNIT_ASSERT_EQUAL(0660U, mode_of("a/wake"));
        CPPUNIT_ASSERT_EQUAL(0600U, mode_of("key"));
        CPPUNIT_ASSERT_EQUAL(std::string{"x"}, base::read_file(m_folder.file("key"), 9));
        CPPUNIT_ASSERT(!fs::exists(m_folder.file("absent")));
        CPPUNIT_ASSERT(mend(rules) == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{}, m_told);
    }

    void a_dry_run_only_tells()
    {
        base::replace_file(m_folder.file("key"), "x", 0644);
        const auto rules = concat(rule("d", "a", "0750"), rule("z", "key", "0600"));
        CPPUNIT_ASSERT(mend(rules, /*is_dry=*/true) == Exit::only_told);
        demand(concat("would mend: ", m_folder.file("a"), ": missing"));
        demand(concat("would mend: ", m_folder.file("key"), ": 0644"));
        CPPUNIT_ASSERT(!fs::exists(m_folder.file("a")));
        CPPUNIT_ASSERT_EQUAL(0644U, mode_of("key"));
    }

    void links_are_left()
    {
        base::replace_file(m_folder.file("theirs"), "x", 0644);
        fs::create_symlink(m_folder.file("theirs"), m_folder.file("symbolic"));
        fs::create_hard_link(m_folder.file("theirs"), m_folder.file("hard"));
        fs::create_directory_symlink("/", m_folder.file("folder"));
        CPPUNIT_ASSERT(mend(concat(rule("z", "symbolic", "0600"), rule("f", "hard", "0600"),
                                   rule("d", "folder", "0700"), rule("d", "theirs", "0700"))) ==
                       Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{4}, std::count(m_told.begin(), m_told.end(), '\n'));
        for (const auto* name : {"symbolic", "hard", "folder", "theirs"})
            demand(concat("note: ", m_folder.file(name), ": is no "));
        CPPUNIT_ASSERT_EQUAL(0644U, mode_of("theirs"));
    }

    void an_unknown_user_is_told_with_what_makes_it()
    {
        const auto rule_of_nobody = concat("d ", m_folder.file("a"), " 0700 no-such-user -\n");
        CPPUNIT_ASSERT(mend(rule_of_nobody) == Exit::usage);
        demand("systemd-sysusers");
        CPPUNIT_ASSERT(!fs::exists(m_folder.file("a")));
    }

    void one_that_cannot_be_mended_hinders_no_other()
    {
        const std::string in_proc = concat("d /proc/nothing 0700 ", m_me, ' ', m_group, "\n");
        CPPUNIT_ASSERT(mend(concat(in_proc, rule("d", "a", "0700"))) == Exit::usage);
        demand("wrong: /proc/nothing: cannot be made: ");
        CPPUNIT_ASSERT_EQUAL(0700U, mode_of("a"));
    }

    // As the operator types it; a root that runs the tests is another user for the moment.
    void only_root_may()
    {
        const bool is_root = ::geteuid() == 0;
        if (is_root) CPPUNIT_ASSERT_EQUAL(0, ::seteuid(65'534));
        const std::string_view words[] = {"doctor", "--fix"};
        const support::QuietOutput quiet;
        const Exit exit = cli::run(words);
        if (is_root) CPPUNIT_ASSERT_EQUAL(0, ::seteuid(0));
        CPPUNIT_ASSERT(exit == Exit::error);
        CPPUNIT_ASSERT(quiet.out().empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"assay doctor: only root can give files to their owners: "
                                         "sudo assay doctor --fix\n"},
                             quiet.err());
        const std::string_view without_fix[] = {"doctor", "--dry-run"};
        CPPUNIT_ASSERT(cli::run(without_fix) == Exit::usage);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(KeepingTest);

} // namespace
