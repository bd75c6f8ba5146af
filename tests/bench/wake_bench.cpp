// How long a commit takes to reach a thread that waits for it, on a running stack:
//
//   wake-bench DATABASE WAKE_FILE PORT ROUNDS
//
// Prints two lines `NAME P50 P99 MAX` in milliseconds. `store`: from COMMIT to the job read by
// another process that waits as a pool does. `request`: from COMMIT to the whole answer of
// `GET /v1/job/{id}` with `Prefer: wait` in the hands of a client, through nginx and the slow pool.
// The commit is a payment's settlement, which moves a job from settling to queued, in a lane that
// no worker serves.
#include "base/clock.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "db/database.hpp"
#include "job/wake.hpp"
#include "store/reading.hpp"
#include "store/reservations.hpp"
#include "support/processes.hpp"
#include "support/temp_database.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Longer than a request needs to come to its wait, on a machine with other work.
constexpr milliseconds k_settling_in{30};
constexpr std::size_t k_answer_buffer = 16 * 1024;

struct Places {
    std::string database;
    std::string wake_file;
    std::uint16_t port = 0;
    int rounds = 0;
};

std::int64_t now_ns()
{
    return steady_clock::now().time_since_epoch().count();
}

// Notes when SQLite has committed: the hook runs after the commit, before anybody is notified.
class CommitTime {
public:
    // Of the next connection that is opened.
    CommitTime() { sqlite3_auto_extension(reinterpret_cast<void (*)()>(&CommitTime::opened)); }
    ~CommitTime() { sqlite3_reset_auto_extension(); }
    CommitTime(const CommitTime&) = delete;
    CommitTime& operator=(const CommitTime&) = delete;

    // Once the connection is set up, which takes any hook away.
    void watch() { sqlite3_wal_hook(s_opened, &CommitTime::committed, this); }
    [[nodiscard]] std::int64_t last_ns() const { return m_last_ns; }

private:
    static int opened(sqlite3* connection, char**, const sqlite3_api_routines*)
    {
        s_opened = connection;
        return SQLITE_OK;
    }
    static int committed(void* self, sqlite3*, const char*, int)
    {
        static_cast<CommitTime*>(self)->m_last_ns = now_ns();
        return SQLITE_OK;
    }

    static inline sqlite3* s_opened = nullptr;
    std::int64_t m_last_ns = 0;
};

// A process with stores of its own on the stack's database.
struct Session {
    explicit Session(const Places& places)
        : database{{.path = places.database}}, waker{places.wake_file}
    {
    }

    // A job that waits for its settlement. `number`: another one for each.
    job::Payment begin(unsigned number)
    {
        auto order = support::reservation_order(number);
        order.goods.lane = "bench";
        order.goods.lane_capacity = 1'000'000;
        auto payment = reservations.reserve(order);
        if (!payment) throw base::Fault{"no job could be reserved: does the worker live?"};
        if (!reservations.mark_settle_sent(*payment, order))
            throw base::Fault{"the reservation was lost"};
        return *std::move(payment);
    }

    base::SystemClock clock;
    db::Database database;
    job::Waker waker;
    store::Access at{database, clock, waker};
    store::Reservations reservations{at};
    store::Reading reading{at};
};

void print(const char* name, std::vector<std::int64_t>& nanoseconds)
{
    std::ranges::sort(nanoseconds);
    const auto at = [&](double share) {
        const auto index = static_cast<double>(nanoseconds.size() - 1) * share;
        return static_cast<double>(nanoseconds[static_cast<std::size_t>(index)]) / 1e6;
    };
    std::printf("%s %.3f %.3f %.3f\n", name, at(0.5), at(0.99), at(1.0));
    std::fflush(stdout);
}

// The waiter's process: for each id, waits until its job is no longer settling, tells when.
int wait_in_process(const Places& places, support::Ledger& ids, support::Ledger& answers)
{
    Session session{places};
    job::WakeWatcher watcher{places.wake_file};
    for (int i = 0; i < places.rounds; ++i) {
        const auto id = *value::JobId::parse(ids.read());
        for (;;) {
            const std::uint64_t ticket = watcher.ticket();
            const auto view = session.reading.find(id, store::Reading::Artifact::leave);
            if (view && view->job.state != job::State::settling) break;
            watcher.wait(ticket, std::chrono::seconds{2});
        }
        answers.write(base::concat(now_ns()));
    }
    return 0;
}

std::int64_t nanoseconds_in(const std::string& text)
{
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void measure_store(const Places& places)
{
    support::Ledger ids;
    support::Ledger answers;
    support::Child waiter{[&] { return wait_in_process(places, ids, answers); }};
    CommitTime commit;
    Session session{places};
    commit.watch();
    std::vector<std::int64_t> took;
    for (int i = 0; i < places.rounds; ++i) {
        const job::Payment payment = session.begin(static_cast<unsigned>(i));
        ids.write(payment.job_id.text());
        std::this_thread::sleep_for(milliseconds{3});
        session.reservations.mark_settled(payment, "{}", "0xabc");
        took.push_back(nanoseconds_in(answers.read()) - commit.last_ns());
    }
    waiter.wait();
    print("store", took);
}

base::Fd connect_to(std::uint16_t port)
{
    base::Fd connection{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int one = 1;
    if (::connect(connection.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0)
        throw base::Fault::from_errno("connect");
    return connection;
}

// Reads until the server closes; returns when the whole answer was there.
std::int64_t read_answer(const base::Fd& connection)
{
    std::string answer;
    std::string block(k_answer_buffer, '\0');
    for (;;) {
        const ssize_t got = ::recv(connection.get(), block.data(), block.size(), 0);
        if (got < 0) throw base::Fault::from_errno("recv");
        if (got == 0) break;
        answer.append(block, 0, static_cast<std::size_t>(got));
    }
    const std::int64_t arrived = now_ns();
    if (!answer.starts_with("HTTP/1.1 202") || answer.find("\"queued\"") == std::string::npos)
        throw base::Fault{base::concat("not the answer of a queued job: ", answer)};
    return arrived;
}

void measure_request(const Places& places)
{
    CommitTime commit;
    Session session{places};
    commit.watch();
    std::vector<std::int64_t> took;
    for (int i = 0; i < places.rounds; ++i) {
        const auto payment = session.begin(static_cast<unsigned>(places.rounds + i));
        const base::Fd connection = connect_to(places.port);
        const std::string request = base::concat(
            "GET /v1/job/", payment.job_id.text(),
            " HTTP/1.1\r\nHost: bench\r\nPrefer: wait=20\r\nConnection: close\r\n\r\n");
        if (::send(connection.get(), request.data(), request.size(), 0) !=
            static_cast<ssize_t>(request.size()))
            throw base::Fault::from_errno("send");
        std::this_thread::sleep_for(k_settling_in);
        session.reservations.mark_settled(payment, "{}", "0xabc");
        took.push_back(read_answer(connection) - commit.last_ns());
    }
    print("request", took);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        if (argc != 5) throw base::Fault{"wake-bench DATABASE WAKE_FILE PORT ROUNDS"};
        const Places places{argv[1], argv[2], static_cast<std::uint16_t>(nanoseconds_in(argv[3])),
                            static_cast<int>(nanoseconds_in(argv[4]))};
        measure_store(places);
        measure_request(places);
        return 0;
    } catch (const std::exception& fault) {
        std::cerr << "wake-bench: " << fault.what() << '\n';
        return 1;
    }
}
