#include "reading/links.hpp"

#include "reading/ascii.hpp"

#include <algorithm>
#include <string>

namespace reading {

namespace {

constexpr std::size_t k_longest_target = 2'000;

bool is_scheme_byte(char c)
{
    return (reading::is_letter(c) && static_cast<unsigned char>(c) < 0x80) ||
           reading::is_digit(c) || c == '+';
}

class LinkFinder {
public:
    LinkFinder(std::string_view source, std::size_t most) : m_source{source}, m_most{most} {}

    std::vector<Link> run()
    {
        for (std::size_t i = 0; i < m_source.size() && m_found.size() < m_most; ++i) {
            const char c = m_source[i];
            if (c == ']' && m_source.substr(i, 2) == "](") markdown(i);
            if (c == ']' && m_source.substr(i, 3) == "]: ") definition(i);
            if (c == '=' && (follows(i, "src") || follows(i, "href"))) attribute(i);
            if (c == ':' && m_source.substr(i, 3) == "://") bare(i);
        }
        std::stable_sort(m_found.begin(), m_found.end(), [](const Link& left, const Link& right) {
            return left.begin < right.begin;
        });
        return std::move(m_found);
    }

private:
    [[nodiscard]] bool follows(std::size_t end, std::string_view word) const
    {
        return end > word.size() && m_source.substr(end - word.size(), word.size()) == word &&
               reading::is_blank(m_source[end - word.size() - 1]);
    }

    void add(std::size_t begin, std::size_t end, std::string_view text, bool loads, bool is_bare)
    {
        m_found.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                           m_source.substr(begin, end - begin), text, loads, is_bare});
        m_taken = std::max(m_taken, end);
    }

    void markdown(std::size_t close)
    {
        // Shorter than others: many links that nothing closes are read from each beginning.
        constexpr std::size_t k_longest_here = 600;
        const std::size_t begin = close + 2;
        const std::size_t limit = std::min(m_source.size(), begin + k_longest_here);
        std::size_t end = begin;
        int depth = 0;
        while (end < limit && m_source[end] != '\n') {
            if (m_source[end] == '(') ++depth;
            if (m_source[end] == ')' && depth-- == 0) break;
            ++end;
        }
        if (end >= limit || m_source[end] != ')') return;
        constexpr std::size_t k_longest_text = 200;
        const std::size_t from = close < k_longest_text ? 0 : close - k_longest_text;
        const std::size_t open = m_source.substr(from, close - from).rfind('[');
        if (open == std::string_view::npos) return;
        const std::size_t at = from + open;
        add(begin, end, m_source.substr(at + 1, close - at - 1), at > 0 && m_source[at - 1] == '!',
            /*is_bare=*/false);
    }

    void definition(std::size_t close)
    {
        const std::size_t line = m_source.rfind('\n', close);
        const std::size_t begin_of_line = line == std::string_view::npos ? 0 : line + 1;
        if (close - begin_of_line > 80 || m_source[begin_of_line] != '[') return;
        std::size_t end = close + 3;
        while (end < m_source.size() && !reading::is_blank(m_source[end])) ++end;
        add(close + 3, end, {}, /*loads=*/true, /*is_bare=*/false);
    }

    void attribute(std::size_t equals)
    {
        if (equals + 1 >= m_source.size()) return;
        const char quote = m_source[equals + 1];
        if (quote != '"' && quote != '\'') return;
        const std::size_t begin = equals + 2;
        const std::size_t end = m_source.substr(0, begin + k_longest_target).find(quote, begin);
        if (end == std::string_view::npos) return;
        const bool loads = m_source[equals - 1] == 'c';
        std::string_view text;
        if (!loads) {
            const std::size_t close = m_source.substr(0, end + 200).find('>', end);
            const std::size_t next = close == std::string_view::npos
                                         ? close
                                         : m_source.substr(0, close + 200).find('<', close);
            if (next != std::string_view::npos) text = m_source.substr(close + 1, next - close - 1);
        }
        add(begin, end, text, loads, /*is_bare=*/false);
    }

    void bare(std::size_t colon)
    {
        std::size_t begin = colon;
        while (begin > 0 && colon - begin < 10 && is_scheme_byte(m_source[begin - 1])) --begin;
        const auto scheme = m_source.substr(begin, colon - begin);
        if (begin < m_taken || (scheme != "http" && scheme != "https" && scheme != "ftp")) return;
        std::size_t end = colon + 3;
        const std::string_view stops = "\"'<>`)]},";
        while (end < m_source.size() && end - begin < k_longest_target &&
               !reading::is_blank(m_source[end]) &&
               stops.find(m_source[end]) == std::string_view::npos)
            ++end;
        while (end > begin && (m_source[end - 1] == '.' || m_source[end - 1] == ';')) --end;
        add(begin, end, {}, /*loads=*/false, /*is_bare=*/true);
    }

    std::string_view m_source;
    std::size_t m_most;
    std::vector<Link> m_found;
    std::size_t m_taken = 0; // what already belongs to a link
};

} // namespace

std::vector<Link> links_of(std::string_view source, std::size_t most)
{
    return LinkFinder{source, most}.run();
}

Authority authority_of(std::string_view address)
{
    Authority out;
    const std::size_t colon = address.find("://");
    if (colon == std::string_view::npos) return out;
    out.scheme = address.substr(0, colon);
    const std::string_view after = address.substr(colon + 3);
    const std::size_t end = std::min(after.find_first_of("/?#\\"), after.size());
    out.rest = after.substr(end);
    std::string_view authority = after.substr(0, end);
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        out.user = authority.substr(0, at);
        authority.remove_prefix(at + 1);
    }
    const std::size_t port =
        authority.starts_with('[') ? std::string_view::npos : authority.rfind(':');
    out.host = authority.substr(0, port);
    return out;
}

} // namespace reading
