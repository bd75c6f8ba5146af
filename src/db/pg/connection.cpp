#include "db/pg/connection.hpp"

#include "base/concat.hpp"
#include "db/pg/error.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

namespace db::pg {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

using Parsed = std::unique_ptr<PQconninfoOption, base::Closer<PQconninfoFree>>;
using Words = std::unique_ptr<char, base::Closer<PQfreemem>>;

constexpr int k_oldest_server = 150000;
// The server ends a statement by itself; so much later its silence is taken for its end.
constexpr milliseconds k_grace{2000};
constexpr int k_binary = 1;
constexpr int k_text = 0;

struct Given {
    std::string options;
    bool has_password = false;
};

Given read(const std::string& url)
{
    if (!url.starts_with("postgresql://") && !url.starts_with("postgres://"))
        throw base::Fault{"the address of the store is no URL that begins with postgresql://"};
    char* words = nullptr;
    const Parsed parsed{PQconninfoParse(url.c_str(), &words)};
    const Words owned{words};
    if (!parsed)
        throw base::Fault{base::concat("the URL of the store cannot be read: ",
                                       words == nullptr ? "no memory" : words)};
    Given given;
    for (const PQconninfoOption* each = parsed.get(); each->keyword != nullptr; ++each) {
        if (each->val == nullptr) continue;
        if (std::strcmp(each->keyword, "password") == 0) given.has_password = true;
        if (std::strcmp(each->keyword, "options") == 0) given.options = each->val;
    }
    return given;
}

// A COMMIT whose wait for a standby was given up by the server, as for an administrator who ended
// it: kept here, and perhaps nowhere else.
constexpr std::string_view k_warning = "01000";

bool is_error(const PGresult* result)
{
    const ExecStatusType status = PQresultStatus(result);
    return status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY;
}

// The server tells it before there is a SQLSTATE to ask for.
bool has_no_place(std::string_view words)
{
    return words.find("too many c") != std::string_view::npos ||
           words.find("connection slots") != std::string_view::npos;
}

} // namespace

Connection::Connection(const Options& options)
    : m_url{options.url}, m_password{options.password},
      m_patience{options.patience}, m_process{::getpid()}
{
    Given given = read(m_url);
    if (given.has_password)
        throw base::Fault{"the URL of the store has a password: it belongs into a credential"};
    const auto limit = std::to_string(m_patience.count());
    m_settings =
        base::concat(given.options, " -c statement_timeout=", limit, " -c lock_timeout=", limit,
                     " -c idle_in_transaction_session_timeout=2000",
                     " -c default_transaction_isolation=read\\ committed -c synchronous_commit=on");
}

Connection::~Connection()
{
    close();
}

void Connection::close() noexcept
{
    // In a child it is the parent's, whom a word of farewell would cut off.
    if (m_handle && ::getpid() != m_process) {
        static_cast<void>(m_handle.release());
        return;
    }
    m_handle.reset();
}

void Connection::open()
{
    require_own_process();
    close();
    // What stands before the URL can be said otherwise in it.
    const std::pair<const char*, const char*> settings[] = {
        {"connect_timeout", "3"},        {"keepalives", "1"},       {"keepalives_idle", "10"},
        {"keepalives_interval", "5"},    {"keepalives_count", "3"}, {"tcp_user_timeout", "10000"},
        {"application_name", "assay"},   {"dbname", m_url.c_str()}, {"client_encoding", "UTF8"},
        {"options", m_settings.c_str()},
    };
    std::vector<const char*> names;
    std::vector<const char*> values;
    for (const auto& [name, value] : settings) {
        names.push_back(name);
        values.push_back(value);
    }
    if (!m_password.empty()) {
        names.push_back("password");
        values.push_back(m_password.c_str());
    }
    names.push_back(nullptr);
    values.push_back(nullptr);
    m_handle.reset(PQconnectdbParams(names.data(), values.data(), /*expand_dbname=*/1));
    if (PQstatus(m_handle.get()) != CONNECTION_OK) {
        const std::string words = m_handle ? PQerrorMessage(m_handle.get()) : "no memory";
        close();
        throw_error(has_no_place(words) ? "53300" : "", words, "connect");
    }
    PQsetNoticeReceiver(m_handle.get(), &hear, this);
    // Else a server that reads no more would keep us for ever in the middle of sending.
    PQsetnonblocking(m_handle.get(), 1);
    ++m_openings;
    try {
        require_what_we_need();
    } catch (...) {
        close();
        throw;
    }
}

void Connection::require_what_we_need()
{
    if (const int version = PQserverVersion(m_handle.get()); version < k_oldest_server)
        throw base::Fault{base::concat("the store is PostgreSQL ", version / 10000,
                                       ", needed is 15 or a later one")};
    const char* const encoding = PQparameterStatus(m_handle.get(), "server_encoding");
    if (encoding == nullptr || std::strcmp(encoding, "UTF8") != 0)
        throw base::Fault{base::concat("the database of the store has the encoding ",
                                       encoding == nullptr ? "unknown" : encoding,
                                       ", needed is UTF8")};
    const Result row = run("SELECT datcollate FROM pg_database WHERE datname = current_database()");
    const std::string_view collation = PQgetvalue(row.get(), 0, 0);
    // Another one orders texts otherwise than SQLite does.
    if (collation != "C")
        throw base::Fault{base::concat("the database of the store has the collation ", collation,
                                       ", needed is C")};
}

bool Connection::is_alive()
{
    // Whatever can be read while nothing was asked is a notice, or the end.
    while (m_handle) {
        pollfd socket{.fd = PQsocket(m_handle.get()), .events = POLLIN, .revents = 0};
        if (::poll(&socket, 1, 0) == 0) return true;
        if (PQconsumeInput(m_handle.get()) == 0) close();
    }
    return false;
}

