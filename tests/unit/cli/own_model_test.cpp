// `assay verify --model` with a server on this host: the whole way of a question, and what a server
// that fails, lies or hangs costs.
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "support/http_server.hpp"
#include "support/processes.hpp"
#include "support/scripted_model.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>

namespace {

namespace json = base::json;
using base::concat;
using support::HttpServer;

constexpr std::string_view k_text =
    "The ferry has 18 rows of 24 seats and a deck with 36, so that 486 people cross at once.\n";

// The user's message of a request, as the server has it.
std::string material_of(const std::string& request)
{
    const auto body = json::parse(request.substr(request.find("\r\n\r\n") + 4));
    const json_t* messages_view = json::array_member(body ? body->get() : nullptr, "messages");
    return std::string{json::text_member(json_array_get(messages_view, 1), "content").value_or("")};
}

std::string well_said(const std::string& request)
{
    return tests::answer_text(material_of(request), {{.quote = "486 people",
                                                      .formula = "[18 rows] * [24 seats] + [36]"}});
}

bool answer_well(HttpServer::Peer& peer, const std::string& request)
{
    return peer.write(support::http_answer(200, tests::completion(well_said(request))));
}

struct Ran {
    std::string status; // "exit 5"
    std::string out;
    json::Ref artifact;
    std::string transcript;
};

// Beside this program.
std::string program(const char* name)
{
    return std::filesystem::read_symlink("/proc/self/exe").replace_filename(name);
}

void write_file(const std::filesystem::path& path, std::string_view text)
{
    std::ofstream{path, std::ios::binary} << text;
}

// A folder with a configuration whose model is at `url`, and a text.
class Place {
public:
    explicit Place(const std::string& url, std::string_view llm_lines = "") : root{m_folder.path()}
    {
        write_file(root / "text.txt", k_text);
        write_file(root / "assay.toml",
                   concat("[service]\nbase_url = \"https://assay.example\"\n[payment]\n"
                          "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n"
                          "rpc_urls = [\"https://rpc.example\", \"https://other.example\"]\n",
                          url.empty() ? "" : "[llm]\nmodel = \"scripted\"\n", llm_lines,
                          url.empty() ? "" : "url = \"", url, url.empty() ? "" : "\"\n"));
    }

