// cite.missing: citations and the list they lead to.
#include "verify/forms/citations.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/precision.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/fences.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>
#include <set>

namespace verify::forms {

namespace {

constexpr Check reference_check(std::string_view id, Precision real = {})
{
    return {.id = id,
            .category = Category::sourcing,
            .nature = Nature::form,
            .proof = {"references without an entry, links to headings that are missing",
                      "a year in the future: there is no clock"},
            .planted = k_planted_citations,
            .real = real};
}

} // namespace

const Check k_cite_missing = reference_check("cite.missing");
const Check k_cite_anchor = reference_check("cite.anchor", k_real_anchors);

namespace {

// Headings of a list of references, in the languages whose dates we read.
constexpr std::string_view k_headings[] = {
    "references",     "bibliography", "works cited", "literature",           "sources",
    "reference list", "literatur",    "quellen",     "literaturverzeichnis", "bibliographie",
    "références",     "bibliografía", "referencias", "bibliografia",         "riferimenti",
    "referências",    "literatuur",   "bronnen",     "cited works",          "literature cited"};

// Beyond this a number in brackets is a year or a count.
constexpr int k_last_number = 999;

std::string heading_of(std::string_view line)
{
    std::string out;
    for (const char c : line)
        if (reading::is_letter(c) || (c == ' ' && !out.empty())) out += reading::to_lower(c);
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

// The number from `at` on, moved behind it; 0 when none or too large.
int number_at(std::string_view text, std::size_t& at)
{
    int value = 0;
    const std::size_t begin = at;
    while (at < text.size() && reading::is_digit(text[at])) {
        if (at - begin > 2) return 0;
        value = value * 10 + (text[at++] - '0');
    }
    return value;
}

// "[3] ", "3. ", "3) "; 0 when the line begins with no number of an entry.
int entry_number(std::string_view line)
{
    std::size_t at = line.starts_with('[') ? 1 : 0;
    const bool bracketed = at == 1;
    const int number = number_at(line, at);
    if (number == 0 || at + 1 >= line.size()) return 0;
    const bool closes = bracketed ? line[at] == ']' : line[at] == '.' || line[at] == ')';
    return closes && reading::is_blank(line[at + 1]) ? number : 0;
}

bool is_listed(std::string_view line)
{
    return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("\u2022");
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
        out.push_back(
            {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), blank, false});
        blank = false;
    }
    return out;
}

// One "[...]" of numbers: "[1]", "[2, 4]", "[1-3]".
struct Cited {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::vector<int> numbers;
};

std::optional<Cited> cited_at(std::string_view text, std::size_t open, std::size_t limit)
{
    constexpr std::size_t k_most = 40;
    Cited out{static_cast<std::uint32_t>(open), 0, {}};
    std::size_t at = open + 1;
    bool range = false;
    while (at < limit && out.numbers.size() < k_most) {
        while (at < limit && text[at] == ' ') ++at;
        const int number = number_at(text.substr(0, limit), at);
        if (number < 1 || number > k_last_number) return std::nullopt;
        if (range && !out.numbers.empty())
            for (int each = out.numbers.back() + 1; each < number && out.numbers.size() < k_most;
                 ++each)
                out.numbers.push_back(each);
        out.numbers.push_back(number);
        while (at < limit && text[at] == ' ') ++at;
        if (at >= limit) return std::nullopt;
        const auto rest = text.substr(at);
        const bool dash = rest.starts_with("\u2013");
        range = rest.front() == '-' || dash;
        if (rest.front() == ']') break;
        if (!range && rest.front() != ',' && rest.front() != ';') return std::nullopt;
        at += dash ? 3U : 1U;
    }
    if (at >= limit || text[at] != ']' || out.numbers.empty()) return std::nullopt;
    out.end = static_cast<std::uint32_t>(at + 1);
    // "[1](link)", "[1]: link" and "[x][1]" are Markdown; "a[1]" is an index.
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    const char before = open == 0 ? ' ' : text[open - 1];
    if (next == '(' || next == ':' || reading::is_letter(next) || reading::is_digit(before) ||
        reading::is_letter(before) || before == ']' || before == '_' || before == '!')
        return std::nullopt;
    return out;
}

std::vector<Cited> cited_in(const Document& document, const References& all)
{
    const std::string_view text = document.view.text;
    std::vector<Cited> out;
    for (const auto& line : all.lines) {
        if (line.is_entry) continue;
        for (std::size_t at = find_within(text, "[", line.begin, line.end); at < line.end;
             at = find_within(text, "[", at + 1, line.end)) {
            auto cited = cited_at(text, at, line.end);
            if (!cited) continue;
            // "[1]-[3]"
            const bool joins = !out.empty() && out.back().end + 1 == at && text[at - 1] == '-';
            if (joins)
                for (int each = out.back().numbers.back() + 1;
                     each < cited->numbers.front() && cited->numbers.size() < 40; ++each)
                    cited->numbers.push_back(each);
            out.push_back(std::move(*cited));
        }
    }
    return out;
}

} // namespace

