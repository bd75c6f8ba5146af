// `assay synthesize`: what it refuses, what its exit says, and what a person at a terminal reads.
#include "cli/synthesis_report.hpp"

#include "base/fd.hpp"
#include "base/json.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <vector>

namespace {

namespace json = base::json;
using cli::Exit;

class SynthesizeVerbTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SynthesizeVerbTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(files_are_merged);
    CPPUNIT_TEST(a_person_reads_who_says_what);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string out;
    std::string err;

    Exit synthesize(const std::vector<std::string>& words)
    {
        std::vector<std::string_view> views{"synthesize"};
        for (const std::string& word : words) views.push_back(word);
        const support::QuietOutput quiet;
        const Exit exit = cli::run(views);
        out = quiet.out();
        err = quiet.err();
        return exit;
    }

    std::string file(const std::string& name, std::string_view text)
    {
        std::string path = folder.file(name);
        base::replace_file(path, text, 0644);
        return path;
    }

public:
    void wrong_words_are_usage()
    {
        const auto good = file("a.txt", "The bridge is closed.");
        CPPUNIT_ASSERT(synthesize({}) == Exit::usage);
        CPPUNIT_ASSERT(synthesize({"--query", "?"}) == Exit::usage);
        CPPUNIT_ASSERT(synthesize({good}) == Exit::usage);
        CPPUNIT_ASSERT(synthesize({"--query", "", good}) == Exit::usage);
        CPPUNIT_ASSERT(synthesize({"--query", "?", file("blank.txt", " ")}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.starts_with("assay synthesize: ") &&
                                        err.find("blank.txt: ") != std::string::npos);
        CPPUNIT_ASSERT(synthesize({"--query", "?", file("latin.txt", "Caf\xe9")}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.ends_with("latin.txt is not text in UTF-8\n"));
        CPPUNIT_ASSERT_THROW(synthesize({"--query", "?", folder.file("nothing")}), std::exception);
    }

    void files_are_merged()
    {
        const auto a =
            file("a.txt", "The Miller Bridge was closed on Monday after a barge hit it.");
        const auto b = file("b.txt", "A barge hit the Miller Bridge, which was closed on Monday.");
        CPPUNIT_ASSERT(synthesize({"--query", "What closed the Miller Bridge?", a, b}) !=
                       Exit::unreachable);
        const auto artifact = json::parse(out);
        CPPUNIT_ASSERT_MESSAGE(out, artifact.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"synthesis/2"},
                             std::string{*json::text_member(artifact->get(), "artifact")});
        synthesize({"--query", "What closed the Miller Bridge?", "--brief", a, b});
        CPPUNIT_ASSERT_MESSAGE(out, out.find("brief/2") != std::string::npos);
        CPPUNIT_ASSERT(synthesize({"--query", "Who won the chess match in Oslo?", a}) ==
                       Exit::unreachable);
    }

    void a_person_reads_who_says_what()
    {
        const auto a = file("a.txt", "The Miller Bridge in Kelso will cost 4.2 million dollars.");
        const auto b = file("b\x1b[2J.txt", "The Miller Bridge in Kelso will cost 6.8 million "
                                            "dollars.");
        synthesize({"--query", "What will the Miller Bridge cost?", a, b});
        const auto artifact = json::parse(out);
        const auto report = cli::synthesis_report(artifact->get());
        CPPUNIT_ASSERT_MESSAGE(report, report.starts_with("CONTESTED, confidence 0."));
        CPPUNIT_ASSERT_MESSAGE(report,
                               report.find("4.2 million dollars. [S1]") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("\ndiffer: ") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("4.2 million dollars / 6.8 million dollars") !=
                                           std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("\nS1  a.txt, used\n") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find('\x1b') == std::string::npos);
        synthesize({"--query", "When will the Miller Bridge open?", a, b});
        const auto unanswered = cli::synthesis_report(json::parse(out)->get());
        CPPUNIT_ASSERT_MESSAGE(
            unanswered,
            unanswered.find("not answered: When will the Miller Bridge open: Not "
                            "sure: none of the lines was recognized") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SynthesizeVerbTest);

} // namespace
