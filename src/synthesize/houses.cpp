#include "synthesize/houses.hpp"

#include "base/concat.hpp"
#include "net/registrable_domain.hpp"
#include "reading/ascii.hpp"
#include "reading/links.hpp"
#include "synthesize/asked.hpp"

#include <algorithm>

namespace synthesize {

namespace {

// Parts of a path before the name of a user.
constexpr std::string_view k_before_user[] = {"u",        "user",   "users",  "profile",
                                              "profiles", "member", "members"};
// Parts of a path behind the name of a user, and before the number of what that one wrote.
constexpr std::string_view k_behind_user[] = {"status", "statuses"};
// Names of hosts and parts of paths under which people talk to each other.
constexpr std::string_view k_of_conversation[] = {
    "boards", "comments", "community", "discuss", "discussion", "discussions",
    "forum",  "forums",   "questions", "r",       "showthread", "t",
    "thread", "threads",  "topic",     "topics",  "viewtopic",  "conversation"};

bool is_any(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

// What stands between any of the marks, without what is empty.
std::vector<std::string_view> parts_between(std::string_view text, std::string_view marks)
{
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const auto part = text.substr(0, text.find_first_of(marks));
        if (!part.empty()) out.push_back(part);
        text.remove_prefix(std::min(text.size(), part.size() + 1));
    }
    return out;
}

// The user whose pages the path is of; empty: none is told.
std::string_view user_in(const std::vector<std::string_view>& path)
{
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i].size() > 1 && (path[i].front() == '@' || path[i].front() == '~'))
            return path[i].substr(1);
        if (i + 1 < path.size() && is_any(path[i], k_before_user)) return path[i + 1];
    }
    const bool wrote = path.size() >= 3 && is_any(path[1], k_behind_user);
    return wrote ? path[0] : std::string_view{};
}

bool is_of_conversation(std::string_view host, std::string_view path)
{
    const auto tells = [](std::string_view part) { return is_any(part, k_of_conversation); };
    return std::ranges::any_of(parts_between(host, "."), tells) ||
           std::ranges::any_of(parts_between(path, "/."), tells);
}

// "kestrel" of "Posted by kestrel on Monday", where a page of a conversation begins so.
std::string signed_by(std::string_view text)
{
    constexpr std::size_t k_head = 300; // bytes
    const std::string head = lower(text.substr(0, k_head));
    for (const std::string_view cue : {"posted by ", "asked by ", "started by ", "written by "}) {
        const auto at = head.find(cue);
        if (at == std::string::npos) continue;
        const auto name = std::string_view{head}.substr(at + cue.size());
        return std::string{name.substr(0, name.find_first_of(" \t\r\n,.:;|"))};
    }
    return {};
}

} // namespace

std::string house_of(const Material& material)
{
    if (material.url.empty()) return {};
    const std::string url = lower(material.url);
    const auto authority = reading::authority_of(url);
    auto host = authority.host;
    while (host.ends_with('.')) host.remove_suffix(1);
    if (host.empty()) return {};
    const bool is_ascii = std::all_of(host.begin(), host.end(), [](char c) { return c > ' '; });
    std::string out{host};
    if (is_ascii) out = net::registrable_domain(host).value_or(out);
    const auto path = authority.rest.substr(0, authority.rest.find_first_of("?#"));
    if (const auto user = user_in(parts_between(path, "/")); !user.empty())
        return base::concat(out, '/', user);
    if (!is_of_conversation(host, path)) return out;
    const auto author = material.author.empty() ? signed_by(material.text) : lower(material.author);
    if (!author.empty()) out += base::concat('/', author);
    return out;
}

} // namespace synthesize
