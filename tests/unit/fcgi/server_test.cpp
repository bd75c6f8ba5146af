// The accept loop reads what nginx sends, refuses what is cut or too large, and drains at once.
#include "fcgi/server.hpp"

#include "base/fault.hpp"
#include "support/fcgi_client.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcgiapp.h>
#include <fcntl.h>

#include <condition_variable>
#include <future>
#include <mutex>

namespace {

using namespace std::chrono_literals;
using support::FcgiClient;
using support::FcgiParams;

// What the handlers of all threads saw, and a door that can hold them.
struct Witness {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<fcgi::Request> seen;
    bool door_open = true;
    bool drops_bodies = false;

    void wait_for_requests(std::size_t count)
    {
        std::unique_lock lock{mutex};
        CPPUNIT_ASSERT(changed.wait_for(lock, 10s, [&] { return seen.size() >= count; }));
    }
    void set_door(bool open)
    {
        const std::lock_guard lock{mutex};
        door_open = open;
        changed.notify_all();
    }
};

class EchoHandler final : public fcgi::Handler {
public:
    explicit EchoHandler(Witness& witness) : m_witness{witness} {}
    fcgi::Response handle(fcgi::Request request) override
    {
        std::unique_lock lock{m_witness.mutex};
        if (m_witness.drops_bodies) request.drop_body();
        m_witness.seen.push_back(request);
        m_witness.changed.notify_all();
        m_witness.changed.wait(lock, [&] { return m_witness.door_open; });
        return {.status = 202, .headers = {{"X-Method", request.method}}, .body = request.body};
    }

private:
    Witness& m_witness;
};

class ServerTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ServerTest);
    CPPUNIT_TEST(a_request_is_read_and_answered);
    CPPUNIT_TEST(a_name_that_is_none_is_replaced);
    CPPUNIT_TEST(repeated_headers_are_both_seen);
    CPPUNIT_TEST(bodies_beyond_the_limit_are_not_read);
    CPPUNIT_TEST(a_body_without_room_is_not_kept_and_still_answered);
    CPPUNIT_TEST(room_is_asked_for_before_the_body_is_here);
    CPPUNIT_TEST(room_is_given_back_with_the_answer_or_the_body);
    CPPUNIT_TEST(a_cut_body_is_told_apart);
    CPPUNIT_TEST(what_follows_the_body_does_not_cost_the_answer);
    CPPUNIT_TEST(garbage_instead_of_fastcgi_harms_nobody);
    CPPUNIT_TEST(a_request_whose_client_left_is_not_run);
    CPPUNIT_TEST(stop_lets_the_running_request_finish);
    CPPUNIT_TEST(an_idle_server_stops_at_once);
    CPPUNIT_TEST(a_socket_made_blocking_by_another_process_delays_no_stop);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::string path = directory.file("socket");
    base::Fd listener = support::listen_at(path);
    Witness witness;
    base::ByteBudget budget{100, 0, 1'000'000, nullptr};
    std::unique_ptr<fcgi::Server> server;

    static FcgiParams post(std::size_t length)
    {
        return {{"REQUEST_METHOD", "POST"},
                {"DOCUMENT_URI", "/a"},
                {"REMOTE_ADDR", "192.0.2.1"},
                {"CONTENT_TYPE", "text/x"},
                {"CONTENT_LENGTH", std::to_string(length)},
                {"HTTP_X_ONE", "1"}};
    }