void Connection::require_own_process() const
{
    if (::getpid() != m_process) throw base::Fault{"the connection to the store crossed a fork"};
}

PGconn* Connection::ready()
{
    require_own_process();
    if (!m_handle) throw_error("", "the connection is lost", "send");
    return m_handle.get();
}

Result Connection::run(const std::string& sql)
{
    return answer(PQsendQuery(ready(), sql.c_str()), sql);
}

void Connection::prepare(const std::string& name, const std::string& sql)
{
    answer(PQsendPrepare(ready(), name.c_str(), sql.c_str(), 0, nullptr), sql);
}

Result Connection::execute(const std::string& name, const std::vector<Argument>& arguments,
                           std::string_view what)
{
    std::vector<const char*> values;
    std::vector<int> lengths;
    std::vector<int> formats;
    for (const Argument& each : arguments) {
        values.push_back(each.is_null ? nullptr : each.value.c_str());
        lengths.push_back(static_cast<int>(each.value.size()));
        formats.push_back(each.is_binary ? k_binary : k_text);
    }
    Result result =
        answer(PQsendQueryPrepared(ready(), name.c_str(), static_cast<int>(arguments.size()),
                                   values.data(), lengths.data(), formats.data(), k_text),
               what);
    const std::string_view changed = PQcmdTuples(result.get());
    m_changes = 0;
    std::from_chars(changed.begin(), changed.end(), m_changes);
    return result;
}

// libpq would print it.
void Connection::hear(void* connection, const PGresult* notice)
{
    const char* const state = PQresultErrorField(notice, PG_DIAG_SQLSTATE);
    if (state != nullptr && state == k_warning)
        static_cast<Connection*>(connection)->m_is_warned = true;
}

Result Connection::answer(int is_sent, std::string_view what)
{
    m_is_warned = false;
    if (is_sent == 0) fail(nullptr, what);
    const Time until = deadline();
    Result last;
    Result failed;
    for (;;) {
        if (!wait(until)) end_waiting(what);
        Result next{PQgetResult(m_handle.get())};
        if (!next) break;
        (is_error(next.get()) && !failed ? failed : last) = std::move(next);
    }
    if (failed) fail(failed.get(), what);
    if (m_is_warned) {
        close();
        throw_error("", "no standby has confirmed it", what);
    }
    return last;
}

Connection::Time Connection::deadline() const
{
    return steady_clock::now() + m_patience + k_grace;
}

void Connection::end_waiting(std::string_view what)
{
    close();
    throw_error("", "no answer in time", what);
}

bool Connection::wait(Time until)
{
    for (;;) {
        const int more = PQflush(m_handle.get());
        if (more < 0 || (more == 0 && PQisBusy(m_handle.get()) == 0)) return true;
        switch (listen(more != 0, until)) {
        case Heard::something: break;
        case Heard::nothing_in_time: return false;
        case Heard::the_end: return true; // PQgetResult tells what has gone wrong
        }
    }
}

Connection::Heard Connection::listen(bool has_more_to_send, Time until)
{
    const auto left = duration_cast<milliseconds>(until - steady_clock::now()).count();
    pollfd socket{.fd = PQsocket(m_handle.get()),
                  .events = static_cast<short>(has_more_to_send ? POLLIN | POLLOUT : POLLIN),
                  .revents = 0};
    if (::poll(&socket, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) == 0)
        return Heard::nothing_in_time;
    const bool is_over = (socket.revents & ~POLLOUT) != 0 && PQconsumeInput(m_handle.get()) == 0;
    return is_over ? Heard::the_end : Heard::something;
}

void Connection::begin_copying(const std::string& sql, ExecStatusType expected)
{
    if (PQsendQuery(ready(), sql.c_str()) == 0) fail(nullptr, sql);
    if (!wait(deadline())) end_waiting(sql);
    const Result begun{PQgetResult(m_handle.get())};
    if (PQresultStatus(begun.get()) != expected) fail(begun.get(), sql);
}

void Connection::copy_out(const std::string& sql, const std::function<void(std::string_view)>& take)
{
    begin_copying(sql, PGRES_COPY_OUT);
    for (Time until = deadline();;) {
        char* piece = nullptr;
        const int size = PQgetCopyData(m_handle.get(), &piece, /*async=*/1);
        const Words owned{piece};
        if (size < 0) break;
        if (size > 0) {
            take({piece, static_cast<std::size_t>(size)});
            until = deadline();
            continue;
        }
        const Heard heard = listen(/*has_more_to_send=*/false, until);
        if (heard == Heard::nothing_in_time) end_waiting(sql);
        if (heard == Heard::the_end) fail(nullptr, sql);
    }
    answer(1, sql);
}

void Connection::begin_copy(const std::string& sql)
{
    begin_copying(sql, PGRES_COPY_IN);
}

void Connection::put(std::string_view bytes)
{
    constexpr std::string_view k_what = "send rows";
    if (PQputCopyData(ready(), bytes.data(), static_cast<int>(bytes.size())) != 1)
        fail(nullptr, k_what);
    // Else libpq would keep all that the server is too slow for.
    if (!wait(deadline())) end_waiting(k_what);
}

void Connection::end_copy()
{
    answer(PQputCopyEnd(ready(), nullptr), "send rows");
}

void Connection::fail(const PGresult* result, std::string_view what)
{
    const char* const known = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char* const said = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    std::string state = known == nullptr ? "" : known;
    const std::string words = said == nullptr ? PQerrorMessage(m_handle.get()) : said;
    if (PQstatus(m_handle.get()) != CONNECTION_OK) state.clear();
    if (is_gone(state)) close();
    throw_error(state, words, what);
}

} // namespace db::pg
