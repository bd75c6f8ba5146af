#include "verify/questions/shown.hpp"

#include "base/concat.hpp"
#include "llm/plain.hpp"

#include <algorithm>

namespace verify::questions {

std::string lines_of(std::span<const std::string> lines, std::string_view mark)
{
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i)
        out += base::concat(mark, " S", i + 1, "| ", lines[i], '\n');
    return out;
}

std::string blackened(const Document& document, std::span<const Mark> secrets)
{
    std::string out = document.view.text;
    const auto& origin = document.view.origin;
    for (const auto& mark : secrets) {
        const auto begin = std::ranges::lower_bound(origin, mark.begin) - origin.begin();
        const auto end = std::ranges::lower_bound(origin, mark.end) - origin.begin();
        std::fill_n(out.begin() + begin, end - begin, 'x');
    }
    return llm::plain(std::move(out));
}

std::string shown_view(const Document& document, const Review& told)
{
    std::vector<Mark> secrets;
    for (const auto& finding : told.findings)
        std::ranges::copy_if(finding.marks, std::back_inserter(secrets),
                             [](const Mark& mark) { return mark.masked && !mark.source; });
    return blackened(document, secrets);
}

} // namespace verify::questions
