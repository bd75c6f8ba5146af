// One analysis as a process: request JSON in, artifact JSON out (DESIGN.md, 9).
#pragma once

#include "analysis/registry.hpp"
#include "analysis/system_calls.hpp"
#include "base/json.hpp"
#include "llm/model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace analysis {

// Exit statuses the worker tells apart.
inline constexpr int k_exit_artifact = 0;
inline constexpr int k_exit_usage = 2;
inline constexpr int k_exit_refused = 3;
inline constexpr int k_exit_deadline = 4;

// What the run of that product, or errand, does its work with: nothing that makes an artifact of a
// text alone gets a socket.
Sockets sockets_of(std::string_view key);

struct RunResult {
    int exit_status = k_exit_artifact;
    // The artifact as RFC 8785 has it, or the 422 body; one line without its end. Where a model was
    // asked {"artifact", "transcript"}, so that the record is kept beside what was made of it.
    std::string output;
};

// What the worker adds to a request, beside it: {"deadline_ms", "vantage", "pins", "pages",
// "model"}, each where it has something to say; `model` as llm::settings_json() has it. A buyer's
// own members of these names say nothing.
struct Envelope {
    // nullopt: no JSON object.
    static std::optional<Envelope> parse(std::string_view text);

    [[nodiscard]] std::optional<std::int64_t> deadline_ms() const;

    base::json::Ref members = base::json::object();
};

// What a run has beside its request.
struct RunOptions {
    int progress_fd = -1; // negative: progress is told to nothing
    std::string basket_path{};
    Envelope envelope{};
    // Asked where the envelope has settings for it; nullptr: there is none.
    llm::Model* model = nullptr;
};

// Runs the product or errand `key`, one of `engines`, on `request_text` (empty = "{}"). Refused,
// with the body {"detail":[..]}: JSON or fields request::check_request refuses, and `tier` or
// `type` that differs from what the product fixes. Progress goes as JSON lines to `progress_fd`.
// Throws Fault when the product needs a basket and `basket_path` names none that can be read.
RunResult run_product(const Engines& engines, std::string_view key, std::string_view request_text,
                      const RunOptions& options = {});

// The clock of the envelope's deadline, if it has one, starts here: when it has run out the process
// ends with k_exit_deadline. Not that of a scan, which ends by itself, with what it has.
void arm_deadline(std::string_view key, const Envelope& envelope);

// For runs that handle what strangers' servers sent, many at once: all others come first (that this
// is refused is only logged), and who reads a page ends after some seconds of processor time.
// Throws Fault where that cannot be bounded.
void be_modest(std::string_view key);

// The largest request of all that is sold, and the largest envelope or page of the worker.
std::size_t most_input_bytes();

// All that descriptor gives. Throws Fault on a read error or past `limit` bytes.
std::string read_input(int descriptor, std::size_t limit);

// Whether a descriptor is open here.
bool is_open(int fd);

} // namespace analysis
