// Footnotes, captions and anchors of the same text, and DOIs that stand for two entries.
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

// "table 4", "figure 2", "fig. 2" from a word's first letter on; the name has the kind's letter.
std::optional<Mention> caption_at(std::string_view folded, std::size_t at)
{
    if (at > 0 && (reading::is_letter(folded[at - 1]) || folded[at - 1] == '-'))
        return std::nullopt;
    const std::string_view ahead = folded.substr(at, 8);
    std::size_t length = 0;
    for (const std::string_view word : {"table ", "figure ", "fig. ", "fig "})
        if (ahead.starts_with(word)) length = std::max(length, word.size());
    if (length == 0) return std::nullopt;
    std::size_t end = at + length;
    while (end < folded.size() && reading::is_digit(folded[end]) && end - at < length + 3) ++end;
    if (end == at + length) return std::nullopt;
    // "Table 2.1", "Table 2a": numbered by a scheme of its own.
    const char next = end < folded.size() ? folded[end] : ' ';
    const char after = end + 1 < folded.size() ? folded[end + 1] : ' ';
    if (reading::is_letter(next) || reading::is_digit(next) ||
        ((next == '.' || next == '-') && (reading::is_digit(after) || reading::is_letter(after))))
        return std::nullopt;
    return Mention{
        base::concat(folded.substr(at, 1), folded.substr(at + length, end - at - length)),
        static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
}

// Whether what stands after the mention says that it is of another work.
bool is_elsewhere(std::string_view folded, const Mention& mention)
{
    const std::string_view behind = folded.substr(mention.end, 10);
    const std::size_t from = mention.begin > 24 ? mention.begin - 24 : 0;
    const std::string_view before = folded.substr(from, mention.begin - from);
    for (const std::string_view word : {" of ", " in ", " from ", " by ", " and ", ", "})
        if (behind.starts_with(word) && word != " and " && word != ", ") return true;
    for (const std::string_view word : {"supplementary ", "their ", "his ", "her ", "appendix ",
                                        "extended data ", "supplemental "})
        if (before.ends_with(word)) return true;
    return false;
}

// It opens a sentence, and a sentence with a capital of its own follows at once.
bool is_run_in(std::string_view text, const Mention& mention)
{
    const auto before = text.substr(0, mention.begin).find_last_not_of(' ');
    const bool opens = before == std::string_view::npos ||
                       std::string_view{".:;!?)]\n"}.find(text[before]) != std::string_view::npos;
    const auto behind = text.find_first_not_of(' ', mention.end);
    return opens && behind != std::string_view::npos && reading::is_upper(text[behind]);
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
    std::map<std::string, Mention> defined;
    for (const auto& line : all.lines)
        for (std::size_t at = find_within(text, "[^", line.begin, line.end); at < line.end;
             at = find_within(text, "[^", at + 1, line.end)) {
            auto mention = footnote_at(text, at, line.end);
            if (!mention) continue;
            const bool defines =
                at == line.begin && mention->end < line.end && text[mention->end] == ':';
            if (defines)
                defined.emplace(mention->name, *mention);
            else
                used.push_back(std::move(*mention));
        }
    if (defined.empty()) return;
    std::set<std::string> names;
    for (const auto& mention : used) {
        names.insert(mention.name);
        const Mark mark = mark_view(document, mention.begin, mention.end, "stated");
        if (defined.contains(mention.name))
            review.passes.push_back({k_cite_missing, {mark}});
        else
            report_reference(document, {mark},
                             {k_cite_missing, "A footnote is missing",
                              base::concat("No footnote is named ", mention.name, ".")},
                             review);
    }
    for (const auto& [name, mention] : defined)
        if (!used.empty() && !names.contains(name))
            report_reference(document, {mark_view(document, mention.begin, mention.end, "stated")},
                             {k_cite_uncited, "A footnote is never referred to",
                              base::concat("Nothing in the text refers to footnote ", name, ".")},
                             review);
}

void check_duplicates(const Document& document, const References& all, Review& review)
{
    const std::string_view folded = document.view.folded;
    std::map<std::string_view, Mark> first;
    for (const auto& entry : all.entries) {
        const auto written = folded.substr(entry.begin, entry.end - entry.begin);
        const std::size_t at = written.find("10.");
        if (at == std::string_view::npos || written.find("doi") == std::string_view::npos) continue;
        std::size_t end = at;
        while (end < written.size() && !reading::is_blank(written[end]) && written[end] != ',' &&
               written[end] != ';' && written[end] != ')' && written[end] != '>')
            ++end;
        while (end > at && written[end - 1] == '.') --end;
        const std::string_view name = written.substr(at, end - at);
        if (name.find('/') == std::string_view::npos) continue;
        const Mark mark = mark_view(document, entry.begin + at, entry.begin + end, "stated");
        const auto [known, is_new] = first.emplace(name, mark);
        if (is_new) continue;
        Mark other = known->second;
        other.role = "context";
        report_reference(document, {mark, other},
                         {k_cite_duplicate, "Two entries have the same DOI",
                          base::concat("The DOI ", name, " stands in two entries of the list.")},
                         review);
    }
}

void check_captions(const Document& document, const References& all, Review& review)
{
    const std::string_view folded = document.view.folded;
    std::set<std::string> captions;
    // "(P > .05). Figure 1 Flow chart of the study": captions that lost their lines.
    std::set<std::string> run_in;
    std::vector<Mention> mentions;
    for (const auto& line : all.lines) {
        if (line.is_entry) continue;
        std::size_t begin = line.begin;
        while (begin < line.end &&
               std::string_view{"![#*_> "}.find(folded[begin]) != std::string_view::npos)
            ++begin;
        std::size_t from = begin;
        if (const auto head = caption_at(folded, begin); head && head->end <= line.end) {
            const auto rest = folded.substr(head->end, line.end - head->end);
            const bool is_caption = rest.empty() || rest.starts_with('.') ||
                                    rest.starts_with(':') || rest.starts_with(" -") ||
                                    rest.starts_with(" \u2013") || rest.starts_with(" \u2014") ||
                                    rest.starts_with(')');
            if (is_caption) {
                captions.insert(head->name);
                from = head->end;
            }
        }
        for (std::size_t at = from; at < line.end; ++at) {
            if (folded[at] != 't' && folded[at] != 'f') continue;
            auto mention = caption_at(folded, at);
            if (!mention || mention->end > line.end) continue;
            at = mention->end - 1;
            // Written with a capital, as a name.
            if (!reading::is_upper(document.view.text[mention->begin])) continue;
            if (is_run_in(document.view.text, *mention)) run_in.insert(mention->name);
            if (!is_elsewhere(folded, *mention)) mentions.push_back(std::move(*mention));
        }
    }
    // If most of a kind lack their line, the text was taken out of its layout.
    std::set<std::string> missing;
    for (const auto& mention : mentions)
        if (!captions.contains(mention.name)) missing.insert(mention.name);
    const auto count_kind = [](const std::set<std::string>& names, char kind) {
        return std::count_if(names.begin(), names.end(),
                             [&](const std::string& name) { return name.front() == kind; });
    };
    for (const auto& mention : mentions) {
        const char kind = mention.name.front();
        if (count_kind(captions, kind) < count_kind(missing, kind) || run_in.contains(mention.name))
            continue;
        const Mark mark = mark_view(document, mention.begin, mention.end, "stated");
        if (captions.contains(mention.name))
            review.passes.push_back({k_cite_caption, {mark}});
        else
            report_reference(
                document, {mark},
                {k_cite_caption, "What is referred to has no caption",
                 base::concat("Others of its kind have a caption in this text; ",
                              folded.substr(mention.begin, mention.end - mention.begin),
                              " has none.")},
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
                    document, {mark},
                    {k_cite_anchor, "A link leads to no heading",
                     base::concat("No heading of this text has the anchor #", name, ".")},
                    review);
        }
}

} // namespace verify::forms
