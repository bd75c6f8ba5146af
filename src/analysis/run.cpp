#include "analysis/run.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "catalog/errands.hpp"
#include "catalog/lanes.hpp"
#include "request/fields.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace analysis {

namespace json = base::json;

namespace {

constexpr std::int64_t k_longest_deadline_ms = 3'600'000;

RunResult refused(json::Ref detail)
{
    return {k_exit_refused, json::dump(json::object("detail", std::move(detail)).get())};
}

// The product fixes tier and type; a request that names another one is for another product.
void check_fixed(const catalog::Product& product, const json_t* request_view, json_t* problems)
{
    for (const char* name : {"tier", "type"}) {
        const json_t* given_view = json::member(request_view, name);
        if (given_view == nullptr) continue;
        if (json_is_string(given_view) && json::text_of(given_view) == product.variant) continue;
        json::append(problems, json::object("loc", json::array("body", name), "msg",
                                            base::concat("Input should be '", product.variant, "'"),
                                            "type", "literal_error", "ctx",
                                            json::object("expected",
                                                         base::concat("'", product.variant, "'"))));
    }
}

Progress progress_to(int fd)
{
    return [fd](std::string_view stage, std::size_t done, std::size_t total) {
        if (fd < 0) return;
        std::string line =
            json::dump(json::object("stage", stage, "done", done, "total", total).get());
        line += '\n';
        // Progress is a courtesy: a reader who has gone away does not end the analysis.
        static_cast<void>(!write(fd, line.data(), line.size()));
    };
}

void end_at_deadline(int)
{
    _exit(k_exit_deadline);
}

// Its request is the worker's.
RunResult run_errand(Errand errand, std::string_view request_text, const std::string& basket_path)
{
    const auto request = json::parse(request_text);
    const auto told = errand(request ? request->get() : nullptr, basket_path);
    if (!told) return {k_exit_usage, {}};
    return {k_exit_artifact, base::canonical_json_of_ours(told.get())};
}

} // namespace

std::optional<Envelope> Envelope::parse(std::string_view text)
{
    auto parsed = json::parse(text);
    if (!parsed || !json_is_object(parsed->get())) return std::nullopt;
    return Envelope{std::move(*parsed)};
}

std::optional<std::int64_t> Envelope::deadline_ms() const
{
    const auto limit = json::integer_member(members.get(), "deadline_ms");
    if (!limit || *limit <= 0) return std::nullopt;
    return std::min(*limit, k_longest_deadline_ms);
}

RunResult run_product(const Engines& engines, std::string_view key, std::string_view request_text,
                      const RunOptions& options)
{
    if (const Errand errand = engines.errand_of(key))
        return run_errand(errand, request_text, options.basket_path);
    const catalog::Product* product = catalog::find_product(key);
    const Engine engine = product == nullptr ? nullptr : engines.engine_of(*product);
    if (engine == nullptr) return {k_exit_usage, {}};
    auto problems = json::array();
    const auto parsed = json::parse(request_text.empty() ? std::string_view{"{}"} : request_text);
    if (parsed && json_is_object(parsed->get()))
        check_fixed(*product, parsed->get(), problems.get());
    auto checked = request::check_request(*product, request_text);
    if (!checked) {
        for (std::size_t i = 0; i < json_array_size(checked.error().get()); ++i)
            json::append(problems.get(), json::share(json_array_get(checked.error().get(), i)));
    }
    if (json_array_size(problems.get()) > 0) return refused(std::move(problems));
    const auto request = json::parse(*checked);
    if (!request) throw base::Fault{"a checked request does not parse"};
    const json_t* given_view = options.envelope.members.get();
    const auto vantage = json::text_member(given_view, "vantage").value_or("");
    std::optional<llm::Consultation> consultation;
    if (const auto settings = llm::parse_settings(json::object_member(given_view, "model"));
        settings && options.model != nullptr)
        consultation.emplace(*options.model, *settings);
    const auto artifact =
        engine(*product, request->get(),
               {.progress = progress_to(options.progress_fd),
                .basket_path = options.basket_path,
                .pins_view = json::member(given_view, "pins"),
                .vantage = std::string{vantage},
                .pages_view = json::member(given_view, "pages"),
                .deadline = std::chrono::milliseconds{options.envelope.deadline_ms().value_or(0)},
                .consultation = consultation ? &*consultation : nullptr});
    if (!artifact) return refused(json::share(artifact.error().get()));
    if (!consultation) return {k_exit_artifact, base::canonical_json_of_ours(artifact->get())};
    const auto both = json::object("artifact", json::share(artifact->get()), "transcript",
                                   llm::transcript_json(*consultation));
    return {k_exit_artifact, base::canonical_json_of_ours(both.get())};
}

Sockets sockets_of(std::string_view key)
{
    return catalog::needs_sockets(key) ? Sockets::internet : Sockets::none;
}

void arm_deadline(std::string_view key, const Envelope& envelope)
{
    const catalog::Product* product = catalog::find_product(key);
    if (product == nullptr || catalog::row_of(product->lane).scans) return;
    const auto milliseconds = envelope.deadline_ms();
    if (!milliseconds) return;
    struct sigaction action {};
    action.sa_handler = end_at_deadline;
    itimerval timer{};
    timer.it_value.tv_sec = *milliseconds / 1000;
    timer.it_value.tv_usec = (*milliseconds % 1000) * 1000;
    if (sigaction(SIGALRM, &action, nullptr) != 0 || setitimer(ITIMER_REAL, &timer, nullptr) != 0)
        throw base::Fault::from_errno("the deadline cannot be armed");
}

void be_modest(std::string_view key)
{
    constexpr int k_niceness = 10;
    constexpr rlim_t k_reader_cpu_sec = 2;
    if (key != catalog::k_fetch && key != catalog::k_extract) return;
    // A courtesy: where it is refused, as by a unit's SystemCallFilter=, the work is done anyway.
    if (setpriority(PRIO_PROCESS, 0, k_niceness) != 0)
        base::log::warning("priority_kept", {{"errno", errno}});
    if (key == catalog::k_fetch) return;
    const rlimit limit{k_reader_cpu_sec, k_reader_cpu_sec};
    if (setrlimit(RLIMIT_CPU, &limit) != 0) throw base::Fault::from_errno("RLIMIT_CPU");
}

std::size_t most_input_bytes()
{
    // Two megabytes of pages, a character of which JSON may write in six.
    constexpr std::size_t k_of_the_worker = std::size_t{13} << 20U;
    std::size_t largest = 0;
    for (const auto& product : catalog::products())
        largest = std::max(largest, product.body_max_bytes);
    return largest + k_of_the_worker;
}

std::string read_input(int descriptor, std::size_t limit)
{
    std::string out;
    std::array<char, 65'536> block{};
    for (;;) {
        const ssize_t got = read(descriptor, block.data(), block.size());
        if (got == 0) return out;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw base::Fault::from_errno("the input cannot be read");
        out.append(block.data(), static_cast<std::size_t>(got));
        if (out.size() > limit) throw base::Fault{"the input is too long"};
    }
}

bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) != -1;
}

} // namespace analysis
