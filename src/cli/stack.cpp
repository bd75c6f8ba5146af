// `assay stack`: the whole house in the foreground on one machine where nothing is installed. What
// systemd's units do for a deployed one: nginx, the pools and the worker, restarted when they die.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "catalog/catalog.hpp"
#include "cli/arguments.hpp"
#include "cli/filled.hpp"
#include "cli/supervisor.hpp"
#include "cli/verbs.hpp"
#include "config/credentials.hpp"
#include "net/curl_http_client.hpp"
#include "startup/installation.hpp"
#include "startup/load_config.hpp"

#include <openssl/crypto.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace cli {

namespace {

using std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr int k_backlog = 1024; // measured: a short backlog turns a burst into 502s
constexpr std::chrono::seconds k_start_patience{30};
constexpr std::size_t k_template_limit = 64 * 1024;

// Opened here and handed to every process of a pool, so that a restart loses no connection.
base::Fd listen_on(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        throw base::Fault{
            base::concat("the run directory's path is too long for a socket: ", path)};
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    base::Fd listener{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    ::unlink(path.c_str());
    if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener.get(), k_backlog) != 0)
        throw base::Fault::from_errno(base::concat("cannot listen on ", path));
    return listener;
}

struct StackPlan {
    std::string config;        // path of assay.toml
    std::string run_directory; // everything lives below it
    std::string nginx_files;   // directory with assay.conf, fastcgi.conf
    bool limits = false;       // nginx limits what one client may ask for
};

class Stack {
public:
    Stack(const StackPlan& plan, const config::Config& config)
        : m_plan{plan}, m_config{config}, m_run{fs::absolute(plan.run_directory)},
          m_programs{startup::program_directory()}
    {
        for (const char* each : {"run", "log", "tmp", "nginx"})
            fs::create_directories(m_run / each);
        ::chmod(m_run.c_str(), 0755); // nginx's workers pass through
        m_fast = listen_on(m_run / "run/fast.sock");
        m_slow = listen_on(m_run / "run/slow.sock");
        m_agents = listen_on(m_run / "run/agents.sock");
    }

    // Prints READY and the origin once everything answers; false when that takes too long.
    bool run()
    {
        render();
        write_nginx_files();
        Supervisor supervisor{m_run / "log"};
        supervisor.start(program("worker", {m_programs / "assay-worker"}));
        const auto& http = m_config.http;
        const std::string api = m_programs / "assay-api";
        start_pool(supervisor, {"fast", m_fast, http.fast_processes, http.fast_threads}, {api});
        // As CPUSchedulingPolicy= in their units.
        const std::vector<std::string> batch{"chrt", "--batch", "0", api};
        start_pool(supervisor, {"slow", m_slow, http.slow_processes, http.slow_threads}, batch);
        start_pool(supervisor, {"agents", m_agents, /*processes=*/1, http.slow_threads}, batch);
        Program nginx = program("nginx", {"nginx", "-e", m_run / "log/nginx.error.log", "-p", m_run,
                                          "-c", m_run / "nginx/nginx.conf"});
        nginx.stop_signal = SIGQUIT; // answers what it has begun
        supervisor.start(std::move(nginx));

        const std::string origin = base::concat("http://", m_config.http.listen);
        const std::array<std::string, 1> origins{origin};
        const net::OperatorEgress egress{origins};
        net::CurlHttpClient client{egress};
        bool ready = false;
        const auto patience_ends = steady_clock::now() + k_start_patience;
        bool gave_up = false;
        supervisor.run([&] {
            if (ready) return true;
            ready = answers(client, origin);
            if (ready) std::cout << "READY " << origin << std::endl;
            gave_up = !ready && steady_clock::now() > patience_ends;
            return !gave_up;
        });
        if (gave_up)
            std::cerr << "the stack did not answer; see " << (m_run / "log").string() << '\n';
        return !gave_up;
    }

private:
    Program program(std::string name, std::vector<std::string> command) const
    {
        return {.name = std::move(name),
                .command = std::move(command),
                .environment = {{"ASSAY_CONFIG", m_plan.config}, {"ASSAY_RUN_DIR", m_run / "run"}},
                .standard_input = -1};
    }

    struct Pool {
        std::string name;
        const base::Fd& socket;
        int processes = 0;
        int threads = 0; // of each
    };

    void start_pool(Supervisor& supervisor, const Pool& pool,
                    const std::vector<std::string>& command) const
    {
        for (int i = 1; i <= pool.processes; ++i) {
            Program each = program(base::concat(pool.name, "-", i), command);
            each.environment.emplace_back("ASSAY_POOL", pool.name);
            each.environment.emplace_back("ASSAY_THREADS", base::concat(pool.threads));
            each.standard_input = pool.socket.get();
            supervisor.start(std::move(each));
        }
    }

