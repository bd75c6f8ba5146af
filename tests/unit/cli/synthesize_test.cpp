// `assay synthesize`: what it refuses, what its exit says, and what a person at a terminal reads.
#include "cli/synthesis_report.hpp"

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

class SynthesizeVerbTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SynthesizeVerbTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(files_are_merged);
    CPPUNIT_TEST(a_model_is_asked_where_there_is_one);
    CPPUNIT_TEST(each_verdict_has_its_exit);
    CPPUNIT_TEST(a_person_reads_who_says_what);
    CPPUNIT_TEST(a_brief_tells_nothing_twice);
    CPPUNIT_TEST(what_only_pages_have_is_told);
    CPPUNIT_TEST(an_account_is_told_first_with_its_quotes);
    CPPUNIT_TEST(a_model_that_wrote_nothing_is_told_of);
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
        CPPUNIT_ASSERT(synthesize({"--query", "?", file("picture", "\x01\xe9")}) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.ends_with("picture is not text\n"));
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
        CPPUNIT_ASSERT_EQUAL(std::string{"synthesis/3"},
                             std::string{*json::text_member(artifact->get(), "artifact")});
        synthesize({"--query", "What closed the Miller Bridge?", "--brief", a, b});
        CPPUNIT_ASSERT_MESSAGE(out, out.find("brief/3") != std::string::npos);
        CPPUNIT_ASSERT(synthesize({"--query", "Who won the chess match in Oslo?", a}) ==
                       Exit::doubtful);
    }

    void a_model_is_asked_where_there_is_one()
    {
        const auto a = file("a.txt", "The Miller Bridge is closed.");
        CPPUNIT_ASSERT(synthesize({"--query", "?", "--transcript=x", a}) == Exit::usage);
        const auto none = file("none.toml", "[service]\n");
        CPPUNIT_ASSERT(synthesize({"--query", "?", "--model", "--config", none, a}) != Exit::ok);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("no model is configured") != std::string::npos);
        synthesize({"--query", "Is the Miller Bridge closed?", a});
        CPPUNIT_ASSERT_MESSAGE(out, out.find("\"llm\":null") != std::string::npos);
    }

    void each_verdict_has_its_exit()
    {
        const std::pair<std::string_view, Exit> rows[] = {
            {"CORROBORATED", Exit::ok},   {"CONTESTED", Exit::doubtful},
            {"CHANGED", Exit::doubtful},  {"SINGLE_SOURCE", Exit::doubtful},
            {"NOT_SURE", Exit::doubtful}, {"INSUFFICIENT", Exit::unreachable},
        };
        for (const auto& [verdict, exit] : rows)
            CPPUNIT_ASSERT(cli::exit_of_synthesis(json::object("verdict", verdict).get()) == exit);
        CPPUNIT_ASSERT(!cli::exit_of_synthesis(json::object("verdict", "MIXED").get()));
    }

    void a_person_reads_who_says_what()
    {
        const auto a = file("a.txt", "The Miller Bridge in Kelso will cost 4.2 million dollars.");
        const auto b = file("b\x1b[2J.txt", "The Miller Bridge in Kelso will cost 6.8 million "
                                            "dollars.");
        const auto c = file("c.txt", "Potatoes grow well in sandy soil.");
        synthesize({"--query", "How much will the Miller Bridge cost?", a, b, c});
        const auto report = cli::synthesis_report(json::parse(out)->get());
        CPPUNIT_ASSERT_MESSAGE(
            report, report.starts_with("CONTESTED. Not sure. Nearest: \u201cThe Miller"));
        expect_in_order(report,
                        {": first lines like this one were right in ", " public questions\n",
                         "\nNearest to the question:\n", "S1  undated  a.txt\n", " %  \u201cThe",
                         "S2  undated  b?[2J.txt\n", "will cost 6.8 million dollars.\u201d\n",
                         "S3  undated  c.txt\n    It shares no word with the question.\n",
                         "\nValues in these lines:\n",
                         "  4.2 million dollars (S1, undated): 1 independent source\n",
                         "\nDiffers:\n", "    4.2 million dollars: 1 independent source\n",
                         "      S2, undated: \u201cThe Miller Bridge", "\nSources:\n",
                         "  S1  a.txt, used\n"});
        CPPUNIT_ASSERT_MESSAGE(report, report.find('\x1b') == std::string::npos);
    }

    void a_brief_tells_nothing_twice()
    {
        const auto a = file("a.txt", "The Miller Bridge opens on 3 May 2027. The council said so.");
        synthesize({"--query", "When will the Miller Bridge open to lorries?", "--brief", a});
        const auto report = cli::synthesis_report(json::parse(out)->get());
        expect_in_order(report,
                        {"\nWords of the question:\n", "The word \"lorries\" stands in",
                         "(looked for: ", "\nPositions:\n", "\nChanged:\n", "\nSources:\n"});
        for (const std::string_view once : {"\nSources:\n", "\"lorries\"", "\u201clorries"})
            CPPUNIT_ASSERT_MESSAGE(report, report.find(once) == report.rfind(once));
        CPPUNIT_ASSERT_MESSAGE(report, report.find("\u201clorries") == std::string::npos);
    }

    // Rows that files cannot bring about: dates, pages that were not read, copies.
    void what_only_pages_have_is_told()
    {
        const auto artifact = json::parse(R"({"verdict": "INSUFFICIENT", "answer": null,
            "ballot": [
                {"source": "S2", "published": "2026-03-11T06:00:00Z", "lines": [
                    {"id": "L1", "quote": "Quoted\n\twell.", "share": null}], "reason": null},
                {"source": "S4", "published": null, "lines": [
                    {"id": "L2", "quote": "Quoted well.", "share": null, "same_as": "L1"}],
                 "reason": null},
                {"source": "S1", "published": null, "lines": [], "reason": "not_read"},
                {"source": "S3", "published": null, "lines": [], "reason": "low_share"}],
            "differs": [{"about": "price", "is_update": true, "sides": []}],
            "copies": [{"source": "S3", "of": ["S1", "S2"]}],
            "sources": [
                {"id": "S1", "url": "https://a.example/", "status": "refused",
                 "reason": "not_in_time", "flags": []},
                {"id": "S2", "title": "Paper", "status": "used", "reason": null,
                 "flags": ["inject.override"]}],
            "scope": "Scope."})");
        const auto report = cli::synthesis_report(artifact->get());
        expect_in_order(
            report, {"INSUFFICIENT. Nothing could be read.\n",
                     "S2  2026-03-11  Paper\n       -  \u201cQuoted  well.\u201d\n",
                     "S4  undated\n       -  the same as S2\n",
                     "S1  undated  https://a.example/\n    It could not be read: not_in_time.\n",
                     "S3  undated\n    Its nearest lines are below 15 %.\n",
                     "  price: a later source tells a later state\n",
                     "  S2  Paper, used, inject.override\n", "  S3 has mostly the text of S1, S2\n",
                     "\nScope.\n"});
    }

    void an_account_is_told_first_with_its_quotes()
    {
        const auto artifact = json::parse(R"json({"verdict": "CHANGED",
            "answer": {"text": "Adults pay 7 euros.", "form": "edited", "quotes": [],
                       "sources": []},
            "account": {"sentences": [
                {"id": "A1", "kind": "answer", "form": "edited",
                 "text": "Adults pay\u001b[2J 7 euros.", "quotes": [
                    {"source": "S2", "published": "2026-03-11", "quote": "Adults will pay 7"},
                    {"source": "S1", "published": null, "quote": "\u001b[2Jeuros."}]},
                {"id": "A2", "kind": "watch", "form": "quoted",
                 "text": "\u201cIt leaves at six.\u201d", "quotes": [
                    {"source": "S1", "published": null, "quote": "It leaves at six."}]},
                {"id": "A3", "kind": "limit", "form": "edited", "text": "Not on Sundays.",
                 "quotes": []}],
             "unanswered": ["cost"], "statement": "Edited by M\u001b."},
            "ballot": [{"source": "S1", "published": null, "lines": [], "reason": "low_share"}],
            "sections": [{"id": "watch", "title": "Watch", "items": [
                {"text": "\u201cIt leaves at six.\u201d", "quotes": []},
                {"text": "\u201cIt leaves at six.\u201d (S1, undated)", "quotes": []}],
                "note": null}],
            "scope": "Scope."})json");
        const auto report = cli::synthesis_report(artifact->get());
        CPPUNIT_ASSERT_MESSAGE(
            report,
            report.starts_with("CHANGED. Account:\n"
                               "  edited  Adults pay?[2J 7 euros. [S2, 2026-03-11] [S1, undated]\n"
                               "          S2: \u201cAdults will pay 7\u201d\n"
                               "          S1: \u201c?[2Jeuros.\u201d\n"
                               "  quoted  \u201cIt leaves at six.\u201d [S1, undated]\n"
                               "  edited  Not on Sundays. [it has no source]\n"
                               "  The writer found no sentence for: cost.\n"
                               "  Edited by M?.\n\n"
                               "Nearest to the question:\n"));
        CPPUNIT_ASSERT_EQUAL(report.find("It leaves"), report.rfind("It leaves"));
        json::set(json_object_get(artifact->get(), "answer"), "form", json::value("quoted"));
        expect_in_order(cli::synthesis_report(artifact->get()),
                        {"CHANGED. Account:\n", "The answer without a model: Adults pay 7 euros.\n",
                         "Nearest to the question:\n"});
    }

    void a_model_that_wrote_nothing_is_told_of()
    {
        const auto artifact = json::parse(R"({"verdict": "NOT_SURE", "answer": null,
            "account": null, "engine": {"degraded": true, "degraded_reason": "model_away"},
            "scope": "Scope."})");
        const auto report = cli::synthesis_report(artifact->get());
        expect_in_order(report, {"NOT_SURE. Not sure",
                                 "Degraded: model_away. A model was asked, and "
                                 "wrote no account.\n\n",
                                 "Scope."});
    }

private:
    static void expect_in_order(const std::string& report,
                                std::initializer_list<std::string_view> parts)
    {
        std::size_t at = 0;
        for (const auto part : parts) {
            const auto found = report.find(part, at);
            CPPUNIT_ASSERT_MESSAGE(base::concat(part, " in ", report), found != std::string::npos);
            at = found;
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SynthesizeVerbTest);

} // namespace
