#include "cli/online_report.hpp"

#include "base/json.hpp"
#include "cli/terminal_text.hpp"
#include "net/url.hpp"

#include <iostream>
#include <optional>

namespace cli {

void OnlineReport::tell(std::string_view state, const Look& look, std::ostream& for_people) const
{
    const auto& [name, detail, mend] = look;
    if (m_form == Form::json) {
        const auto maybe = mend.empty() ? std::nullopt : std::optional{mend};
        const auto line =
            base::json::object("name", name, "state", state, "detail", detail, "mend", maybe);
        // A line each, since some looks wait long.
        std::cout << base::json::dump(line.get()) << '\n' << std::flush;
        return;
    }
    const auto text = base::concat(name, ": ", detail, mend.empty() ? "" : ": ", mend);
    for_people << state << ": " << safe_on_terminal(text) << '\n';
}

void OnlineReport::good(const Look& look)
{
    tell("ok", look, std::cout);
}

void OnlineReport::note(const Look& look)
{
    tell("note", look, std::cout);
}

void OnlineReport::wrong(const Look& look)
{
    tell("wrong", look, std::cerr);
    m_wrong = true;
}

void OnlineReport::silent(const Look& look)
{
    tell("no answer", look, std::cerr);
    m_silent = true;
}

void OnlineReport::mending(const Look& look, const Deeds& deeds)
{
    tell(deeds.are_only_told() ? "would mend" : "mending", look, std::cout);
}

Exit OnlineReport::exit() const
{
    if (m_wrong) return Exit::usage;
    return m_silent ? Exit::unreachable : Exit::ok;
}

std::string origin_for_people(const std::string& url)
{
    const auto parts = net::parse_url(url);
    return parts ? parts->origin : std::string{"?"};
}

} // namespace cli
