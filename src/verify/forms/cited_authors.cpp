// cite.missing of citations by author and year: "(Hansen, 2011)".
#include "reading/ascii.hpp"
#include "verify/forms/checks.hpp"
#include "verify/forms/citations.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::forms {

namespace {

struct Named {
    std::string author; // lower case
    std::string year;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// "(Hansen, 2011; see Osei et al., 2014a)" from its opening bracket on.
std::vector<Named> named_in(std::string_view text, std::size_t open, std::size_t close)
{
    std::vector<Named> out;
    for (std::size_t begin = open + 1; begin < close;) {
        const std::size_t end = std::min(text.find(';', begin), close);
        std::size_t first = begin;
        // Small words before the name: "see", "e.g.,".
        while (first < end && !reading::is_upper(text[first])) {
            while (first < end && text[first] != ' ') ++first;
            while (first < end && text[first] == ' ') ++first;
        }
        std::size_t last = first;
        while (last < end &&
               (reading::is_letter(text[last]) || text[last] == '-' || text[last] == '\''))
            ++last;
        const std::string_view part = text.substr(first, end - first);
        const std::size_t comma = part.rfind(", ");
        const bool dated = comma != std::string_view::npos && part.size() >= comma + 6 &&
                           part.size() <= comma + 7 && has_year(part.substr(comma + 2, 4));
        if (!dated || last - first < 2) return {};
        Named named{{},
                    std::string{part.substr(comma + 2, 4)},
                    static_cast<std::uint32_t>(first),
                    static_cast<std::uint32_t>(end)};
        for (const char c : text.substr(first, last - first)) named.author += reading::to_lower(c);
        out.push_back(std::move(named));
        begin = end + 1;
    }
    return out;
}

} // namespace

void check_cited_authors(const Document& document, const References& all, Review& review)
{
    constexpr std::size_t k_longest = 200;
    constexpr std::size_t k_most_entries = 200;
    const std::string_view text = document.view.text;
    const std::string_view folded = document.view.folded;
    std::vector<std::string_view> entries;
    for (const auto& entry : all.entries) {
        const auto written = folded.substr(entry.begin, entry.end - entry.begin);
        if (has_year(written) && entries.size() < k_most_entries) entries.push_back(written);
    }
    if (entries.size() < 2) return;
    std::vector<Named> cited;
    for (const auto& line : all.lines) {
        if (line.is_entry) continue;
        for (std::size_t at = find_within(text, "(", line.begin, line.end); at < line.end;
             at = find_within(text, "(", at + 1, line.end)) {
            const std::size_t close = find_within(text, ")", at, line.end);
            if (close >= line.end || close - at > k_longest || cited.size() > k_max_findings)
                continue;
            for (auto& named : named_in(text, at, close)) cited.push_back(std::move(named));
        }
    }
    const auto is_entered = [&](const Named& named) {
        return std::any_of(entries.begin(), entries.end(), [&](std::string_view entry) {
            return entry.find(named.author) != std::string_view::npos &&
                   entry.find(named.year) != std::string_view::npos;
        });
    };
    // No author of the list is cited this way: the list is of something else.
    if (std::none_of(cited.begin(), cited.end(), is_entered)) return;
    for (const auto& named : cited) {
        const Mark mark = mark_view(document, named.begin, named.end, "stated");
        if (is_entered(named))
            review.passes.push_back({k_cite_missing, {mark}});
        else
            report_reference(document, mark,
                             {k_cite_missing, "A citation leads to no entry",
                              "The list of references has no entry of that author and year."},
                             review);
    }
}

} // namespace verify::forms
