// Footnotes and anchors of the same text.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/forms/checks.hpp"
#include "verify/forms/citations.hpp"

#include <algorithm>
#include <set>

namespace verify::forms {

namespace {

bool is_name_char(char c)
{
    return reading::is_letter(c) || reading::is_digit(c) || c == '-' || c == '_';
}

struct Mention {
    std::string name;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// "[^name]" from its bracket on.
std::optional<Mention> footnote_at(std::string_view text, std::size_t at, std::size_t limit)
{
    constexpr std::size_t k_longest = 60;
    std::size_t end = at + 2;
    while (end < limit && is_name_char(text[end]) && end - at < k_longest) ++end;
    if (end == at + 2 || end >= limit || text[end] != ']') return std::nullopt;
    return Mention{std::string{text.substr(at + 2, end - at - 2)}, static_cast<std::uint32_t>(at),
                   static_cast<std::uint32_t>(end + 1)};
}

// As the most used renderer of Markdown makes an anchor of a heading.
std::string slug_of(std::string_view heading)
{
    std::string out;
    for (std::size_t i = 0; i < heading.size(); ++i) {
        const char c = heading[i];
        // Around a word it is emphasis, within one a sign of its own.
        const bool emphasis =
            c == '_' && (i == 0 || !is_name_char(heading[i - 1]) || i + 1 == heading.size() ||
                         !is_name_char(heading[i + 1]));
        if (is_name_char(c) && !emphasis) out += reading::to_lower(c);
        if (c == ' ') out += '-';
    }
    return out;
}

// Renderers differ in hyphens: a run of them is as good as one.
std::string loosened(std::string_view slug)
{
    std::string out;
    for (const char c : slug)
        if (c != '-' || (!out.empty() && out.back() != '-')) out += reading::to_lower(c);
    while (!out.empty() && out.back() == '-') out.pop_back();
    return out;
}

std::set<std::string> anchors_of(const Document& document, const References& all)
{
    std::set<std::string> out;
    for (std::size_t i = 0; i < all.lines.size(); ++i) {
        std::string_view line = text_of(document, all.lines[i]);
        const bool underlined =
            i + 1 < all.lines.size() && !all.lines[i + 1].after_blank &&
            text_of(document, all.lines[i + 1]).find_first_not_of("=-") == std::string_view::npos;
        if (line.starts_with('#') || underlined) {
            line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
            while (!line.empty() && line.back() == '#') line.remove_suffix(1);
            const std::string slug = slug_of(line);
            // A second heading of the same name has a number.
            std::string name = slug;
            for (int twice = 1; twice < 50 && out.contains(loosened(name)); ++twice)
                name = base::concat(slug, "-", twice);
            out.insert(loosened(name));
        }
        // <a name="x">, id="x", {#x}
        for (const std::string_view opener : {"name=\"", "id=\"", "{#", "name='", "id='"})
            for (std::size_t at = line.find(opener); at != std::string_view::npos;
                 at = line.find(opener, at + 1)) {
                const auto rest = line.substr(at + opener.size());
                out.insert(loosened(rest.substr(0, rest.find_first_of("\"'} "))));
            }
    }
    return out;
}

} // namespace

void check_footnotes(const Document& document, const References& all, Review& review)
{
    const std::string_view text = document.view.text;
    std::vector<Mention> used;
    std::set<std::string> defined;
    for (const auto& line : all.lines)
        for (std::size_t at = find_within(text, "[^", line.begin, line.end); at < line.end;
             at = find_within(text, "[^", at + 1, line.end)) {
            auto mention = footnote_at(text, at, line.end);
            if (!mention) continue;
            const bool defines =
                at == line.begin && mention->end < line.end && text[mention->end] == ':';
            if (defines)
                defined.insert(mention->name);
            else
                used.push_back(std::move(*mention));
        }
    if (defined.empty()) return;
    for (const auto& mention : used) {
        const Mark mark = mark_view(document, mention.begin, mention.end, "stated");
        if (defined.contains(mention.name))
            review.passes.push_back({k_cite_missing, {mark}});
        else
            report_reference(document, mark,
                             {k_cite_missing, "A footnote is missing",
                              base::concat("No footnote is named ", mention.name, ".")},
                             review);
    }
}

void check_anchors(const Document& document, const References& all, Review& review)
{
    if (document.format != reading::Format::markdown) return;
    const std::string_view text = document.view.text;
    const auto anchors = anchors_of(document, all);
    const bool has_heading = std::any_of(all.lines.begin(), all.lines.end(), [&](const auto& line) {
        return text_of(document, line).starts_with('#');
    });
    if (!has_heading) return;
    for (const auto& line : all.lines)
        for (std::size_t at = find_within(text, "](#", line.begin, line.end); at < line.end;
             at = find_within(text, "](#", at + 1, line.end)) {
            const std::size_t close = find_within(text, ")", at, line.end);
            if (close >= line.end) break;
            const std::string_view name = text.substr(at + 3, close - at - 3);
            if (name.empty() || name == "top" ||
                name.find_first_of("%/? \"") != std::string_view::npos)
                continue;
            // "[](#name)" marks a place instead of leading to one.
            if (at > line.begin && text[at - 1] == '[') continue;
            const Mark mark = mark_view(document, at + 2, close, "stated");
            const std::string wanted = loosened(name);
            const auto near = anchors.lower_bound(wanted);
            if (near != anchors.end() && *near == wanted)
                review.passes.push_back({k_cite_anchor, {mark}});
            // Some renderers take the first words of a heading.
            else if (near == anchors.end() || !near->starts_with(wanted))
                report_reference(
                    document, mark,
                    {k_cite_anchor, "A link leads to no heading",
                     base::concat("No heading of this text has the anchor #", name, ".")},
                    review);
        }
}

} // namespace verify::forms
