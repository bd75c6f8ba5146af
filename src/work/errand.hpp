// What assay-run is handed for a job.
#pragma once

#include "base/json.hpp"
#include "llm/chat.hpp"

#include <chrono>
#include <string>

namespace work {

// The bare request, and what the worker adds to it: two texts of JSON.
struct Errand {
    std::string request;
    std::string envelope;
};

struct Additions {
    std::chrono::milliseconds deadline{0};
    std::string vantage{};                // empty: it is not told
    base::json::Ref pages{};              // as gathered; nullptr: none
    const llm::Settings* model = nullptr; // of the line on descriptor 5; nullptr: there is none
};

// `stored_request` has `_pins` beside the buyer's members (DESIGN.md, 9). Throws Fault when it is
// not a JSON object.
Errand make_errand(const std::string& stored_request, Additions additions);

} // namespace work
