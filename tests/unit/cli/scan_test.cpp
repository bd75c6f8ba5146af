// `assay scan`: what it refuses, what its exit says, and what the operator reads.
#include "cli/scan_report.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <vector>

namespace {

namespace json = base::json;
using cli::Exit;

class ScanVerbTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ScanVerbTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(a_basket_that_is_none_is_an_error);
    CPPUNIT_TEST(targets_are_vetted_before_anything_is_sent);
    CPPUNIT_TEST(nothing_to_look_at_is_inconclusive);
    CPPUNIT_TEST(exits_tell_verdicts_apart);
    CPPUNIT_TEST(a_table_has_a_line_for_each_check);
    CPPUNIT_TEST(a_terminal_gets_no_control_characters);
    CPPUNIT_TEST(an_artifact_of_nothing_has_a_table_too);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string out;
    std::string err;

    Exit scan(const std::vector<std::string>& words)
    {
        std::vector<std::string_view> views{"scan"};
        for (const std::string& word : words) views.push_back(word);
        const support::QuietOutput quiet;
        const Exit exit = cli::run(views);
        out = quiet.out();
        err = quiet.err();
        return exit;
    }

    std::string basket(std::string_view text)
    {
        std::string file = folder.file("basket.json");
        base::replace_file(file, text, 0644);
        return file;
    }

    static std::string table(std::string_view artifact)
    {
        return cli::scan_table(json::parse(artifact)->get());
    }

public:
    void wrong_words_are_usage()
    {
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"a.example.com"},
                 {"--custom"},
                 {"--basket"},
                 {"--fast"},
                 {"--custom", "1", "2", "3", "4", "5", "6", "7", "8", "9"}}) {
            CPPUNIT_ASSERT(scan(words) == Exit::usage);
            CPPUNIT_ASSERT(!err.empty() && out.empty());
        }
    }

    void a_basket_that_is_none_is_an_error()
    {
        CPPUNIT_ASSERT(scan({"--basket", folder.file("absent.json")}) == Exit::error);
        CPPUNIT_ASSERT(err.find("absent.json") != std::string::npos);
        CPPUNIT_ASSERT(scan({"--basket", basket("{}")}) == Exit::error);
        CPPUNIT_ASSERT(err.find("schema_version") != std::string::npos);
    }

    void targets_are_vetted_before_anything_is_sent()
    {
        CPPUNIT_ASSERT(scan({"--basket", basket(R"({"schema_version":1})"), "--custom", "127.0.0.1",
                             "printer.local"}) == Exit::usage);
        CPPUNIT_ASSERT(err.find("127.0.0.1: ") != std::string::npos);
        CPPUNIT_ASSERT(scan({"--custom", "10.0.0.1", "10.0.0.1", "--basket",
                             basket(R"({"schema_version":1})")}) == Exit::usage);
        CPPUNIT_ASSERT(err.find("named twice") != std::string::npos);
    }

    void nothing_to_look_at_is_inconclusive()
    {
        const Exit exit = scan({"--basket", basket(R"({"schema_version":1})")});
        CPPUNIT_ASSERT_MESSAGE(err, exit == Exit::unreachable);
        for (const char* word : {"INCONCLUSIVE", "ntp", "route", "not_configured"})
            CPPUNIT_ASSERT_MESSAGE(word, out.find(word) != std::string::npos);
    }

    void exits_tell_verdicts_apart()
    {
        const auto exit = [](std::string_view verdict) {
            return cli::exit_of_scan(json::object("verdict", verdict).get());
        };
        CPPUNIT_ASSERT(exit("OK") == Exit::ok);
        CPPUNIT_ASSERT(exit("WARN") == Exit::doubtful);
        CPPUNIT_ASSERT(exit("CRITICAL") == Exit::error);
        CPPUNIT_ASSERT(exit("INCONCLUSIVE") == Exit::unreachable);
        CPPUNIT_ASSERT(!exit("ok"));
        CPPUNIT_ASSERT(!cli::exit_of_scan(json::array().get()));
    }

    void a_table_has_a_line_for_each_check()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"WARN, confidence 0.7, 2134 ms, clock to be set by -0.25 s\n"
                        "target  a.example.com\n"
                        "ntp     OK              0.93   480 ms  the clock agrees\n"
                        "portal  WARN             0.7  2010 ms  a proxy [http_proxy_on_path]\n"
                        "    A proxy stands between.\n"},
            table(R"({"verdict":"WARN","confidence":0.7,"elapsed_ms":2134,"clock_offset_s":-0.25,)"
                  R"("targets":[{"host":"a.example.com"}],"checks":[)"
                  R"({"check":"ntp","verdict":"OK","confidence":0.93,"elapsed_ms":480,)"
                  R"("summary":"the clock agrees","reasons":[],"reason_text":["Of no alarm."]},)"
                  R"({"check":"portal","verdict":"WARN","confidence":0.7,"elapsed_ms":2010,)"
                  R"("summary":"a proxy","reasons":["http_proxy_on_path"],)"
                  R"("reason_text":["A proxy stands between."]}]})"));
    }

    void a_terminal_gets_no_control_characters()
    {
        const std::string text =
            table(R"({"verdict":"\u001b[2J","targets":[{"host":"\u0007"}],"checks":[)"
                  R"({"check":"\u009b","summary":"a\nb","reasons":["\u001b]0;x\u0007",7],)"
                  R"("reason_text":["\u001b[2J\u009b",7]}]})");
        for (const char c : text) CPPUNIT_ASSERT(c == '\n' || (c >= ' ' && c <= '~'));
    }

    void an_artifact_of_nothing_has_a_table_too()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"?, confidence ?, ? ms\n"}, table("{}"));
        CPPUNIT_ASSERT_EQUAL(std::string{"?, confidence ?, ? ms\n"}, table(R"({"checks":7})"));
        CPPUNIT_ASSERT(!table(R"({"checks":[null,[],"x",{}]})").empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ScanVerbTest);

} // namespace
