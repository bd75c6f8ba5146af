// What a log line holds of a job, and of strangers' text.
#include "base/log.hpp"

#include "support/captured_log.hpp"
#include "support/temp_dir.hpp"
#include "value/job_id.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <thread>

namespace {

class LogTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LogTest);
    CPPUNIT_TEST(an_id_of_a_job_is_cut_wherever_it_stands);
    CPPUNIT_TEST(what_only_looks_like_one_stays);
    CPPUNIT_TEST(strangers_text_forges_no_line_and_no_field);
    CPPUNIT_TEST(a_tag_stands_in_each_line_of_its_thread_and_scope);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;

    [[nodiscard]] std::string written(std::string_view value) const
    {
        const support::CapturedLog captured{m_folder.file("log")};
        base::log::write(base::log::Level::error, "test", {{"value", value}});
        return captured.text();
    }

public:
    void an_id_of_a_job_is_cut_wherever_it_stands()
    {
        const auto id = value::JobId::make(base::Instant{}).text();
        const auto shown = id.substr(0, 16);
        CPPUNIT_ASSERT_EQUAL("<3>event=test value=" + shown + '\n', written(id));
        for (const auto& text : {"/v1/job/" + id, "of " + id + ", and " + id, id + "/artifact"}) {
            const auto line = written(text);
            CPPUNIT_ASSERT_EQUAL(std::string::npos, line.find(id.substr(0, 17)));
            CPPUNIT_ASSERT(line.find(shown) != std::string::npos);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"<3>event=test value=\"of "} + shown + ", and " + shown +
                                 "\"\n",
                             written("of " + id + ", and " + id));
        // Where the bound of a value would cut it a second time.
        CPPUNIT_ASSERT_EQUAL(std::string::npos,
                             written(std::string(475, 'x') + id).find(id.substr(0, 17)));
    }

    void a_tag_stands_in_each_line_of_its_thread_and_scope()
    {
        {
            const base::log::Tag request{"request", "a b"};
            const base::log::Tag untold{"product", ""};
            CPPUNIT_ASSERT_EQUAL(std::string{"<3>event=test value=x request=\"a b\"\n"},
                                 written("x"));
            std::string elsewhere;
            std::thread{[&] { elsewhere = written("x"); }}.join();
            CPPUNIT_ASSERT_EQUAL(std::string{"<3>event=test value=x\n"}, elsewhere);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"<3>event=test value=x\n"}, written("x"));
    }

    void what_only_looks_like_one_stays()
    {
        for (const std::string text : {"job_finished", "job_", "job_job_", "job_01m3250v0039znjry"})
            CPPUNIT_ASSERT_EQUAL("<3>event=test value=" + text + '\n', written(text));
    }

    void strangers_text_forges_no_line_and_no_field()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"<3>event=test value=\"a?<3>event=b c=\\\"d\\\"\"\n"},
                             written("a\n<3>event=b c=\"d\""));
        CPPUNIT_ASSERT_EQUAL(std::string{"<3>event=test value=\"\"\n"}, written(""));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LogTest);

} // namespace
