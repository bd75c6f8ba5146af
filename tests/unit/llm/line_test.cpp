// The line between an analysis and its courier, and the program at its other end.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "llm/courier/courier.hpp"
#include "llm/frames.hpp"
#include "llm/line.hpp"
#include "support/http_server.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

namespace {

namespace json = base::json;
using base::concat;
using llm::Silence;

struct Pair {
    base::Fd ours;
    base::Fd theirs;

    Pair()
    {
        int ends[2] = {-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw base::Fault::from_errno("socketpair");
        ours = base::Fd{ends[0]};
        theirs = base::Fd{ends[1]};
    }
};

llm::Question line_question(std::string material = "two\nlines, \"quoted\" \\ and \t more")
{
    return {"test/1", "Review.", std::move(material), json::object("type", "object")};
}

// Beside this program.
std::string program(const char* name)
{
    return std::filesystem::read_symlink("/proc/self/exe").replace_filename(name);
}

class LineTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LineTest);
    CPPUNIT_TEST(frames_come_through);
    CPPUNIT_TEST(garbage_is_no_frame);
    CPPUNIT_TEST(questions_are_answered_in_turn);
    CPPUNIT_TEST(a_courier_that_talks_nonsense_is_away);
    CPPUNIT_TEST(a_courier_ends_with_what_is_no_question);
    CPPUNIT_TEST(the_program_asks_a_server);
    CPPUNIT_TEST(the_program_refuses_garbage);
    CPPUNIT_TEST_SUITE_END();

public:
    void frames_come_through()
    {
        const auto asked = llm::parse_question(llm::question_frame(7, line_question()));
        CPPUNIT_ASSERT(asked.has_value());
        CPPUNIT_ASSERT_EQUAL(7, asked->number);
        CPPUNIT_ASSERT_EQUAL(line_question().material, asked->question.material);
        const auto answer = llm::parse_answer(llm::answer_frame(7, std::string{"{\n}"}));
        CPPUNIT_ASSERT(answer.has_value() && *answer->answer == "{\n}");
        const auto silent = llm::parse_answer(llm::answer_frame(8, base::refuse(Silence::away)));
        CPPUNIT_ASSERT(silent.has_value() && silent->answer.error() == Silence::away);
    }

    void garbage_is_no_frame()
    {
        for (const std::string_view line :
             {"", "{}", "[]", "\xff", R"({"n":0,"body":"x"})", R"({"n":1.5,"body":"x"})",
              R"({"n":1,"silence":"angry"})", R"({"n":1})", R"({"n":1,"body":7})",
              R"({"n":-1,"task":"a","instructions":"b","material":"c","schema":{}})",
              R"({"n":1,"task":"a","instructions":"b","material":"c","schema":[]})",
              R"({"n":1,"task":"a","instructions":"b","material":null,"schema":{}})"}) {
            CPPUNIT_ASSERT_MESSAGE(std::string{line}, !llm::parse_question(line));
            CPPUNIT_ASSERT_MESSAGE(std::string{line}, !llm::parse_answer(line));
        }
    }

    void questions_are_answered_in_turn()
    {
        Pair pair;
        tests::ScriptedModel model{[](const llm::Question& asked) { return asked.material; }};
        std::thread courier{[&] { llm::courier::serve(pair.theirs.get(), model); }};
        llm::Line line{pair.ours.get()};
        // More than a socket holds at once, both ways.
        for (const std::size_t size : {1U, 70'000U, 900'000U}) {
            const std::string material(size, 'x');
            const auto answer = line.ask(line_question(material));
            CPPUNIT_ASSERT(answer.has_value());
            CPPUNIT_ASSERT_EQUAL(tests::completion(material), *answer);
        }
        CPPUNIT_ASSERT(line.ask(line_question(std::string(llm::k_max_frame, 'x'))).error() ==
                       Silence::too_long);
        CPPUNIT_ASSERT(line.ask(line_question("still there")).has_value());
        pair.ours.close();
        courier.join();
    }

    void a_courier_that_talks_nonsense_is_away()
    {
        for (const std::string_view said :
             {"", "nonsense\n", "{\"n\":2,\"body\":\"of another question\"}\n", "{\"n\":1}\n"}) {
            Pair pair;
            CPPUNIT_ASSERT(llm::write_all(pair.theirs.get(), said));
            ::shutdown(pair.theirs.get(), SHUT_WR);
            llm::Line line{pair.ours.get()};
            CPPUNIT_ASSERT(line.ask(line_question()).error() == Silence::away);
            // What it says later is of no use: what it answers cannot be told.
            CPPUNIT_ASSERT(line.ask(line_question()).error() == Silence::away);
        }
    }

    void a_courier_ends_with_what_is_no_question()
    {
        Pair pair;
        tests::ScriptedModel model{[](const llm::Question&) { return std::string{"{}"}; }};
        CPPUNIT_ASSERT(llm::write_all(pair.ours.get(), "GET / HTTP/1.1\r\n"));
        llm::courier::serve(pair.theirs.get(), model);
        CPPUNIT_ASSERT_EQUAL(0, model.asked);
    }

    void the_program_asks_a_server()
    {
        support::HttpServer server{[](support::HttpServer::Peer& peer, const std::string& request) {
            const bool is_ours = request.starts_with("POST /v1/chat/completions ") &&
                                 request.find("Bearer sesame") != std::string::npos;
            return peer.write(
                support::http_answer(is_ours ? 200 : 401, tests::completion("{\"findings\":[]}")));
        }};
        const auto [answer, status] = ask_program(options_text(server.url("/v1")));
        CPPUNIT_ASSERT(answer.has_value());
        CPPUNIT_ASSERT_EQUAL(tests::completion("{\"findings\":[]}"), *answer);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, status);
        // No server listens there.
        const auto [none, other] = ask_program(options_text("http://127.0.0.1:1/v1"));
        CPPUNIT_ASSERT(none.error() == Silence::away);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, other);
    }

    void the_program_refuses_garbage()
    {
        for (const std::string_view options : {"", "{}", "[1]", "\xff"}) {
            const auto [answer, status] = ask_program(std::string{options});
            CPPUNIT_ASSERT(answer.error() == Silence::away);
            CPPUNIT_ASSERT_EQUAL(std::string{"exit 2"}, status);
        }
    }

private:
    static std::string options_text(const std::string& url)
    {
        const llm::courier::Options options{.url = url,
                                            .token = "sesame",
                                            .settings = tests::test_settings(),
                                            .allowance = {.calls = 3,
                                                          .tokens = 100'000,
                                                          .money = 0,
                                                          .price_in = 0,
                                                          .price_out = 0,
                                                          .time = std::chrono::seconds{20}},
                                            .call_timeout = std::chrono::seconds{10}};
        return json::dump(llm::courier::options_json(options).get());
    }

    // One question, and how the program ended.
    static std::pair<base::Result<std::string, Silence>, std::string> ask_program(
        const std::string& options)
    {
        Pair line;
        Pair told;
        const pid_t courier =
            base::spawn({.command = {program("assay-llm")},
                         .environment = {},
                         .descriptors = {-1, -1, -1, line.theirs.get(), told.theirs.get()}});
        line.theirs.close();
        told.theirs.close();
        CPPUNIT_ASSERT(llm::write_all(told.ours.get(), options));
        told.ours.close();
        auto answer = llm::Line{line.ours.get()}.ask(line_question());
        line.ours.close();
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(courier, ::waitpid(courier, &status, 0));
        return {std::move(answer), base::describe_wait_status(status)};
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LineTest);

} // namespace