public:
    void setUp() override
    {
        CPPUNIT_ASSERT_EQUAL(0, FCGX_Init());
        server = std::make_unique<fcgi::Server>(
            listener.get(), 2, [this] { return std::make_unique<EchoHandler>(witness); },
            [](std::string_view, std::string_view) { return std::size_t{100}; },
            [this](std::string_view, std::size_t bytes) { return budget.take(bytes, 0ms); });
    }

    void tearDown() override
    {
        witness.set_door(true);
        server.reset();
    }

    void a_request_is_read_and_answered()
    {
        FcgiClient client{path};
        client.begin(post(5));
        client.send_body("he");
        client.send_body("llo");
        client.send_body("");
        CPPUNIT_ASSERT_EQUAL(
            std::string{"Status: 202 Accepted\r\nX-Method: POST\r\nContent-Length: 5\r\n\r\nhello"},
            client.answer());
        const fcgi::Request& request = witness.seen.at(0);
        CPPUNIT_ASSERT_EQUAL(std::string{"/a"}, request.path);
        CPPUNIT_ASSERT_EQUAL(std::string{"192.0.2.1"}, request.client);
        CPPUNIT_ASSERT_EQUAL(std::string{"text/x"}, request.content_type);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, *request.header("x-one"));
        CPPUNIT_ASSERT(request.header("x-two") == nullptr);
    }

    void a_name_that_is_none_is_replaced()
    {
        for (const std::string& garbage :
             {std::string{}, std::string(65, 'a'), std::string{"a b"}, std::string{"a\nb"},
              std::string{"\xc3\xa9"}, std::string{"a\"b"}, std::string("a\0", 2)}) {
            const std::string made = fcgi::request_id(garbage);
            CPPUNIT_ASSERT_EQUAL(std::size_t{32}, made.size());
            CPPUNIT_ASSERT(made != fcgi::request_id(garbage));
        }
        for (const std::string& name : {std::string{"A.b_c-9"}, std::string(64, 'z')}) {
            FcgiClient client{path};
            auto params = post(0);
            params.emplace_back("REQUEST_ID", name);
            client.begin(params);
            client.send_body("");
            static_cast<void>(client.answer());
            CPPUNIT_ASSERT_EQUAL(name, witness.seen.back().id);
        }
    }

    void repeated_headers_are_both_seen()
    {
        FcgiClient client{path};
        auto params = post(0);
        params.emplace_back("HTTP_X_ONE", "2");
        client.begin(params);
        client.send_body("");
        client.answer();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, witness.seen.at(0).count_headers("x-one"));
    }

    void bodies_beyond_the_limit_are_not_read()
    {
        for (const char* length : {"101", "99999999999999999999", "-1", "1x"}) {
            FcgiClient client{path};
            auto params = post(0);
            params[4].second = length;
            client.begin(params);
            client.answer();
            CPPUNIT_ASSERT(witness.seen.back().body.empty());
            CPPUNIT_ASSERT(witness.seen.back().body_state != fcgi::Request::Body::whole);
        }
        CPPUNIT_ASSERT(witness.seen.front().body_state == fcgi::Request::Body::too_large);
    }

    void a_body_without_room_is_not_kept_and_still_answered()
    {
        const auto all = budget.take(100, 0ms);
        FcgiClient client{path};
        client.begin(post(50));
        client.send_body(std::string(50, 'x'));
        client.send_body("");
        CPPUNIT_ASSERT(client.answer().starts_with("Status: 202 Accepted\r\n"));
        CPPUNIT_ASSERT(witness.seen.at(0).body_state == fcgi::Request::Body::no_room);
        CPPUNIT_ASSERT(witness.seen.at(0).body.empty());
    }

    void room_is_asked_for_before_the_body_is_here()
    {
        FcgiClient slow{path};
        slow.begin(post(60));
        while (budget.take(60, 0ms)) std::this_thread::sleep_for(1ms);
        FcgiClient second{path};
        second.begin(post(60));
        second.send_body(std::string(60, 'x'));
        second.send_body("");
        second.answer();
        CPPUNIT_ASSERT(witness.seen.at(0).body_state == fcgi::Request::Body::no_room);
        slow.hang_up(); // a cut body gives its room back, too
        while (!budget.take(100, 0ms)) std::this_thread::sleep_for(1ms);
    }

    void room_is_given_back_with_the_answer_or_the_body()
    {
        for (const bool drops : {false, true}) {
            witness.drops_bodies = drops;
            witness.set_door(false);
            FcgiClient client{path};
            client.begin(post(60));
            client.send_body(std::string(60, 'x'));
            client.send_body("");
            witness.wait_for_requests(drops ? 2 : 1);
            CPPUNIT_ASSERT_EQUAL(drops, budget.take(100, 0ms).has_value());
            CPPUNIT_ASSERT_EQUAL(drops, witness.seen.back().body.empty());
            witness.set_door(true);
            client.answer();
            while (!budget.take(100, 0ms)) std::this_thread::sleep_for(1ms);
        }
    }

    void a_cut_body_is_told_apart()
    {
        FcgiClient client{path};
        client.begin(post(10));
        client.send_body("half");
        client.send_body("");
        client.answer();
        CPPUNIT_ASSERT(witness.seen.at(0).body_state == fcgi::Request::Body::cut);
        CPPUNIT_ASSERT(witness.seen.at(0).body.empty());
    }

    // Closing a socket with unread input resets it under an answer that was not read yet.
    void what_follows_the_body_does_not_cost_the_answer()
    {
        for (int i = 0; i < 20; ++i) {
            FcgiClient client{path};
            client.begin(post(5));
            client.send_body("hello");
            for (int extra = 0; extra < 10; ++extra) client.send_body(std::string(5'000, 'x'));
            client.send_body("");
            CPPUNIT_ASSERT(client.answer().ends_with("\r\n\r\nhello"));
        }
    }

    void garbage_instead_of_fastcgi_harms_nobody()
    {
        for (int i = 0; i < 5; ++i) {
            FcgiClient client{path};
            client.hang_up();
        }
        a_request_is_read_and_answered();
    }

    void a_request_whose_client_left_is_not_run()
    {
        witness.set_door(false);
        FcgiClient first{path};
        FcgiClient second{path};
        for (FcgiClient* each : {&first, &second}) {
            each->begin(post(0));
            each->send_body("");
        }
        witness.wait_for_requests(2); // both threads are held
        {
            FcgiClient gone{path};
            gone.begin(post(0));
            gone.send_body("");
        }
        witness.set_door(true);
        first.answer();
        second.answer();
        a_last_request_is_the_third();
    }

    void stop_lets_the_running_request_finish()
    {
        witness.set_door(false);
        FcgiClient client{path};
        client.begin(post(0));
        client.send_body("");
        witness.wait_for_requests(1);
        std::thread stopper{[this] { server->stop(); }};
        witness.set_door(true);
        CPPUNIT_ASSERT(client.answer().starts_with("Status: 202 Accepted\r\n"));
        stopper.join();
    }

    void an_idle_server_stops_at_once()
    {
        // A hang would stop the whole run; nothing is timed.
        server->stop();
        FcgiClient late{path}; // the socket's queue takes it; none accepts
        CPPUNIT_ASSERT(witness.seen.empty());
    }

    void a_socket_made_blocking_by_another_process_delays_no_stop()
    {
        CPPUNIT_ASSERT_EQUAL(0, ::fcntl(listener.get(), F_SETFL, 0));
        a_request_is_read_and_answered();
        std::this_thread::sleep_for(100ms); // its thread is in accept() again by now
        auto stopped = std::async(std::launch::async, [this] { server->stop(); });
        const bool in_time = stopped.wait_for(10s) == std::future_status::ready;
        if (!in_time) a_request_is_read_and_answered(); // so that only this test fails
        stopped.wait();
        CPPUNIT_ASSERT(in_time);
    }

private:
    void a_last_request_is_the_third()
    {
        FcgiClient client{path};
        client.begin(post(0));
        client.send_body("");
        client.answer();
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, witness.seen.size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ServerTest);

} // namespace
