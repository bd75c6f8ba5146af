// `assay verify`: what it refuses, what its exit says, and what a person at a terminal reads.
#include "cli/verify_report.hpp"

#include "base/fd.hpp"
#include "base/json.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <vector>

namespace {

namespace json = base::json;
using cli::Exit;

constexpr std::string_view k_wrong =
    "All is well.\nWe sold 1,250, 1,410 and 1,395: 4,155 in total.\n";

class VerifyVerbTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerifyVerbTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(a_file_that_cannot_be_verified_is_refused);
    CPPUNIT_TEST(exits_tell_verdicts_apart);
    CPPUNIT_TEST(piped_it_is_the_artifact);
    CPPUNIT_TEST(a_person_reads_line_and_column);
    CPPUNIT_TEST(an_earlier_artifact_is_read_too);
    CPPUNIT_TEST(sources_are_for_the_tiers_that_take_them);
    CPPUNIT_TEST(a_person_reads_what_the_sources_say);
    CPPUNIT_TEST(colours_are_only_there_when_asked_for);
    CPPUNIT_TEST(a_terminal_gets_no_control_characters);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string out;
    std::string err;

    Exit verify(const std::vector<std::string>& words)
    {
        std::vector<std::string_view> views{"verify"};
        for (const std::string& word : words) views.push_back(word);
        const support::QuietOutput quiet;
        const Exit exit = cli::run(views);
        out = quiet.out();
        err = quiet.err();
        return exit;
    }

    std::string file(std::string_view text)
    {
        std::string path = folder.file("text");
        base::replace_file(path, text, 0644);
        return path;
    }

    json::Ref artifact(std::string_view text)
    {
        verify({file(text)});
        auto parsed = json::parse(out);
        CPPUNIT_ASSERT_MESSAGE(out, parsed.has_value());
        return std::move(*parsed);
    }

public:
    void wrong_words_are_usage()
    {
        CPPUNIT_ASSERT(verify({}) == Exit::usage);
        CPPUNIT_ASSERT(verify({file("x"), "another"}) == Exit::usage);
        CPPUNIT_ASSERT(verify({"--tier", "deepest", file("x")}) == Exit::usage);
        CPPUNIT_ASSERT(verify({"--colour", file("x")}) == Exit::usage);
    }

