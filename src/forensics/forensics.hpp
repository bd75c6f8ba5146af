// The forensics product: the network this host is in, against what a basket says it must be.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "forensics/scan.hpp"

#include <string>
#include <vector>

namespace forensics {

// The artifact of forensics_run, or of forensics_custom when there are `targets`. Throws Fault when
// `basket_path` names no basket that can be read. When a check hangs, its thread goes on after this
// returns: end the process by _exit, as nothing it uses may be taken down.
base::json::Ref run(const std::string& basket_path, std::vector<Target> targets,
                    const ScanProgress& progress, const std::string& vantage = {},
                    std::chrono::milliseconds check_limit = k_check_limit);

// The artifact of the fixed basket with what is retired of it, for judging its entries
// (basket_health.hpp). Throws and hangs as run() does.
base::json::Ref run_on_whole(const std::string& basket_path);

// What was bought. With `targets` in the request: they are scanned at the addresses of `pins_view`
// ([{host, addresses}], looked up before the sale); when that is nullptr they are vetted here, and
// the error is the `detail` of a 422. Throws Fault as run() does, and for pins that are not ours.
struct Order {
    const std::string& basket_path;
    const json_t* request;
    const json_t* pins_view;
    const std::string& vantage; // the operator's word for this place; may be empty
    const ScanProgress& progress;
    std::chrono::milliseconds deadline; // from now; zero: the checks take what they are used to
};
base::Result<base::json::Ref, base::json::Ref> carry_out(const Order& order);

// Whether anything comes back that the checks ntp and portal ask for: a look of seconds. True when
// the basket has nothing to ask for. Throws Fault as run() does.
bool is_online(const std::string& basket_path);

// The basket itself, the files it names, and where this host's resolvers stand, which may be a link
// to elsewhere: for confine(). Throws Fault as run() does.
std::vector<std::string> files_of(const std::string& basket_path);

} // namespace forensics
