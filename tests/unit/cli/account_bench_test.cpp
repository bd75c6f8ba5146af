// What a bench of accounts counts of what a model wrote, by a log of what a scripted one said.
#include "cli/account_bench.hpp"

#include "base/concat.hpp"
#include "cli/account_page.hpp"
#include "llm/edition.hpp"
#include "sources/material.hpp"
#include "support/scripted_model.hpp"
#include "support/temp_dir.hpp"
#include "synthesize/synthesize.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;

constexpr std::string_view k_towns =
    R"({"query": "What does Tarn have?", "sources": [{"title": "Guide", "published": "2026-03-11",)"
    R"( "text": "Tarn has 12 bridges. Tarn has 13 schools. Tarn has 14 mills."}]})"
    "\n"
    R"({"query": "What does Lorne have?", "sources": [{"text": "Lorne has 12 bridges."}]})"
    "\n";

struct Line {
    std::string_view stands;
    std::string_view written;
};

std::string written_of(const std::string& material, const std::vector<Line>& lines)
{
    auto sentences = json::array();
    for (const auto& line : lines) {
        const auto at = material.find(line.stands);
        if (at == std::string::npos) continue;
        const auto begin = material.rfind('\n', at) + 1;
        const auto number = std::stoi(material.substr(material.find('|', begin) + 1));
        json::append(
            sentences.get(),
            json::object("why", "", "kind", "context", "text", line.written, "quotes",
                         json::array(json::object("sentence", number, "exact", line.stands))));
    }
    return json::dump(
        json::object("sentences", std::move(sentences), "unanswered", json::array()).get());
}

// One sentence is good, one when it is asked for once more, one never; of Lorne it says nothing.
std::string answer(const llm::Question& question)
{
    if (question.material.find("Lorne has") != std::string::npos) return "I cannot.";
    if (question.task == llm::k_account_prompts[0])
        return written_of(question.material, {{"Tarn has 12 bridges.", "Tarn has 12 bridges."},
                                              {"Tarn has 13 schools.", "Tarn has 99 schools."},
                                              {"Tarn has 14 mills.", "Tarn has 99 mills."}});
    return written_of(question.material, {{"Tarn has 13 schools.", "Tarn has 13 schools."},
                                          {"Tarn has 14 mills.", "Tarn has 98 mills."}});
}

class AccountBenchTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AccountBenchTest);
    CPPUNIT_TEST(what_is_refused_is_counted_and_not_judged);
    CPPUNIT_TEST(marks_that_turn_a_line_are_seen);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;

    // What the bench has shown of the towns.
    cli::AccountBench shown()
    {
        cli::AccountSet set;
        set.name = "towns";
        CPPUNIT_ASSERT(cli::add_topics(k_towns, set));
        const auto path = folder.file("log");
        const cli::BenchHead head{"editor",
                                  set.name,
                                  set.sha256(),
                                  "2026-11-29",
                                  {llm::k_account_prompts, llm::k_account_gate}};
        auto log = cli::BenchLog::resume(path, head, false);
        CPPUNIT_ASSERT(log);
        for (std::size_t i = 0; i < set.topics.size(); ++i) {
            const json_t* topic_view = set.topics[i].get();
            tests::ScriptedModel model{answer};
            llm::Consultation consultation{model, tests::test_settings()};
            synthesize::synthesize(
                {tests::text_of(topic_view, "query"), sources::materials_of(topic_view, nullptr)},
                &consultation);
            log->add(concat('T', i + 1), "none", {llm::transcript_json(consultation)});
        }
        auto replayed = cli::BenchLog::replay(path, head);
        CPPUNIT_ASSERT(replayed);
        const auto text = cli::measure_accounts({}, set, *replayed, [](const auto&) {});
        CPPUNIT_ASSERT_MESSAGE(text ? "" : text.error().why, text);
        auto bench = cli::parse_account_bench(*text);
        CPPUNIT_ASSERT_MESSAGE(bench ? "" : bench.error(), bench);
        return std::move(*bench);
    }

public:
    void what_is_refused_is_counted_and_not_judged()
    {
        const auto bench = shown();
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"topics":2,"without_account":1,"edited_at_first":1,"rewritten":1,)"
                        R"("quoted":1,"refused":{"number":2},)"
                        R"("median_ms":0})"},
            json::dump(json::object_member(bench.whole.get(), "counts")));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, bench.to_judge.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3},
                             json_array_size(json::array_member(bench.whole.get(), "sentences")));
        const auto page = cli::account_page(bench);
        CPPUNIT_ASSERT(page.find("13 schools") != std::string::npos);
        CPPUNIT_ASSERT(page.find("14 mills") == std::string::npos);
        CPPUNIT_ASSERT(page.find("Guide</bdi>, <bdi>2026-03-11") != std::string::npos);
    }

    void marks_that_turn_a_line_are_seen()
    {
        auto bench = shown();
        const auto turned = json::object("id", "T9.A1", "query", "?", "text",
                                         "It has \u202e21 wells.", "quotes", json::array());
        bench.to_judge = {turned.get()};
        CPPUNIT_ASSERT(cli::account_page(bench).find("It has ?21 wells.") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AccountBenchTest);

} // namespace