    // `assay` with these words and the configuration.
    [[nodiscard]] Ran run(std::vector<std::string> words, bool is_configured = true) const
    {
        const base::Fd out{::open((root / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
        words.insert(words.begin(), program("assay"));
        if (is_configured) words.insert(words.end(), {"--config", root / "assay.toml"});
        const pid_t child = base::spawn(
            {.command = std::move(words), .environment = {}, .descriptors = {-1, out.get(), -1}});
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        Ran ran{base::describe_wait_status(status),
                base::read_file(root / "out", 1U << 20U),
                nullptr,
                {}};
        if (auto parsed = json::parse(ran.out)) ran.artifact = std::move(*parsed);
        if (std::filesystem::exists(root / "transcript.json"))
            ran.transcript = base::read_file(root / "transcript.json", 1U << 20U);
        return ran;
    }

private:
    support::TempDir m_folder;

public:
    const std::filesystem::path root;
};

// The verb, with the model at `url`.
Ran verify(const std::string& url, std::string_view llm_lines = "",
           const std::vector<std::string>& more = {})
{
    const Place place{url, llm_lines};
    std::vector<std::string> words{"verify", "--model", place.root / "text.txt"};
    words.insert(words.end(), more.begin(), more.end());
    if (more.empty()) words.insert(words.end(), {"--transcript", place.root / "transcript.json"});
    return place.run(std::move(words));
}

// Of a review with this server: "model_away", or "" when nothing was lacking.
std::string lack_of(const HttpServer::Handler& handler, std::string_view llm_lines = "")
{
    HttpServer server{handler};
    const auto ran = verify(server.url("/v1"), llm_lines);
    // The review is there all the same: nothing in it could be verified.
    CPPUNIT_ASSERT_EQUAL(std::string{"exit 3"}, ran.status);
    CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                         json_array_size(json::array_member(ran.artifact.get(), "opinions")));
    return tests::text_of(tests::engine_of(ran.artifact.get()), "degraded_reason");
}

HttpServer::Handler answers(int status, std::string body)
{
    return [status, body = std::move(body)](HttpServer::Peer& peer, const std::string&) {
        return peer.write(support::http_answer(status, body));
    };
}

class OwnModelTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OwnModelTest);
    CPPUNIT_TEST(words_that_do_not_go_together_are_refused);
    CPPUNIT_TEST(a_server_that_fails_is_told);
    CPPUNIT_TEST(a_server_that_hangs_costs_its_time);
    CPPUNIT_TEST(answers_that_cannot_be_used_are_told);
    CPPUNIT_TEST(a_model_is_asked_and_its_record_kept);
    CPPUNIT_TEST(a_model_is_checked);
    CPPUNIT_TEST_SUITE_END();

public:
    void words_that_do_not_go_together_are_refused()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, verify("").status);
        constexpr const char* k_nowhere = "http://127.0.0.1:1/v1";
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"},
                             verify(k_nowhere, "", {"--tier", "basic"}).status);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"},
                             verify(k_nowhere, "auth_credential = \"missing\"\n").status);
    }

    void a_server_that_fails_is_told()
    {
        const auto unreached = verify("http://127.0.0.1:1/v1");
        CPPUNIT_ASSERT_EQUAL(
            std::string{"model_away"},
            tests::text_of(tests::engine_of(unreached.artifact.get()), "degraded_reason"));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"}, lack_of(answers(500, "{}")));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"}, lack_of(answers(401, "{}")));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"},
                             lack_of([](HttpServer::Peer& peer, const std::string&) {
                                 static_cast<void>(peer.write("HTTP/1.1 200 OK\r\nContent-Le"));
                                 return false;
                             }));
    }

    void a_server_that_hangs_costs_its_time()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"},
                             lack_of(
                                 [](HttpServer::Peer& peer, const std::string&) {
                                     peer.linger();
                                     return false;
                                 },
                                 "call_timeout = \"1s\"\njob_time = \"5s\"\n"));
    }

    void answers_that_cannot_be_used_are_told()
    {
        for (const auto& body :
             {std::string{"<html>busy</html>"}, std::string{R"({"error":{"message":"no"}})"},
              std::string{R"({"choices":[]})"}, tests::completion("I think it is fine."),
              tests::completion("{}"), tests::completion("```json\n{\"derived\":[]}\n```"),
              std::string(600'000, 'x'), std::string{"\xff\xfe"}})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(body.substr(0, 60), std::string{"model_answer"},
                                         lack_of(answers(200, body)));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_answer"}, lack_of(answers(400, "{}")));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_canary"},
                             lack_of(answers(200, tests::completion("{\"derived\":[]}"))));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"},
                             lack_of(answer_well, "expect_model = \"another\"\n"));
    }

    void a_model_is_asked_and_its_record_kept()
    {
        HttpServer server{answer_well};
        auto ran = verify(server.url("/v1"), "call_timeout = \"30s\"\n");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 3"}, ran.status);
        const json_t* engine_view = tests::engine_of(ran.artifact.get());
        CPPUNIT_ASSERT_EQUAL(std::string{}, tests::text_of(engine_view, "degraded_reason"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1},
                             json_array_size(json::array_member(ran.artifact.get(), "opinions")));
        // What was sent is what is on record, and the record gives the result again.
        const auto sent = server.requests();
        // two derivations, a question about clashes, two gaps, a defence
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, sent.size());
        const auto transcript = json::parse(ran.transcript);
        const json_t* calls_view = json::array_member(transcript->get(), "calls");
        CPPUNIT_ASSERT_EQUAL(sent.size(), json_array_size(calls_view));
        for (std::size_t i = 0; i < sent.size(); ++i)
            CPPUNIT_ASSERT_EQUAL(tests::text_of(json_array_get(calls_view, i), "request"),
                                 sent[i].substr(sent[i].find("\r\n\r\n") + 4));
        const Place place{""};
        write_file(place.root / "result.json", ran.out);
        write_file(place.root / "record.json", ran.transcript);
        write_file(place.root / "request.json", json::dump(json::object("payload", k_text).get()));
        const auto decided =
            place.run({"verify-artifact", place.root / "result.json", "--replay",
                       place.root / "record.json", "--request", place.root / "request.json"},
                      false);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, decided.status);
        CPPUNIT_ASSERT(decided.out.find("give this result to the byte") != std::string::npos);
        // Another run has another test sentence: a text cannot learn it.
        const auto again = verify(server.url("/v1"));
        CPPUNIT_ASSERT(material_of(sent[0]) != material_of(server.requests().at(6)));
    }

    void a_model_is_checked()
    {
        HttpServer good{[](HttpServer::Peer& peer, const std::string& request) {
            return peer.write(support::http_answer(
                200, tests::completion(tests::answer_text(material_of(request)))));
        }};
        const auto fine = Place{good.url("/v1")}.run({"llm", "check"});
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, fine.status);
        CPPUNIT_ASSERT(fine.out.find("which calls itself scripted-1") != std::string::npos);
        HttpServer mute{answers(200, tests::completion("{\"derived\":[]}"))};
        const auto blind = Place{mute.url("/v1")}.run({"llm", "check"});
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 1"}, blind.status);
        CPPUNIT_ASSERT(blind.out.find("model_canary") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 3"},
                             Place{"http://127.0.0.1:1/v1"}.run({"llm", "check"}).status);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, Place{""}.run({"llm", "check"}).status);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, Place{""}.run({"llm"}).status);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, Place{""}.run({"llm", "bench"}).status);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OwnModelTest);

} // namespace
