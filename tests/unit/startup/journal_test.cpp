// What the journal is told of a line, and when it is told at all.
#include "startup/journal.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/captured_log.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

namespace {

std::vector<std::string> s_told;
bool s_takes = true;

bool take(const base::log::Entry& entry)
{
    s_told = startup::journal_fields(entry, "assay-fast");
    return s_takes;
}

class JournalTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(JournalTest);
    CPPUNIT_TEST(what_is_no_journal_is_left_alone);
    CPPUNIT_TEST(a_line_has_its_fields_and_no_whole_id);
    CPPUNIT_TEST(strangers_text_adds_no_field);
    CPPUNIT_TEST(what_the_journal_refuses_is_written);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;

    static void has(const std::string& field)
    {
        CPPUNIT_ASSERT_MESSAGE(field, std::ranges::count(s_told, field) == 1);
    }

public:
    void setUp() override
    {
        s_takes = true;
        s_told.clear();
        base::log::set_sink(&take);
    }
    void tearDown() override { base::log::set_sink(nullptr); }

    void what_is_no_journal_is_left_alone()
    {
        const base::Fd file{::open(m_folder.file("log").c_str(), O_CREAT | O_RDWR, 0600)};
        struct stat status = {};
        CPPUNIT_ASSERT_EQUAL(0, ::fstat(file.get(), &status));
        const auto right = base::concat(status.st_dev, ":", status.st_ino);
        CPPUNIT_ASSERT(startup::is_journal(right.c_str(), file.get()));
        CPPUNIT_ASSERT(!startup::is_journal(nullptr, file.get()));
        CPPUNIT_ASSERT(!startup::is_journal(right.c_str(), -1));
        for (const char* wrong : {"", ":", "0:0", "garbage", "8:"})
            CPPUNIT_ASSERT_MESSAGE(wrong, !startup::is_journal(wrong, file.get()));
    }

    void a_line_has_its_fields_and_no_whole_id()
    {
        const base::log::Tag request{"request", "of-a-client"};
        base::log::error("attempt", {{"job_id", "job_01m3250v0039znjryabcdefghj"},
                                     {"product", "verify_basic"},
                                     {"code", "7"}});
        has("MESSAGE=event=attempt job_id=job_01m3250v0039 product=verify_basic code=7 "
            "request=of-a-client");
        for (const char* field : {"PRIORITY=3", "SYSLOG_IDENTIFIER=assay-fast",
                                  "ASSAY_EVENT=attempt", "ASSAY_JOB=job_01m3250v0039",
                                  "ASSAY_REQUEST=of-a-client", "ASSAY_PRODUCT=verify_basic"})
            has(field);
        CPPUNIT_ASSERT_EQUAL(std::size_t{7}, s_told.size());
        base::log::error("alarm", {{"code", "rpc_silent"}});
        has("ASSAY_ALARM=rpc_silent");
    }

    void strangers_text_adds_no_field()
    {
        base::log::error("x", {{"product", "a\nASSAY_ALARM=b"}});
        has("ASSAY_PRODUCT=a?ASSAY_ALARM=b");
        for (const auto& field : s_told) CPPUNIT_ASSERT_EQUAL(std::string::npos, field.find('\n'));
    }

    void what_the_journal_refuses_is_written()
    {
        const support::CapturedLog log{m_folder.file("log")};
        base::log::error("taken");
        s_takes = false;
        base::log::error("refused");
        CPPUNIT_ASSERT_EQUAL(std::string{"<3>event=refused\n"}, log.text());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JournalTest);

} // namespace
