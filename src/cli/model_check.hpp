// What only the server of [llm] can say about it.
#pragma once

#include "cli/online_report.hpp"
#include "config/config.hpp"
#include "net/http_client.hpp"

#include <string>

namespace cli {

// Three questions: whether the model that is expected answers in the form that is asked for,
// whether its server enforces a schema against an order to do otherwise, and whether it reads a
// question as long as context_tokens allows from its first word on. `token`: for the server; empty:
// it wants none.
void check_model(const config::Llm& llm, const std::string& token, net::HttpClient& http,
                 OnlineReport& report);

} // namespace cli
