// Fetches the list of CT logs and takes it in place of the old one, if it is the publisher's.
#pragma once

#include "net/http_client.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace cli {

enum class ReferenceUpdate {
    replaced,
    unchanged,
    // What follows leaves the old list as it is.
    no_answer,         // of the publisher, or one that is not 200
    bad_signature,     // not the publisher's, or cut
    unreadable,        // signed, but no list of logs that we understand
    too_few_operators, // fewer than four: no list of the real world
    older,             // than the one at hand: the server shows us the past
};
std::string_view to_text(ReferenceUpdate outcome);

struct ReferenceSource {
    std::string list_url;
    std::string signature_url;
    std::string key_pem;
};

// Replaces `path` at once, mode 0644, and keeps what was there as "<path>.previous". Throws Fault
// when a file cannot be written.
ReferenceUpdate update_log_list(net::HttpClient& http, const ReferenceSource& source,
                                const std::string& path);

// As long as no list is at hand after `update`, it is called again: after 1, 5 and 15 minutes,
// which `rest` waits. The last outcome.
ReferenceUpdate update_until_there(const std::function<ReferenceUpdate()>& update,
                                   const std::function<bool()>& is_there,
                                   const std::function<void(std::chrono::minutes)>& rest);

} // namespace cli