    void render() const
    {
        fs::create_directories(m_config.discovery.document_root);
        const pid_t pid =
            base::spawn({.command = {m_programs / "assay", "render", "--config", m_plan.config,
                                     "--nginx", m_run / "nginx", "--nginx-log", m_run / "log"},
                         .environment = {},
                         .descriptors = {-1, 2, 2}});
        int status = 0;
        if (::waitpid(pid, &status, 0) != pid || status != 0)
            throw base::Fault{
                base::concat("assay render failed: ", base::describe_wait_status(status))};
    }

    void write_nginx_files() const
    {
        const Blanks words{{"@RUN@", m_run / "run"},
                           {"@WWW@", m_config.discovery.document_root},
                           {"@CONF@", m_run / "nginx"},
                           {"@RENDERED@", m_run / "nginx"},
                           {"@SITE@", m_run / "nginx"}};
        base::replace_file(m_run / "nginx/server.conf",
                           base::concat("listen ", m_config.http.listen, ";\nserver_name _;\n"),
                           0644);
        for (const char* name : {"assay.conf", "fastcgi.conf"}) {
            const auto text =
                base::read_file(fs::path{m_plan.nginx_files} / name, k_template_limit);
            base::replace_file(m_run / "nginx" / name, filled(text, words), 0644);
        }
        if (!m_plan.limits) fs::remove(m_run / "nginx/limits.conf");
        // nginx's own user could not enter a private run directory.
        const std::string user = ::geteuid() == 0 ? "user root;\n" : "";
        const std::string tmp = m_run / "tmp";
        base::replace_file(
            m_run / "nginx/nginx.conf",
            base::concat(
                user, "daemon off;\nworker_processes auto;\npid ",
                (m_run / "run/nginx.pid").string(), ";\nerror_log ",
                (m_run / "log/nginx.error.log").string(),
                " warn;\nevents { worker_connections 1024; }\nhttp {\n  client_body_temp_path ",
                tmp, "; fastcgi_temp_path ", tmp, "; proxy_temp_path ", tmp, "; uwsgi_temp_path ",
                tmp, "; scgi_temp_path ", tmp, ";\n  sendfile on; tcp_nopush on;\n  include ",
                (m_run / "nginx/assay.conf").string(), ";\n}\n"),
            0644);
    }

    // Through nginx, a pool and the worker's heartbeat: all of them are up.
    static bool answers(net::HttpClient& client, const std::string& origin)
    {
        const auto reply = client.send({.method = net::HttpMethod::get,
                                        .url = base::concat(origin, "/health"),
                                        .headers = {},
                                        .body = {},
                                        .connect_timeout = std::chrono::seconds{1},
                                        .total_timeout = std::chrono::seconds{2},
                                        .response_limit = k_template_limit});
        return reply && reply->status == 200 &&
               reply->body.find(R"("status":"down")") == std::string::npos &&
               reply->body.find(R"("rpc":"unknown")") == std::string::npos;
    }

    const StackPlan& m_plan;
    const config::Config& m_config;
    fs::path m_run;
    fs::path m_programs;
    base::Fd m_fast;
    base::Fd m_slow;
    base::Fd m_agents;
};

bool is_there(base::Result<std::string, std::string> credential)
{
    if (!credential) {
        std::cerr << credential.error() << '\n';
        return false;
    }
    std::string& secret = *credential;
    OPENSSL_cleanse(secret.data(), secret.size());
    return true;
}

// If they are missing, the worker ends again and again, and nothing answers.
bool has_worker_keys(const config::Config& config)
{
    const bool anchors = config.anchor.mode != config::AnchorMode::off;
    return (!anchors || is_there(config::read_anchor_credential(config))) &&
           is_there(config::read_llm_credential(config));
}

} // namespace

Exit run_stack(Words words)
{
    constexpr AcceptedOption k_options[] = {
        k_config_option, {"--run", true}, {"--nginx-files", true}, {"--limits"}};
    const auto arguments = Arguments::parse(words, k_options, 0);
    if (!arguments) return complain_usage(verb_named("stack"), arguments.error());
    const auto run_directory = arguments->value("--run");
    if (!run_directory) return complain_usage(verb_named("stack"), "--run DIR is missing");
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded || !has_worker_keys(loaded->config)) return Exit::usage;
    const StackPlan plan{
        .config = fs::absolute(loaded->file),
        .run_directory = *run_directory,
        .nginx_files =
            arguments->value("--nginx-files").value_or(startup::shared_file("nginx", "nginx")),
        .limits = arguments->has("--limits")};
    return Stack{plan, loaded->config}.run() ? Exit::ok : Exit::error;
}

} // namespace cli