bool has_year(std::string_view text)
{
    for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
        const bool four =
            std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                        text.begin() + static_cast<std::ptrdiff_t>(at + 4), reading::is_digit);
        const bool alone = (at == 0 || !reading::is_digit(text[at - 1])) &&
                           (at + 4 == text.size() || !reading::is_digit(text[at + 4]));
        if (four && alone && (text[at] == '1' || text[at] == '2')) return true;
    }
    return false;
}

std::string_view text_of(const Document& document, const TextLine& line)
{
    return std::string_view{document.view.text}.substr(line.begin, line.end - line.begin);
}

References read_references(const Document& document)
{
    References out{lines_of(document), {}};
    bool in_list = false;
    for (std::size_t i = 0; i < out.lines.size(); ++i) {
        TextLine& line = out.lines[i];
        const std::string_view text = text_of(document, line);
        const bool is_heading = text.starts_with('#');
        if ((is_heading || text.size() < 40) && reading::is_one_of(heading_of(text), k_headings)) {
            in_list = true;
            continue;
        }
        if (is_heading) in_list = false;
        if (!in_list || text.starts_with("[^")) continue;
        const int number = entry_number(text);
        const bool is_numbered = !out.entries.empty() && out.entries.back().number != 0;
        const bool begins = number != 0 || is_listed(text) ||
                            (!is_numbered && has_year(text) && reading::is_upper(text.front()) &&
                             text.find(',') != std::string_view::npos);
        if (begins) {
            line.is_entry = true;
            out.entries.push_back({line.begin, line.end, number});
        } else if (!line.after_blank && !out.entries.empty() && out.lines[i - 1].is_entry) {
            line.is_entry = true;
            out.entries.back().end = line.end;
        }
    }
    return out;
}

void report_reference(const Document& document, const Mark& mark, const LooseEnd& end,
                      Review& review)
{
    if (review.is_full()) return;
    found(end.check, end.title, document, Certainty::strong, Severity::minor)
        .stated(mark)
        .evidence("reference", Marked{0})
        .says(end.reason)
        .raise(review, "Add what is missing or correct the reference.");
}

void check_cited_numbers(const Document& document, const References& all, Review& review)
{
    std::set<int> entries;
    for (const auto& entry : all.entries)
        if (entry.number != 0) entries.insert(entry.number);
    if (entries.size() < 2) return;
    const auto cited = cited_in(document, all);
    std::set<int> seen;
    for (const auto& each : cited) seen.insert(each.numbers.begin(), each.numbers.end());
    const bool is_used =
        std::any_of(seen.begin(), seen.end(), [&](int number) { return entries.contains(number); });
    if (!is_used) return;
    const int last = *entries.rbegin();
    for (const auto& each : cited) {
        const Mark mark = mark_view(document, each.begin, each.end, "stated");
        const auto missing = std::find_if(each.numbers.begin(), each.numbers.end(),
                                          [&](int number) { return !entries.contains(number); });
        if (missing == each.numbers.end()) {
            review.passes.push_back({k_cite_missing, {mark}});
        } else if (*missing <= last * 2 + 20) {
            report_reference(document, mark,
                             {k_cite_missing, "A citation leads to no entry",
                              base::concat("The list of references has no entry ", *missing, ".")},
                             review);
        }
    }
}

namespace {

void check_citations(const Document& document, Review& review)
{
    if (document.format != reading::Format::prose && document.format != reading::Format::markdown)
        return;
    const References all = read_references(document);
    check_cited_numbers(document, all, review);
    check_cited_authors(document, all, review);
    check_footnotes(document, all, review);
    check_anchors(document, all, review);
}

constexpr const Check* k_citations_checks[] = {&k_cite_missing, &k_cite_anchor};

} // namespace

const Family k_citations{Voice::verifier, k_citations_checks, check_citations};

} // namespace verify::forms
