// `assay correlate`: what it refuses, what its exit says, and what a person at a terminal reads.
#include "cli/correlate_report.hpp"

#include "base/fd.hpp"
#include "base/json.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <vector>

namespace {

namespace json = base::json;
using cli::Exit;

class CorrelateVerbTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CorrelateVerbTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(what_is_no_stream_is_refused_with_its_file_and_place);
    CPPUNIT_TEST(files_are_compared);
    CPPUNIT_TEST(too_little_is_told_by_the_exit);
    CPPUNIT_TEST(a_person_reads_the_conclusion_and_its_numbers);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string out;
    std::string err;

    Exit correlate(const std::vector<std::string>& words)
    {
        std::vector<std::string_view> views{"correlate"};
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

    // A step of a day between the lines.
    static std::string csv(const std::string& head, const std::vector<int>& values)
    {
        std::string text = head;
        for (std::size_t i = 0; i < values.size(); ++i)
            text += "2026-03-" + std::string(i < 9 ? "0" : "") + std::to_string(i + 1) + "," +
                    std::to_string(values[i]) + "\n";
        return text;
    }

    static std::vector<int> uneven(int shift)
    {
        std::vector<int> out;
        for (int i = 0; i < 24; ++i) out.push_back((i * i * 7 + i * shift) % 31);
        return out;
    }

public:
    void wrong_words_are_usage()
    {
        const auto good = file("good.csv", csv("", uneven(1)));
        CPPUNIT_ASSERT(correlate({}) == Exit::usage);
        CPPUNIT_ASSERT(correlate({good}) == Exit::usage);
        CPPUNIT_ASSERT(correlate({good, good, good}) == Exit::usage);
        CPPUNIT_ASSERT(correlate({"--colour", good, good}) == Exit::usage);
        CPPUNIT_ASSERT(correlate({"--alpha", "none", good, good}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("0.001 to 0.2") != std::string::npos);
        CPPUNIT_ASSERT(correlate({"--timeframe", "last week", good, good}) == Exit::usage);
        CPPUNIT_ASSERT(correlate({"--aggregate", "max", good, good}) == Exit::usage);
    }

    void what_is_no_stream_is_refused_with_its_file_and_place()
    {
        const auto good = file("good.csv", csv("", uneven(1)));
        const auto bad = file("bad.csv", "day,visits\n2026-03-01,12\nyesterday,13\n");
        CPPUNIT_ASSERT(correlate({good, bad}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("bad.csv: ") != std::string::npos);
        CPPUNIT_ASSERT_THROW(correlate({good, folder.file("nothing")}), std::exception);
    }

    void files_are_compared()
    {
        const auto a = file("cost.csv", csv("", uneven(1)));
        const auto b = file("b.csv", csv("day,visits\n", uneven(1)));
        CPPUNIT_ASSERT_MESSAGE(err, correlate({a, b}) == Exit::ok);
        const auto artifact = json::parse(out);
        CPPUNIT_ASSERT_MESSAGE(out, artifact.has_value());
        const json_t* streams_view = json::object_member(artifact->get(), "streams");
        CPPUNIT_ASSERT_EQUAL(
            std::string{"cost"},
            std::string{*json::text_member(json::object_member(streams_view, "a"), "name")});
        CPPUNIT_ASSERT_EQUAL(
            std::string{"visits"},
            std::string{*json::text_member(json::object_member(streams_view, "b"), "name")});
        const json_t* conclusion_view = json::object_member(artifact->get(), "conclusion");
        CPPUNIT_ASSERT_EQUAL(std::string{"positive"},
                             std::string{*json::text_member(conclusion_view, "relation")});
    }

    void too_little_is_told_by_the_exit()
    {
        const auto few = file("few.csv", csv("", {1, 2, 3}));
        CPPUNIT_ASSERT(correlate({few, few}) == Exit::unreachable);
    }

    void a_person_reads_the_conclusion_and_its_numbers()
    {
        const auto a = file("a\x1b[2Jx.csv", csv("", uneven(1)));
        correlate({a, file("b.csv", csv("", uneven(1)))});
        const auto artifact = json::parse(out);
        const auto report = cli::correlate_report(artifact->get());
        CPPUNIT_ASSERT_MESSAGE(report, report.starts_with("positive, strong, confidence "));
        CPPUNIT_ASSERT_MESSAGE(report,
                               report.find("\n  pearson   r = 1, p = ") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find("\n  best of ") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(report, report.find('\x1b') == std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CorrelateVerbTest);

} // namespace
