#include "cli/online_report.hpp"

#include "net/url.hpp"

#include <iostream>

namespace cli {

void OnlineReport::good(const std::string& line)
{
    std::cout << "ok: " << line << '\n';
}

void OnlineReport::note(const std::string& line)
{
    std::cout << "note: " << line << '\n';
}

void OnlineReport::wrong(const std::string& line)
{
    std::cerr << "wrong: " << line << '\n';
    m_wrong = true;
}

void OnlineReport::silent(const std::string& line)
{
    std::cerr << "no answer: " << line << '\n';
    m_silent = true;
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
