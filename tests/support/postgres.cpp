#include "support/postgres.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <vector>

namespace support {

namespace {

using namespace std::chrono_literals;

const std::string k_programs = "/usr/lib/postgresql/15/bin/";

// The server does not run as root.
const passwd* other_user()
{
    if (::geteuid() != 0) return nullptr;
    const passwd* const own = ::getpwnam("postgres");
    return own != nullptr ? own : ::getpwnam("nobody");
}

pid_t start(const std::string& log, std::vector<std::string> command)
{
    command.front() = k_programs + command.front();
    if (const passwd* const user = other_user()) {
        const std::string id = std::to_string(user->pw_uid);
        const std::string group = std::to_string(user->pw_gid);
        // A change of user would take the death signal away.
        const std::string before[] = {"setpriv",        "--reuid",     id,    "--regid", group,
                                      "--clear-groups", "--pdeathsig", "QUIT"};
        command.insert(command.begin(), std::begin(before), std::end(before));
    }
    const base::Fd file{::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)};
    if (!file.is_open()) throw base::Fault::from_errno("cannot open " + log);
    return base::spawn({.command = command,
                        .environment = {{"LC_ALL", "C"}, {"TZ", "UTC"}},
                        .descriptors = {-1, file.get(), file.get()},
                        .death_signal = SIGQUIT});
}

} // namespace

bool Postgres::is_installed()
{
    return ::access((k_programs + "postgres").c_str(), X_OK) == 0;
}

Postgres& Postgres::here()
{
    static Postgres s_own;
    return s_own;
}

Postgres::Postgres() : m_owner{::getpid()}
{
    if (const passwd* const user = other_user())
        if (::chown(m_folder.path().c_str(), user->pw_uid, user->pw_gid) != 0)
            throw base::Fault::from_errno("cannot give the server its folder");
    const std::string data = m_folder.file("data");
    const std::string log = m_folder.file("log");
    int status = -1;
    const pid_t made = start(log, {"initdb", "-D", data, "--encoding=UTF8", "--locale=C",
                                   "--no-sync", "--auth=trust", "--username=assay"});
    if (::waitpid(made, &status, 0) != made || status != 0)
        throw base::Fault{"initdb has failed: " + base::read_file(log, 100000)};
    m_server =
        start(log, {"postgres", "-D", data, "-k", m_folder.path(), "-c", "listen_addresses=", "-c",
                    "fsync=off", "-c", "max_connections=200", "-c", "deadlock_timeout=100ms"});
    const std::string address = url("postgres");
    m_connection.emplace(db::Options{.path = {}, .url = address, .patience = 60s});
    for (const auto until = std::chrono::steady_clock::now() + 60s;;) {
        try {
            m_connection->open();
            return;
        } catch (const base::Fault&) {
            if (std::chrono::steady_clock::now() > until) throw;
        }
        std::this_thread::sleep_for(20ms);
    }
}

Postgres::~Postgres()
{
    if (m_owner != ::getpid() || m_server < 0) return;
    ::kill(m_server, SIGQUIT);
    ::waitpid(m_server, nullptr, 0);
}

std::string Postgres::url(const std::string& database) const
{
    return base::concat("postgresql:///", database, "?user=assay&host=", m_folder.path());
}

std::string Postgres::fresh_url()
{
    const std::string name = base::concat("test", ++m_schemas);
    run("CREATE SCHEMA " + name);
    return base::concat(url("postgres"), "&options=-c%20search_path%3D", name);
}

std::string Postgres::fresh_database()
{
    const std::string name = base::concat("database", ++m_schemas);
    run("CREATE DATABASE " + name);
    return url(name);
}

void Postgres::run(const std::string& sql)
{
    m_connection->run(sql);
}

} // namespace support
