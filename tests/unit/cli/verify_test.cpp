// `assay verify`: what it refuses, what its exit says, and what a person at a terminal reads.
#include "cli/verify_report.hpp"

#include "base/fd.hpp"
#include "base/json.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <unistd.h>

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
    CPPUNIT_TEST(a_dash_reads_the_standard_input);
    CPPUNIT_TEST(a_page_that_cannot_be_read_is_no_verdict);
    CPPUNIT_TEST(a_person_reads_line_and_column);
    CPPUNIT_TEST(an_earlier_artifact_is_read_too);
    CPPUNIT_TEST(sources_are_for_the_tiers_that_take_them);
    CPPUNIT_TEST(what_is_wrong_with_a_source_is_told_with_its_name);
    CPPUNIT_TEST(a_person_reads_what_the_sources_say);
    CPPUNIT_TEST(a_secret_of_a_source_is_masked);
    CPPUNIT_TEST(a_source_gives_a_terminal_no_orders);
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

    std::string source(const std::string& name, std::string_view text)
    {
        std::string path = folder.file(name);
        base::replace_file(path, text, 0644);
        return path;
    }

    std::string file(std::string_view text) { return source("text", text); }

    // Without colours, of the file "a.txt".
    std::string report_with(const std::vector<std::string>& sources, std::string_view text)
    {
        std::vector<std::string> words{file(text)};
        for (const auto& each : sources) words.insert(words.end(), {"--source", each});
        verify(words);
        const auto made = json::parse(out);
        CPPUNIT_ASSERT_MESSAGE(out + err, made.has_value());
        return cli::verify_report(made->get(), text, "a.txt", false);
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
        CPPUNIT_ASSERT_EQUAL(std::string{"verify/3"},
                             std::string{*json::text_member(made.get(), "artifact")});
        CPPUNIT_ASSERT_EQUAL(std::string{"basic"},
                             std::string{*json::text_member(made.get(), "tier")});
    }

    void a_dash_reads_the_standard_input()
    {
        const base::Fd terminal{::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)};
        const auto exit_of = [&](std::string_view text) {
            const base::Fd input{::open(file(text).c_str(), O_RDONLY | O_CLOEXEC)};
            CPPUNIT_ASSERT(::dup2(input.get(), STDIN_FILENO) == STDIN_FILENO);
            const Exit exit = verify({"-"});
            CPPUNIT_ASSERT(::dup2(terminal.get(), STDIN_FILENO) == STDIN_FILENO);
            return exit;
        };
        CPPUNIT_ASSERT(exit_of("The sum of 4, 8 and 12 is 250.") == Exit::error);
        CPPUNIT_ASSERT(exit_of("\xff\x01") == Exit::usage);
        CPPUNIT_ASSERT_EQUAL(std::string{"assay verify: the input is not text\n"}, err);
        CPPUNIT_ASSERT(exit_of("Caf\xe9: the sum of 4, 8 and 12 is 250.") == Exit::error);
        CPPUNIT_ASSERT_MESSAGE(err, err.starts_with("assay: note: the input is not UTF-8"));
    }

    void a_page_that_cannot_be_read_is_no_verdict()
    {
        CPPUNIT_ASSERT(verify({"http://127.0.0.1:9/page"}) == Exit::unreachable);
        CPPUNIT_ASSERT_EQUAL(std::string{"assay verify: http://127.0.0.1:9/page could not be read: "
                                         "host_not_usable\n"},
                             err);
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
        CPPUNIT_ASSERT_MESSAGE(report, report.find("4,055") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("\nCAUTION, score 60. ") != std::string::npos);
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
        json::set(made->get(), "verdict", json::value("UNDISPUTED"));
        CPPUNIT_ASSERT(cli::exit_of_verdict(made->get()) == Exit::undisputed);
    }

    void sources_are_for_the_tiers_that_take_them()
    {
        const auto report = source("report.txt", "In May the firm sold 35 cars.");
        const auto text = file("The firm sold 37 cars in May.");
        CPPUNIT_ASSERT(verify({"--tier", "basic", "--source", report, text}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("standard and deep") != std::string::npos);
        CPPUNIT_ASSERT(verify({"--source"}) == Exit::usage);
        CPPUNIT_ASSERT_THROW(verify({"--source", folder.file("nothing"), text}), std::exception);
        std::vector<std::string> many{text};
        for (int i = 0; i < 21; ++i) many.insert(many.end(), {"--source", report});
        CPPUNIT_ASSERT(verify(many) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("--source is given more than 20 times") !=
                                        std::string::npos);
        CPPUNIT_ASSERT(verify({"--source", report, text}) == Exit::doubtful);
        CPPUNIT_ASSERT(verify({"--tier=deep", "--source", report, text}) == Exit::doubtful);
    }

    void what_is_wrong_with_a_source_is_told_with_its_name()
    {
        const auto good = source("good.txt", "In May the firm sold 35 cars.");
        const auto text = file("The firm sold 37 cars in May.");
        const auto blank = source("blank.txt", " \n");
        CPPUNIT_ASSERT(verify({"--source", good, "--source", blank, text}) == Exit::usage);
        CPPUNIT_ASSERT_EQUAL("assay verify: " + blank + ": Input should have something to read\n",
                             err);
        const auto picture = source("picture", "\x01\xe9 sold 35 cars.");
        CPPUNIT_ASSERT(verify({"--source", good, "--source", picture, text}) == Exit::usage);
        CPPUNIT_ASSERT_EQUAL("assay verify: " + picture + " is not text\n", err);
        CPPUNIT_ASSERT(verify({"--source", good, picture}) == Exit::usage);
        CPPUNIT_ASSERT_EQUAL("assay verify: " + picture + " is not text\n", err);
        CPPUNIT_ASSERT_THROW(verify({"--source", "ftp://example.org/a", text}), std::exception);
    }

    void a_person_reads_what_the_sources_say()
    {
        const std::string text = "The firm sold 37 cars in May [1]. Bees like the old garden.";
        const auto report =
            report_with({source("report.txt", "In May the firm sold 35 cars. It was a mild month."),
                         "http://127.0.0.1:9/page"},
                        text);
        for (const std::string_view part :
             {"a.txt:1:15: major: ", "[source.number]\n",
              "source 1 (report.txt) says \"35\": \"In May the firm sold 35 cars.\"",
              " With the 2 sources given: 1 contradicted, 0 verbatim, 0 mentioned, 1 not found",
              "Source 2 was not read: http://127.0.0.1:9/page, refused (host_not_usable)\n"})
            CPPUNIT_ASSERT_MESSAGE(report, report.find(part) != std::string::npos);
    }

    void a_secret_of_a_source_is_masked()
    {
        const std::string secret = "ghp_a8Kd93mZqP02LxVt7RwYb5NcH4sJfE61UgTo";
        const auto report = report_with(
            {source("report.txt", "In May the firm sold 35 cars with the token " + secret + ".")},
            "The firm sold 37 cars in May.");
        CPPUNIT_ASSERT_MESSAGE(report, report.find("\"In May the firm sold 35 cars with the token "
                                                   "ghp_\u2026 (40 characters, sha256 ") !=
                                           std::string::npos);
        for (const std::string& all : {report, out})
            CPPUNIT_ASSERT_MESSAGE(all, all.find(secret.substr(4, 8)) == std::string::npos);
    }

    void a_source_gives_a_terminal_no_orders()
    {
        const auto report = report_with(
            {source("re\x1b[31mport\n.txt", "In May \x1b[2Jthe firm\x07 sold 35\xc2\x9b\x33m "
                                            "cars\xe2\x80\xae and\xd8\x9c \xe2\x81\xa6vans, "
                                            "10\xe2\x81\xb6 of them.")},
            "The firm sold 37 cars in May.");
        CPPUNIT_ASSERT_MESSAGE(report, report.find("source 1 (re?[31mport?.txt) says") !=
                                           std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report,
                               report.find("In May ?[2Jthe firm? sold") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("10\xe2\x81\xb6 of them") != std::string::npos);
        for (const std::string_view bad :
             {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae", "\xd8\x9c", "\xe2\x81\xa6"})
            CPPUNIT_ASSERT_MESSAGE(report, report.find(bad) == std::string::npos);
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
