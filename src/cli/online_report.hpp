// What was looked up of a configuration, a line each, and what it comes to: on stdout what is in
// order, on stderr what is not.
#pragma once

#include "cli/verbs.hpp"

#include <string>

namespace cli {

class OnlineReport {
public:
    void good(const std::string& line);
    // Worth knowing, and nothing is wrong.
    void note(const std::string& line);
    // Something contradicts the configuration.
    void wrong(const std::string& line);
    // Something did not answer.
    void silent(const std::string& line);

    // Exit::usage where something was wrong, else Exit::unreachable where something was silent.
    [[nodiscard]] Exit exit() const;

private:
    bool m_wrong = false;
    bool m_silent = false;
};

// The name of an endpoint in its lines. Never the whole URL: its path may hold a key.
std::string origin_for_people(const std::string& url);

} // namespace cli
