// cite.anchor: links to headings of the same text.
#include "verify/forms/checks.hpp"
#include "verify/law/precision.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/fences.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>
#include <set>

namespace verify::forms {

const Check k_cite_anchor{.id = "cite.anchor",
                          .category = Category::sourcing,
                          .nature = Nature::form,
                          .proof = {"links to headings that are missing", "anchors of other texts"},
                          .planted = k_planted_citations,
                          .real = k_real_anchors};

namespace {

// A line of the view without its end and without blanks around.
struct TextLine {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool after_blank = false; // an empty line stands before it
};

// The next place of `sign` in [from, limit) of `text`; `limit` when there is none.
std::size_t find_within(std::string_view text, std::string_view sign, std::size_t from,
                        std::size_t limit)
{
    return std::min(text.substr(0, limit).find(sign, from), limit);
}

std::string_view text_of(const Document& document, const TextLine& line)
{
    return std::string_view{document.view.text}.substr(line.begin, line.end - line.begin);
}

std::vector<TextLine> lines_of(const Document& document)
{
    const std::string_view text = document.view.text;
    std::vector<TextLine> out;
    const auto fences = find_fences(document);
    auto fence = fences.begin();
    bool blank = true;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::size_t first = begin;
        std::size_t last = end;
        begin = end + 1;
        while (first < last && reading::is_blank(text[first])) ++first;
        while (last > first && reading::is_blank(text[last - 1])) --last;
        const std::uint32_t source = document.view.origin[first];
        while (fence != fences.end() && fence->outer_end <= source) ++fence;
        const bool in_code = fence != fences.end() && source >= fence->outer_begin;
        if (first == last || in_code) {
            blank = true;
            continue;
        }
        out.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), blank});
        blank = false;
    }
    return out;
}

bool is_name_char(char c)
{
    return reading::is_letter(c) || reading::is_digit(c) || c == '-' || c == '_';
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

std::set<std::string> anchors_of(const Document& document, const std::vector<TextLine>& lines)
{
    std::set<std::string> out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string_view line = text_of(document, lines[i]);
        const bool underlined =
            i + 1 < lines.size() && !lines[i + 1].after_blank &&
            text_of(document, lines[i + 1]).find_first_not_of("=-") == std::string_view::npos;
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

void check_anchors(const Document& document, Review& review)
{
    if (document.format != reading::Format::markdown) return;
    const std::string_view text = document.view.text;
    const auto lines = lines_of(document);
    const auto anchors = anchors_of(document, lines);
    const bool has_heading = std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
        return text_of(document, line).starts_with('#');
    });
    if (!has_heading) return;
    for (const auto& line : lines)
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
            if (review.is_full()) return;
            const Mark mark = mark_view(document, at + 2, close, "stated");
            const std::string wanted = loosened(name);
            const auto near = anchors.lower_bound(wanted);
            if (near != anchors.end() && *near == wanted)
                review.passes.push_back({k_cite_anchor, {mark}});
            // Some renderers take the first words of a heading.
            else if (near == anchors.end() || !near->starts_with(wanted))
                found(k_cite_anchor, "A link leads to no heading", document, Certainty::strong,
                      Severity::minor)
                    .stated(mark)
                    .evidence("reference", Marked{0})
                    .says("No heading of this text has the anchor #", name, ".")
                    .raise(review, "Add what is missing or correct the reference.");
        }
}

constexpr const Check* k_anchors_checks[] = {&k_cite_anchor};

} // namespace

const Family k_anchors{Voice::verifier, k_anchors_checks, check_anchors};

} // namespace verify::forms