    void a_file_that_cannot_be_verified_is_refused()
    {
        CPPUNIT_ASSERT(verify({file("")}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.starts_with("assay verify: "));
        CPPUNIT_ASSERT(verify({file(std::string(200'001, 'a'))}) == Exit::usage);
        CPPUNIT_ASSERT_THROW(verify({folder.file("nothing")}), std::exception);
        CPPUNIT_ASSERT_THROW(verify({file(std::string(2'000'000, 'a'))}), std::exception);
    }

    void exits_tell_verdicts_apart()
    {
        CPPUNIT_ASSERT(verify({file("45 of 120 people asked (37.5%) agreed.")}) == Exit::ok);
        CPPUNIT_ASSERT(verify({file(k_wrong)}) == Exit::doubtful);
        CPPUNIT_ASSERT(verify({file("The sum of 4, 8 and 12 is 250.")}) == Exit::error);
        CPPUNIT_ASSERT(verify({file("Nothing to see here.")}) == Exit::unreachable);
    }

    void piped_it_is_the_artifact()
    {
        const auto made = artifact(k_wrong);
        CPPUNIT_ASSERT_EQUAL(std::string{"verify/2"},
                             std::string{*json::text_member(made.get(), "artifact")});
        CPPUNIT_ASSERT_EQUAL(std::string{"basic"},
                             std::string{*json::text_member(made.get(), "tier")});
    }

    void a_person_reads_line_and_column()
    {
        const auto made = artifact(k_wrong);
        const auto report = cli::verify_report(made.get(), k_wrong, "sales.txt", false);
        CPPUNIT_ASSERT_MESSAGE(report, report.starts_with("sales.txt:2:33: major: "));
        CPPUNIT_ASSERT_MESSAGE(report, report.find("[arith.sum]\n"
                                                   "    We sold 1,250, 1,410 and 1,395: 4,155 in "
                                                   "total.\n"
                                                   "                                    ^^^^^\n") !=
                                           std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("4055") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("\nCAUTION, score 80. ") != std::string::npos);
    }

    void an_earlier_artifact_is_read_too()
    {
        const auto made = json::parse(
            R"({"artifact":"verify/1","verdict":"CAUTION","score":80,"findings":[{"check":)"
            R"("arith.sum","title":"Off","reasoning":"12 gives 24.","suggestion":"Say 24.",)"
            R"("final":{"severity":"major","status":"standing"},"spans":[{"byte_end":17,)"
            R"("byte_start":13,"col":1,"line":2,"start":13}]}],"summary":{"text":"One."}})");
        const auto report = cli::verify_report(made->get(), k_wrong, "f", false);
        CPPUNIT_ASSERT_MESSAGE(report, report.starts_with("f:2:1: major: Off [arith.sum]\n"));
        CPPUNIT_ASSERT_MESSAGE(report, report.ends_with("\nCAUTION, score 80. One.\n"));
        CPPUNIT_ASSERT(cli::exit_of_verdict(made->get()) == Exit::doubtful);
    }

    void sources_are_for_the_tiers_that_take_them()
    {
        const std::string source = folder.file("source");
        base::replace_file(source, "In May the firm sold 35 cars.", 0644);
        const auto text = file("The firm sold 37 cars in May.");
        CPPUNIT_ASSERT(verify({"--tier", "basic", "--source", source, text}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("standard and deep") != std::string::npos);
        CPPUNIT_ASSERT(verify({"--source"}) == Exit::usage);
        CPPUNIT_ASSERT_THROW(verify({"--source", folder.file("nothing"), text}), std::exception);
        std::vector<std::string> many{text};
        for (int i = 0; i < 21; ++i) many.insert(many.end(), {"--source", source});
        CPPUNIT_ASSERT(verify(many) == Exit::usage);
        CPPUNIT_ASSERT(verify({"--source", source, text}) == Exit::doubtful);
        CPPUNIT_ASSERT(verify({"--tier=deep", "--source", source, text}) == Exit::doubtful);
    }

    void a_person_reads_what_the_sources_say()
    {
        const std::string source = folder.file("report.txt");
        base::replace_file(source, "In May the firm sold 35 cars.\x1b[2J", 0644);
        const std::string text = "The firm sold 37 cars in May [1]. Bees like the old garden.";
        verify({"--source", source, "--source", "http://127.0.0.1:9/page", file(text)});
        const auto made = json::parse(out);
        CPPUNIT_ASSERT_MESSAGE(out + err, made.has_value());
        const auto report = cli::verify_report(made->get(), text, "a.txt", false);
        for (const std::string_view part :
             {"a.txt:1:15: major: ", "[source.number]\n", "source 1 (report.txt) says \"35\"",
              "With the 2 sources given: 1 contradicted, 1 not found.\n",
              "Source 2 was not read: http://127.0.0.1:9/page, refused\n"})
            CPPUNIT_ASSERT_MESSAGE(report, report.find(part) != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find('\x1b') == std::string::npos);
    }

    void colours_are_only_there_when_asked_for()
    {
        const auto made = artifact(k_wrong);
        const auto plain = cli::verify_report(made.get(), k_wrong, "f", false);
        const auto coloured = cli::verify_report(made.get(), k_wrong, "f", true);
        CPPUNIT_ASSERT(plain.find('\x1b') == std::string::npos);
        CPPUNIT_ASSERT(coloured.find("\x1b[1;31mmajor\x1b[0m") != std::string::npos);
    }

    void a_terminal_gets_no_control_characters()
    {
        const std::string hostile =
            "\x1b]0;owned\x07 \xc2\x9b\x33\x31m \xe2\x80\xae The sum of 4, 8 and 12 is 250.";
        const auto made = artifact(hostile);
        const auto report = cli::verify_report(made.get(), hostile, "a\x1b[31mfile\n.txt", false);
        for (const std::string_view bad : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae", "\r"})
            CPPUNIT_ASSERT_MESSAGE(report, report.find(bad) == std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.starts_with("a?[31mfile?.txt:1:"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerifyVerbTest);

} // namespace
