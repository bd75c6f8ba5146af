// `assay llm bench` with a server on this host: a model that answers our test sentences right and
// points at everything else, and agrees with itself, is closed; what was heard gives the record
// again, and a bench that was interrupted goes on.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "llm/record.hpp"
#include "llm/test_sentences.hpp"
#include "support/bench_record.hpp"
#include "support/claim_reader.hpp"
#include "support/http_server.hpp"
#include "support/temp_dir.hpp"
#include "support/test_sentences.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <regex>

namespace {

namespace json = base::json;
using base::concat;
using support::HttpServer;
using tests::solve;
using tests::Solved;

std::vector<std::string> numbers_in(const std::string& line)
{
    static const std::regex k_number{"\\d+"};
    return {std::sregex_token_iterator{line.begin(), line.end(), k_number}, {}};
}

// Of any other sentence: its last number is the sum of the first two.
Solved made_up(const std::string& line)
{
    const auto numbers = numbers_in(line);
    if (numbers.size() < 2) return {};
    return {numbers.back(), concat('[', numbers[0], "] + [", numbers[1], ']')};
}

json::Ref derived(const std::string& material)
{
    static const std::regex k_line{"S(\\d+)\\| (.*)"};
    auto out = json::array();
    for (std::sregex_iterator at{material.begin(), material.end(), k_line}, end; at != end; ++at) {
        const std::string sentence = (*at)[2];
        const auto solved = solve(sentence).value_or(made_up(sentence));
        if (solved.formula.empty()) continue;
        json::append(out.get(), json::object("why", "it follows", "sentence", std::stoi((*at)[1]),
                                             "quote", solved.stated, "formula", solved.formula));
    }
    return json::object("derived", std::move(out));
}

json::Ref answer_to(int number, const std::string& item)
{
    if (item.find("Objection:") != std::string::npos) {
        static const std::regex k_statement{"A\\| (.*)"};
        std::smatch stated;
        const bool is_ours = std::regex_search(item, stated, k_statement) && solve(stated[1].str());
        return json::object("item", number, "why", "so", "answer", is_ours ? "yes" : "no");
    }
    static const std::regex k_line{"S\\d+\\| (.*____.*)"};
    std::smatch found;
    std::string line;
    if (std::regex_search(item, found, k_line)) line = found[1];
    const auto solved = solve(line).value_or(made_up(line));
    return json::object("item", number, "why", "so", "fill", "formula", "formula", solved.formula,
                        "words", "");
}

std::string liar_says(const std::string& request)
{
    const auto body = json::parse(request.substr(request.find("\r\n\r\n") + 4));
    const json_t* messages_view = json::array_member(body->get(), "messages");
    const std::string material{
        json::text_member(json_array_get(messages_view, 1), "content").value_or("")};
    if (material.starts_with("Statements")) return R"({"clashes":[]})";
    if (material.starts_with("Claim ") || material.find(" E1| ") != std::string::npos)
        return tests::claims_answered(material, {{.claim = "Hollis is taking over Tarn",
                                                  .answer = "contradicted",
                                                  .claim_words = "Hollis is taking over Tarn",
                                                  .source_words = "Hollis will be bought by Tarn",
                                                  .filled = "Hollis will be bought by Tarn"}});
    if (!material.starts_with("Item ")) return json::dump(derived(material).get());
    auto answers = json::array();
    int number = 0;
    for (std::size_t at = 0; at < material.size();) {
        const auto end = std::min(material.find("\nItem ", at), material.size());
        json::append(answers.get(), answer_to(++number, material.substr(at, end - at)));
        at = end + 1;
    }
    return json::dump(json::object("answers", std::move(answers)).get());
}

std::string completion_of(std::string_view content)
{
    return json::dump(
        json::object("model", "liar-1", "choices",
                     json::array(json::object("message",
                                              json::object("role", "assistant", "content", content),
                                              "finish_reason", "stop")))
            .get());
}

bool answer_as_liar(HttpServer::Peer& peer, const std::string& request)
{
    return peer.write(support::http_answer(200, completion_of(liar_says(request))));
}

class LlmBenchTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LlmBenchTest);
    CPPUNIT_TEST(what_a_source_says_is_asked_too);
    CPPUNIT_TEST(a_model_that_points_at_everything_is_closed);
    CPPUNIT_TEST(a_model_that_misses_all_test_sentences_is_soon_dismissed);
    CPPUNIT_TEST(a_model_that_no_answer_of_can_be_used_is_soon_dismissed);
    CPPUNIT_TEST(a_second_bench_of_one_record_is_refused);
    CPPUNIT_TEST(what_another_bench_has_heard_is_kept);
    CPPUNIT_TEST(a_bench_that_was_interrupted_goes_on);
    CPPUNIT_TEST(a_level_holds_for_what_was_measured);
    CPPUNIT_TEST(what_cannot_be_measured_is_refused);
    CPPUNIT_TEST(test_sentences_are_printed);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string record = folder.file("record.json");
    std::string set = folder.file("halls.jsonl");

    struct Ran {
        std::string status; // "exit 1"
        std::string out;
        std::string complaint;
    };
    [[nodiscard]] Ran run(std::vector<std::string> words) const
    {
        const std::string out_file = folder.file("out");
        const base::Fd out{
            ::open(out_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
        words.insert(words.begin(),
                     std::filesystem::read_symlink("/proc/self/exe").replace_filename("assay"));
        const std::string error_file = folder.file("error");
        const base::Fd error{
            ::open(error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
        const pid_t child = base::spawn({.command = std::move(words),
                                         .environment = {},
                                         .descriptors = {-1, out.get(), error.get()}});
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        return {base::describe_wait_status(status), base::read_file(out_file, 1U << 20U),
                base::read_file(error_file, 1U << 20U)};
    }
    [[nodiscard]] Ran ask(const HttpServer& server, const char* what,
                          const std::vector<std::string>& options = {}) const
    {
        base::replace_file(folder.file("assay.toml"),
                           concat("[llm]\nmodel = \"liar\"\nurl = \"", server.url("/v1"),
                                  "\"\nrecord = \"", record, "\"\njob_time = \"5s\"\n"),
                           0600);
        std::vector<std::string> words{"llm", what, "--config", folder.file("assay.toml")};
        if (std::string_view{what} == "bench") words.push_back(set);
        std::ranges::copy(options, std::back_inserter(words));
        return run(std::move(words));
    }
    void is_dismissed(std::string_view content, std::size_t questions) const
    {
        HttpServer server{[&](HttpServer::Peer& peer, const std::string&) {
            return peer.write(support::http_answer(200, completion_of(content)));
        }};
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"}, ask(server, "bench").status);
        CPPUNIT_ASSERT_EQUAL(questions, server.requests().size());
        const auto parsed = llm::parse_record(base::read_file(record, 1U << 20U));
        CPPUNIT_ASSERT(parsed);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"60 of 60 test sentences were answered wrong or not at all: that may be "
                        "100.0 %, and 30.0 % is the most"},
            parsed->reason);
        CPPUNIT_ASSERT(parsed->level() == llm::Level::none);
    }
    void write_set(int twins) const
    {
        std::string rows = "{\"set\":\"halls\"}\n";
        for (int i = 0; i < twins; ++i)
            rows += concat(
                R"({"id":")", i, R"(","kind":"sum","quote":"45 lamps","wrong":)",
                R"("The hall has 12 benches, 31 doors and 45 lamps. It opens at noon.","right":)",
                R"("The hall has 12 benches, 31 doors and 46 lamps. It opens at noon."})", '\n');
        base::replace_file(set, rows, 0600);
    }

public:
    void setUp() override { write_set(200); }

    void what_a_source_says_is_asked_too()
    {
        HttpServer server{answer_as_liar};
        const auto rows = [&](std::string_view source) {
            write_set(200);
            const auto halls = base::read_file(set, 1U << 20U);
            const auto end = halls.find('\n') + 1;
            base::replace_file(
                set,
                concat(halls.substr(0, end),
                       R"({"id":"s","kind":"source","quote":"Hollis is taking over Tarn","wrong":)",
                       R"("Hollis is taking over Tarn, it is said. Both make pumps.","right":)",
                       R"("Tarn is taking over Hollis, it is said. Both make pumps.","sources":[)",
                       source, "]}\n", halls.substr(end)),
                0600);
        };
        rows(R"({"url":"https://example.com/pumps"})");
        const auto refused = ask(server, "bench");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, refused.status);
        CPPUNIT_ASSERT(refused.complaint.find("line 2 is no case") != std::string::npos);
        rows(R"({"text":"Hollis will be bought by Tarn, the pump makers said."})");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"}, ask(server, "bench").status);
        const auto bytes = base::read_file(record, 1U << 20U);
        const auto parsed = llm::parse_record(bytes);
        CPPUNIT_ASSERT(parsed);
        // With the hall whose right text it takes for wrong.
        CPPUNIT_ASSERT((parsed->figures.found == llm::Share{2, 2}));
        CPPUNIT_ASSERT((parsed->figures.alarmed == llm::Share{1, 2}));
        CPPUNIT_ASSERT_EQUAL(bytes,
                             run({"llm", "bench", "--replay", record + ".transcripts", set}).out);
    }

    void a_model_that_points_at_everything_is_closed()
    {
        HttpServer server{answer_as_liar};
        const auto told = ask(server, "check").out;
        CPPUNIT_ASSERT(told.find("record      none: ") != std::string::npos);
        CPPUNIT_ASSERT(told.find("accounts    none until") != std::string::npos);
        const auto ran = ask(server, "bench");
        CPPUNIT_ASSERT_EQUAL_MESSAGE(ran.out, std::string{"exit 1"}, ran.status);
        const auto bytes = base::read_file(record, 1U << 20U);
        const auto parsed = llm::parse_record(bytes);
        CPPUNIT_ASSERT(parsed);
        CPPUNIT_ASSERT(parsed->level() == llm::Level::none);
        CPPUNIT_ASSERT_MESSAGE(
            bytes, parsed->reason.starts_with("it found errors in 1 of 200 right texts"));
        CPPUNIT_ASSERT_EQUAL(std::string{"liar-1"}, parsed->reported_model);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, parsed->figures.missed.part);
        CPPUNIT_ASSERT(ask(server, "check").out.find("record      level none") !=
                       std::string::npos);
        // The same bytes without a server, and no others from less.
        const std::string kept = record + ".transcripts";
        const auto again = run({"llm", "bench", "--replay", kept, set});
        CPPUNIT_ASSERT_EQUAL(bytes, again.out);
        auto less = base::read_file(kept, 1U << 24U);
        less.resize(less.rfind('\n', less.size() - 2) + 1);
        base::replace_file(kept, less, 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"},
                             run({"llm", "bench", "--replay", kept, set}).status);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, run({"llm", "bench", "--replay", kept}).status);
    }

    void a_model_that_misses_all_test_sentences_is_soon_dismissed()
    {
        // Six test sentences in the two questions about each of ten texts.
        is_dismissed(R"({"derived":[]})", 20);
    }

    void a_model_that_no_answer_of_can_be_used_is_soon_dismissed()
    {
        is_dismissed("Sentences, each behind the mark", 60);
    }

    void a_second_bench_of_one_record_is_refused()
    {
        HttpServer server{answer_as_liar};
        const std::string path = record + ".lock";
        base::Fd held{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
        CPPUNIT_ASSERT_EQUAL(0, ::flock(held.get(), LOCK_EX));
        const auto refused = ask(server, "bench");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, refused.status);
        CPPUNIT_ASSERT(refused.complaint.find("another bench is writing " + record) !=
                       std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, server.requests().size());
        held = base::Fd{};
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"}, ask(server, "bench").status);
    }

    void what_another_bench_has_heard_is_kept()
    {
        HttpServer server{answer_as_liar};
        const std::string partial = record + ".partial";
        const std::string other = R"({"date":"2026-11-02","format":"assay-llm-bench/1",)"
                                  R"("model":"large","set":"halls"})"
                                  "\n{}\n";
        for (const auto& there : {other, std::string{"a letter\n"}}) {
            base::replace_file(partial, there, 0600);
            const auto refused = ask(server, "bench");
            CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, refused.status);
            CPPUNIT_ASSERT(refused.complaint.find(partial) != std::string::npos);
            CPPUNIT_ASSERT(there != other ||
                           refused.complaint.find("of the model large and the set halls, begun on "
                                                  "2026-11-02") != std::string::npos);
            CPPUNIT_ASSERT_EQUAL(there, base::read_file(partial, 1U << 20U));
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, server.requests().size());
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"}, ask(server, "bench", {"--anew"}).status);
        CPPUNIT_ASSERT(!std::filesystem::exists(partial));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"},
                             run({"llm", "bench", "--anew", "--replay", partial}).status);
        // A bench that ended before it heard anything left nothing to be kept.
        base::replace_file(partial, "", 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"}, ask(server, "bench").status);
    }

    void a_bench_that_was_interrupted_goes_on()
    {
        std::atomic<bool> is_away = false;
        std::atomic<int> asked = 0;
        HttpServer server{[&](HttpServer::Peer& peer, const std::string& request) {
            constexpr int k_first_review = 6;
            if (++asked > k_first_review && is_away)
                return peer.write(support::http_answer(500, "{}"));
            return answer_as_liar(peer, request);
        }};
        is_away = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 3"}, ask(server, "bench").status);
        CPPUNIT_ASSERT(!std::filesystem::exists(record));
        auto partial = base::read_file(record + ".partial", 1U << 24U);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{2}, std::ranges::count(partial, '\n'));
        // What was being written counts for nothing.
        base::replace_file(record + ".partial", partial + "{\"id\":\"0r\"", 0600);
        is_away = false;
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"}, ask(server, "bench").status);
        CPPUNIT_ASSERT(base::read_file(record + ".transcripts", 1U << 24U).starts_with(partial));
        CPPUNIT_ASSERT(!std::filesystem::exists(record + ".partial"));
        CPPUNIT_ASSERT(llm::parse_record(base::read_file(record, 1U << 20U)));
    }

    void a_level_holds_for_what_was_measured()
    {
        HttpServer server{answer_as_liar};
        const std::string text = folder.file("text.txt");
        base::replace_file(text, "The hall has 12 benches, 31 doors and 45 lamps.\n", 0600);
        const auto counts = [&](const llm::Record& known) {
            base::replace_file(record, llm::record_text(known), 0600);
            static_cast<void>(ask(server, "check")); // writes the configuration
            const auto ran =
                run({"verify", "--model", "--config", folder.file("assay.toml"), text});
            const auto artifact = json::parse(ran.out);
            const auto size = [&](const char* key) {
                return json_array_size(
                    json::array_member(artifact ? artifact->get() : nullptr, key));
            };
            return concat(size("findings"), " findings, ", size("opinions"), " opinions");
        };
        auto known = tests::good_record();
        known.model = "liar";
        known.reported_model = "liar-1";
        CPPUNIT_ASSERT_EQUAL(std::string{"1 findings, 0 opinions"}, counts(known));
        known.reported_model = "liar-2";
        CPPUNIT_ASSERT_EQUAL(std::string{"0 findings, 1 opinions"}, counts(known));
        known.model = "large";
        CPPUNIT_ASSERT_EQUAL(std::string{"0 findings, 1 opinions"}, counts(known));
    }

    void what_cannot_be_measured_is_refused()
    {
        HttpServer server{answer_as_liar};
        base::replace_file(set, "{\"set\":\"two\"}\n{\"id\":\"a\"}\n", 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, ask(server, "bench").status);
        std::filesystem::remove(set);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, ask(server, "bench").status);
        write_set(20);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, ask(server, "bench").status);
        write_set(200);
        for (const std::string& nowhere : {folder.path(), folder.file("missing/record.json")}) {
            record = nowhere;
            const auto refused = ask(server, "bench");
            CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, refused.status);
            CPPUNIT_ASSERT(refused.complaint.find("llm.record cannot be written: ") !=
                           std::string::npos);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, server.requests().size());
    }

    void test_sentences_are_printed()
    {
        const auto ran = run({"llm", "controls"});
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, ran.status);
        CPPUNIT_ASSERT_EQUAL(static_cast<std::ptrdiff_t>(llm::frames().size()),
                             std::ranges::count(ran.out, '\n'));
        CPPUNIT_ASSERT(json::parse(ran.out.substr(0, ran.out.find('\n'))));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LlmBenchTest);

} // namespace
