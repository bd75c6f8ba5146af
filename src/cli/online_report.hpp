// What was looked at, a line each, and what it comes to. Sentences for people: on stdout what is in
// order, on stderr what is not. JSON for programs: all on stdout, an object in a line.
#pragma once

#include "cli/deeds.hpp"

#include <iosfwd>
#include <string>
#include <string_view>

namespace cli {

struct Look {
    std::string name;   // of what was looked at
    std::string detail; // what was seen
    std::string mend{}; // what is to be done about it; "": nothing
};

class OnlineReport {
public:
    enum class Form { sentences, json };

    explicit OnlineReport(Form form = Form::sentences) : m_form{form} {}

    void good(const Look& look);
    // Worth knowing, and nothing is wrong.
    void note(const Look& look);
    // Something contradicts the configuration.
    void wrong(const Look& look);
    // Something did not answer.
    void silent(const Look& look);
    // Something is about to be mended, or would be.
    void mending(const Look& look, const Deeds& deeds);

    // Exit::usage where something was wrong, else Exit::unreachable where something was silent.
    [[nodiscard]] Exit exit() const;

private:
    void tell(std::string_view state, const Look& look, std::ostream& for_people) const;

    Form m_form;
    bool m_wrong = false;
    bool m_silent = false;
};

// The name of an endpoint in its lines. Never the whole URL: its path may hold a key.
std::string origin_for_people(const std::string& url);

} // namespace cli
