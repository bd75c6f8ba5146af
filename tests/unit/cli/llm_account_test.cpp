// `assay llm bench account` with a server on this host: what is refused before anything is asked,
// what a person is shown, and the record that follows from what the person says.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "cli/account_page.hpp"
#include "cli/verbs.hpp"
#include "llm/account_record.hpp"
#include "llm/edition.hpp"
#include "support/http_server.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

namespace {

namespace json = base::json;
using base::concat;
using cli::Exit;
using support::HttpServer;

constexpr std::string_view k_hostile = "</script><script>alert('1')</script>";

// It quotes every line of the towns whole: of each topic eight sentences.
std::string account_of(const std::string& material)
{
    auto sentences = json::array();
    for (std::size_t at = 0; at < material.size();) {
        const auto end = std::min(material.find('\n', at), material.size());
        const auto line = material.substr(at, end - at);
        at = end + 1;
        const auto begin = line.find("The town of ");
        if (begin == std::string::npos) continue;
        const auto number = std::stoi(line.substr(line.find('|') + 1));
        const auto text = line.substr(begin);
        json::append(sentences.get(),
                     json::object("why", "", "kind", "context", "text", text, "quotes",
                                  json::array(json::object("sentence", number, "exact", text))));
    }
    return json::dump(
        json::object("sentences", std::move(sentences), "unanswered", json::array()).get());
}

bool answer_as_editor(HttpServer::Peer& peer, const std::string& request)
{
    const auto body = json::parse(request.substr(request.find("\r\n\r\n") + 4));
    const json_t* messages_view = json::array_member(body->get(), "messages");
    const std::string material{
        json::text_member(json_array_get(messages_view, 1), "content").value_or("")};
    const auto message = json::object("role", "assistant", "content", account_of(material));
    return peer.write(support::http_answer(
        200, json::dump(json::object("model", "editor-1", "choices",
                                     json::array(json::object("message", json::share(message.get()),
                                                              "finish_reason", "stop")))
                            .get())));
}

// A topic of one town, with eight sentences.
std::string topic(int number)
{
    constexpr std::string_view k_things[] = {"bridges", "schools", "mills",   "wells",
                                             "towers",  "squares", "gardens", "harbours"};
    std::string text;
    int count = 2;
    for (const auto thing : k_things)
        text += concat("The town of Tarn has ", number * 10 + count++, ' ', thing, ". ");
    return json::dump(
               json::object("query", "What does the town of Tarn have?", "sources",
                            json::array(json::object("title", concat("Guide ", k_hostile),
                                                     "published", "2026-03-11", "text", text)))
                   .get()) +
           '\n';
}

class LlmAccountTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LlmAccountTest);
    CPPUNIT_TEST(wrong_words_are_refused);
    CPPUNIT_TEST(garbage_sets_ask_nothing);
    CPPUNIT_TEST(garbage_judgements_make_no_record);
    CPPUNIT_TEST(another_bench_makes_no_record);
    CPPUNIT_TEST(another_model_makes_no_record);
    CPPUNIT_TEST(too_few_and_too_many_false_ones_are_told);
    CPPUNIT_TEST(a_record_follows_from_judgements);
    CPPUNIT_TEST(hostile_text_is_text);
    CPPUNIT_TEST(a_bench_of_accounts_goes_on_and_is_replayed);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string set = folder.file("towns.jsonl");
    std::string page = folder.file("page.html");
    std::string record = folder.file("record.json");
    std::string judgements = folder.file("judgements.json");
    std::string out;
    std::string err;

    // By the program itself: a server of ours has threads, which a fork of this one would lose.
    Exit run(std::vector<std::string> words)
    {
        const std::vector<std::string> verb{
            std::filesystem::read_symlink("/proc/self/exe").replace_filename("assay"), "llm",
            "bench", "account"};
        words.insert(words.begin(), verb.begin(), verb.end());
        const auto opened = [&](const char* name) {
            constexpr int k_anew = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
            return base::Fd{::open(folder.file(name).c_str(), k_anew, 0600)};
        };
        const auto to_out = opened("out");
        const auto to_err = opened("err");
        const pid_t child = base::spawn({.command = std::move(words),
                                         .environment = {},
                                         .descriptors = {-1, to_out.get(), to_err.get()}});
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        out = base::read_file(folder.file("out"), 1U << 20U);
        err = base::read_file(folder.file("err"), 1U << 20U);
        CPPUNIT_ASSERT_MESSAGE(base::describe_wait_status(status), WIFEXITED(status));
        return static_cast<Exit>(WEXITSTATUS(status));
    }
    std::string configuration(const std::string& url, std::string_view model = "editor")
    {
        const auto path = folder.file("assay.toml");
        base::replace_file(path,
                           concat("[llm]\nmodel = \"", model, "\"\nurl = \"", url,
                                  "\"\naccount_record = \"", record, "\"\njob_time = \"5s\"\n"),
                           0600);
        return path;
    }
    void is_refused(const std::vector<std::string>& words, std::string_view why)
    {
        CPPUNIT_ASSERT_MESSAGE(err, run(words) == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find(why) != std::string::npos);
    }

    // What a bench of so many sentences leaves beside the page, without one that was held.
    void leave_bench(int sentences, int quoted = 1)
    {
        llm::Measurement measurement;
        measurement.model = "editor";
        measurement.reported_model = "editor-1";
        measurement.prompts.assign(std::begin(llm::k_account_prompts),
                                   std::end(llm::k_account_prompts));
        measurement.gate = llm::k_account_gate;
        measurement.transcripts_sha256 = "0x01";
        auto all = json::array();
        for (int i = 1; i <= sentences + quoted; ++i)
            json::append(all.get(),
                         json::object("id", concat('T', i, ".A1"), "query", "?", "form",
                                      i <= sentences ? "edited" : "quoted", "text",
                                      concat("It has ", i, " wells."), "quotes", json::array()));
        auto whole = llm::measurement_json("assay-account-bench/1", measurement);
        json::set_all(whole.get(), "counts",
                      json::object("edited_at_first", sentences - 1, "rewritten", 1, "quoted",
                                   quoted, "median_ms", 41'000),
                      "sentences", std::move(all));
        base::replace_file(page + ".bench.json", llm::lines_of(whole), 0600);
    }
    // `judged`: how many, the first `false_ones` of them with no.
    void judge(int judged, int false_ones)
    {
        const auto bench =
            cli::parse_account_bench(base::read_file(page + ".bench.json", 1U << 24U));
        CPPUNIT_ASSERT(bench);
        auto rows = json::array();
        for (int i = 0; i < judged; ++i)
            json::append(
                rows.get(),
                json::object(
                    "id", *json::text_member(bench->to_judge.at(static_cast<std::size_t>(i)), "id"),
                    "carried", i >= false_ones));
        write_judgements(bench->sha256, std::move(rows));
    }
    void write_judgements(std::string_view bench, json::Ref rows)
    {
        base::replace_file(judgements,
                           json::dump(json::object("format", "assay-judgements/1", "bench_sha256",
                                                   bench, "judged", std::move(rows))
                                          .get()),
                           0600);
    }
    Exit tell_record(std::string_view model = "editor")
    {
        return run({"--judged", judgements, "--page", page, "--config",
                    configuration("http://127.0.0.1:1/v1", model)});
    }
    void makes_no_record(std::string_view why)
    {
        CPPUNIT_ASSERT_MESSAGE(out, tell_record() == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find(why) != std::string::npos);
        CPPUNIT_ASSERT(!std::filesystem::exists(record));
    }

public:
    void wrong_words_are_refused()
    {
        is_refused({set}, "--page is the file to judge in");
        is_refused({"--page", page}, "SET is missing: topics of your own, about 40");
        is_refused({"--judged", judgements, set, "--page", page}, "--judged takes no sets");
        is_refused({"--judged", judgements, "--anew", "--page", page}, "--judged takes no sets");
    }

    void garbage_sets_ask_nothing()
    {
        HttpServer server{answer_as_editor};
        const auto config = configuration(server.url("/v1"));
        const auto refused = [&](std::string_view bytes, std::string_view why) {
            base::replace_file(set, bytes, 0600);
            is_refused({set, "--page", page, "--config", config}, why);
        };
        refused("", "it has no topic");
        refused("\xff\xfe", "line 1 is no topic: it is no JSON");
        refused("[]\n", "line 1 is no topic: it has no sources");
        refused(topic(1) + "{\"query\":\"?\"}\n", "line 2 is no topic: it has no sources");
        refused("{\"sources\":[{\"text\":\"It rains.\"}]}\n", "it has no query");
        refused("{\"query\":7,\"sources\":[{\"text\":\"It rains.\"}]}\n", "line 1 is no topic: ");
        refused("{\"query\":\"?\",\"sources\":[{\"title\":\"a\"}]}\n", "a source has no text");
        refused("{\"query\":\"?\",\"sources\":[{\"text\":\"https://example.com/a\"}]}\n",
                "a source is a page");
        refused("{\"query\":\"?\",\"sources\":[{\"text\":\"It rains.\",\"published\":\"soon\"}]}\n",
                "line 1 is no topic: ");
        refused(topic(1) + topic(2) + topic(1), "line 3 was given before");
        std::filesystem::remove(set);
        is_refused({set, "--page", page, "--config", config}, "is no file");
        base::replace_file(set, topic(1), 0600);
        is_refused({set, "--page", folder.path(), "--config", config},
                   "the page cannot be written");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, server.requests().size());
        CPPUNIT_ASSERT(!std::filesystem::exists(page));
    }

    void garbage_judgements_make_no_record()
    {
        leave_bench(210);
        makes_no_record("judgements.json is no file");
        const std::string sha{
            cli::parse_account_bench(base::read_file(page + ".bench.json", 1U << 24U))->sha256};
        for (const std::string& bytes : {std::string{}, std::string{"\xff"}, std::string{"[]"},
                                         std::string(40'000, '['), std::string{"{}"}}) {
            base::replace_file(judgements, bytes, 0600);
            makes_no_record("it is no file of the format assay-judgements/1");
        }
        const auto row = [](std::string_view id, bool carried = true) {
            return json::object("id", id, "carried", carried);
        };
        write_judgements(sha, json::array(json::object("id", "T1.A1", "carried", "yes")));
        makes_no_record("judgement 1 has no id, or is neither yes nor no");
        write_judgements(sha, json::array(row("T1.A1"), row("T900.A1")));
        makes_no_record("judgement 2 is of a sentence that the page does not show");
        write_judgements(sha, json::array(row("T211.A1"))); // a quoted one
        makes_no_record("judgement 1 is of a sentence that the page does not show");
        write_judgements(sha, json::array(row("T1.A1", false), row("T1.A1")));
        makes_no_record("judgement 2 is of a sentence that was judged before");
    }

    void another_bench_makes_no_record()
    {
        leave_bench(211);
        judge(211, 0);
        leave_bench(210);
        makes_no_record("it is of another bench");
        std::filesystem::remove(page + ".bench.json");
        makes_no_record("page.html.bench.json is no file");
        for (const std::string& bytes : {std::string{"a letter"}, std::string{"{}"},
                                         std::string{R"({"format":"assay-account-bench/1"})"}}) {
            base::replace_file(page + ".bench.json", bytes, 0600);
            makes_no_record("page.html.bench.json: ");
        }
    }

    void another_model_makes_no_record()
    {
        leave_bench(210);
        judge(210, 0);
        CPPUNIT_ASSERT(tell_record("large") == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("it is of the model editor") != std::string::npos);
        CPPUNIT_ASSERT(!std::filesystem::exists(record));
    }

    void too_few_and_too_many_false_ones_are_told()
    {
        leave_bench(210);
        judge(199, 0);
        CPPUNIT_ASSERT(tell_record() == Exit::error);
        CPPUNIT_ASSERT_MESSAGE(
            out, out.find("none: a record takes 200 judged sentences, and these are 199") !=
                     std::string::npos);
        judge(205, 9);
        CPPUNIT_ASSERT(tell_record() == Exit::error);
        CPPUNIT_ASSERT_MESSAGE(out, out.find("none: 9 of 205 sentences") != std::string::npos);
        // It is kept, and holds for nothing.
        const auto parsed = llm::parse_account_record(base::read_file(record, 1U << 20U));
        CPPUNIT_ASSERT(parsed);
        CPPUNIT_ASSERT((parsed->false_ones == llm::Share{9, 205}));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{41'000}, parsed->median_ms);
    }

    void a_record_follows_from_judgements()
    {
        HttpServer server{answer_as_editor};
        std::string rows;
        for (int i = 1; i <= 26; ++i) rows += topic(i);
        base::replace_file(set, rows, 0600);
        const auto config = configuration(server.url("/v1"));
        CPPUNIT_ASSERT_MESSAGE(err, run({set, "--page", page, "--config", config}) == Exit::ok);
        CPPUNIT_ASSERT_MESSAGE(out, out.find("208 edited at first, 0 when") != std::string::npos);
        CPPUNIT_ASSERT(!std::filesystem::exists(page + ".partial"));
        judge(208, 3);
        CPPUNIT_ASSERT_MESSAGE(
            err, run({"--judged", judgements, "--page", page, "--config", config}) == Exit::ok);
        const auto parsed = llm::parse_account_record(base::read_file(record, 1U << 20U));
        CPPUNIT_ASSERT(parsed);
        CPPUNIT_ASSERT((parsed->false_ones == llm::Share{3, 208}));
        CPPUNIT_ASSERT_EQUAL(std::string{"editor-1"}, parsed->reported_model);
        CPPUNIT_ASSERT_EQUAL(std::string{"towns"}, parsed->set);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{208}, parsed->edited_at_first);
        CPPUNIT_ASSERT(!parsed->ruleset.empty());
        config::Llm llm;
        llm.model = "editor";
        llm.account_record = record;
        CPPUNIT_ASSERT(llm::account_standing_of(llm, "editor-1").is_sold());
    }

    void hostile_text_is_text()
    {
        HttpServer server{answer_as_editor};
        base::replace_file(set, topic(1), 0600);
        // Eight sentences are too few for a record.
        CPPUNIT_ASSERT(run({set, "--page", page, "--config", configuration(server.url("/v1"))}) ==
                       Exit::error);
        CPPUNIT_ASSERT(out.find("add some 39 topics") != std::string::npos);
        auto bench = cli::parse_account_bench(base::read_file(page + ".bench.json", 1U << 24U));
        CPPUNIT_ASSERT(bench);
        CPPUNIT_ASSERT(base::read_file(page, 1U << 24U) == cli::account_page(*bench));
        CPPUNIT_ASSERT_EQUAL(std::size_t{8}, bench->to_judge.size());
        // Every text, wherever it comes from.
        const std::string hostile = concat("\"><img src=x onerror=alert(1)>", k_hostile);
        bench->measurement.model = hostile;
        const auto bad =
            json::object("id", hostile, "query", hostile, "text", hostile, "quotes",
                         json::array(json::object("source", hostile, "title", hostile, "published",
                                                  hostile, "quote", hostile)));
        bench->to_judge.push_back(bad.get());
        const auto html = cli::account_page(*bench);
        const auto count = [&](std::string_view what) {
            int found = 0;
            for (auto at = html.find(what); at != std::string::npos; at = html.find(what, at + 1))
                ++found;
            return found;
        };
        CPPUNIT_ASSERT_EQUAL(1, count("<script"));
        CPPUNIT_ASSERT_EQUAL(1, count("</script"));
        CPPUNIT_ASSERT_EQUAL(0, count("<img"));
        CPPUNIT_ASSERT_EQUAL(0, count("\"\">"));
        // It asks no server.
        CPPUNIT_ASSERT_EQUAL(0, count("src=\"") + count("https:") + count("http:"));
    }

    void a_bench_of_accounts_goes_on_and_is_replayed()
    {
        std::atomic<bool> is_away = true;
        std::atomic<int> asked = 0;
        HttpServer server{[&](HttpServer::Peer& peer, const std::string& request) {
            if (++asked > 1 && is_away) return peer.write(support::http_answer(500, "{}"));
            return answer_as_editor(peer, request);
        }};
        base::replace_file(set, topic(1) + topic(2), 0600);
        const std::vector<std::string> words{set, "--page", page, "--config",
                                             configuration(server.url("/v1"))};
        CPPUNIT_ASSERT_MESSAGE(err, run(words) == Exit::unreachable);
        CPPUNIT_ASSERT(!std::filesystem::exists(page));
        is_away = false;
        CPPUNIT_ASSERT_MESSAGE(err, run(words) == Exit::error);
        const auto shown = base::read_file(page + ".bench.json", 1U << 24U);
        const auto html = base::read_file(page, 1U << 24U);
        const auto requests = server.requests().size();
        const std::string again = folder.file("again.html");
        CPPUNIT_ASSERT_MESSAGE(
            err, run({set, "--page", again, "--replay", page + ".transcripts"}) == Exit::error);
        CPPUNIT_ASSERT_EQUAL(shown, base::read_file(again + ".bench.json", 1U << 24U));
        CPPUNIT_ASSERT_EQUAL(html, base::read_file(again, 1U << 24U));
        CPPUNIT_ASSERT_EQUAL(requests, server.requests().size());
        // What may have been judged is kept.
        is_refused(words, "page.html is there; name another page, or say --anew");
        CPPUNIT_ASSERT_EQUAL(html, base::read_file(page, 1U << 24U));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LlmAccountTest);

} // namespace
