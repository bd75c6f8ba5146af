#include "reading/ascii.hpp"
#include "verify/tables/contest.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

std::vector<Spelling> spell(const Document& document, std::uint32_t begin, std::uint32_t end)
{
    constexpr std::string_view k_parting = " \t\r\n,;:()[]{}|/\"*";
    constexpr std::string_view k_trimmed = ".'!?";
    const std::string_view text = document.view.folded;
    std::vector<Spelling> out;
    for (std::uint32_t at = begin; at < end;) {
        std::uint32_t to = at;
        while (to < end && k_parting.find(text[to]) == std::string_view::npos) ++to;
        std::uint32_t first = at;
        std::uint32_t last = to;
        while (last > first && k_trimmed.find(text[last - 1]) != std::string_view::npos) --last;
        while (first < last && k_trimmed.find(text[first]) != std::string_view::npos) ++first;
        if (last > first + 2 && text.substr(last - 2, 2) == "'s") last -= 2;
        if (last > first) out.push_back({first, last, text.substr(first, last - first)});
        at = to + 1;
    }
    return out;
}

bool has_any(const std::vector<Spelling>& words, const reading::Cues& set)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const Spelling& each) { return reading::is_in(set, each.folded); });
}

// Written as a name is: two capitals, or a letter beside a digit.
bool is_proper(std::string_view text)
{
    std::size_t capitals = 0;
    std::size_t digits = 0;
    std::size_t letters = 0;
    for (const char c : text) {
        capitals += c >= 'A' && c <= 'Z' ? 1U : 0U;
        digits += reading::is_digit(c) ? 1U : 0U;
        letters += reading::is_letter(c) ? 1U : 0U;
    }
    return capitals >= 2 || (digits > 0 && letters > 0);
}

} // namespace

Names::Names(const Scene& scene, const Clause& segment)
    : m_scene{&scene}, m_words{spell(scene.document, segment.begin, segment.end)},
      m_rows{scene.axes.rows()}, m_columns{scene.axes.columns()}
{
    const auto has_number = [&](std::size_t row) {
        return std::any_of(m_columns.begin(), m_columns.end(), [&](std::size_t column) {
            return scene.axes.number(row, column) != nullptr;
        });
    };
    std::erase_if(m_rows, [&](std::size_t row) { return !has_number(row); });
    read_labels();
    find_names();
}

void Names::read_labels()
{
    const auto& document = m_scene->document;
    const auto& table = m_scene->axes.table().table;
    m_caption = spell(document, table.caption.begin, table.caption.end);
    for (const auto row : m_rows) {
        const auto place = m_scene->axes.label_place(row);
        m_labels.push_back({row, false, spell(document, place.begin, place.end)});
    }
    for (const auto column : m_columns) {
        Label label{column, true, {}};
        for (const auto& head : table.columns[column].head_cells)
            for (const auto& each : spell(document, head.begin, head.end))
                label.words.push_back(each);
        m_labels.push_back(std::move(label));
    }
}

std::size_t Names::common(const Label& label, std::size_t at, std::size_t from) const
{
    std::size_t out = 0;
    while (at + out < m_words.size() && from + out < label.words.size() &&
           m_words[at + out].folded == label.words[from + out].folded)
        ++out;
    return out;
}

void Names::find_names()
{
    for (std::size_t at = 0; at < m_words.size();) {
        Name best;
        bool is_whole = false;
        bool is_first = false; // the label begins with it
        bool is_of_both = false;
        for (const auto& label : m_labels) {
            for (std::size_t from = 0; from < label.words.size(); ++from) {
                const std::size_t size = common(label, at, from);
                if (size == 0 || size < best.size) continue;
                const bool whole = size == label.words.size();
                // The best label that shares the words is these words alone; then come those that
                // begin with them.
                const auto rank = std::tuple{size, whole, from == 0};
                const auto known = std::tuple{best.size, is_whole, is_first};
                if (rank < known) continue;
                if (rank > known) {
                    best = {at, size, label.is_column, {}};
                    is_whole = whole;
                    is_first = from == 0;
                    is_of_both = false;
                }
                is_of_both = is_of_both || best.is_column != label.is_column;
                if (best.lines.empty() || best.lines.back() != label.line)
                    best.lines.push_back(label.line);
            }
        }
        if (best.size == 0) find_family(at, best);
        const bool is_name = best.size > 0 && !is_of_both && (is_whole || is_telling(best));
        const bool is_common = best.size == 1 && reading::is_in(k_function, m_words[at].folded);
        if (is_name && !is_common) m_all.push_back(best);
        at += std::max<std::size_t>(1, is_name ? best.size : 1);
    }
}

// "G2S" of "G2S-GIN" and "G2S-GAT": all labels that go on behind a sign.
void Names::find_family(std::size_t at, Name& out) const
{
    constexpr std::string_view k_signs = "-+_";
    for (const auto& label : m_labels) {
        if (label.words.empty()) continue;
        const auto first = label.words.front().folded;
        const auto& word = m_words[at].folded;
        const bool goes_on = first.size() > word.size() && first.starts_with(word) &&
                             k_signs.find(first[word.size()]) != std::string_view::npos;
        if (!goes_on) continue;
        if (out.size > 0 && out.is_column != label.is_column) {
            out = {};
            return;
        }
        out.at = at;
        out.size = 1;
        out.is_column = label.is_column;
        out.lines.push_back(label.line);
    }
}

bool Names::is_telling(const Name& name) const
{
    const std::string_view text = m_scene->document.view.text;
    const auto first = m_words.begin() + static_cast<std::ptrdiff_t>(name.at);
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(name.size),
                       [&](const Spelling& each) {
                           return is_proper(text.substr(each.begin, each.end - each.begin));
                       });
}

const std::vector<std::size_t>& Names::lines(bool is_column) const
{
    return is_column ? m_columns : m_rows;
}

bool Names::knows(std::string_view word) const
{
    const auto has = [&](const std::vector<Spelling>& words) {
        return std::any_of(words.begin(), words.end(),
                           [&](const Spelling& each) { return each.folded == word; });
    };
    const auto& rows = m_scene->axes.table().table.rows;
    const bool is_of_section = std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
        return row.section.find(word) != std::string::npos;
    });
    return is_of_section || has(m_caption) ||
           std::any_of(m_labels.begin(), m_labels.end(),
                       [&](const Label& each) { return has(each.words); });
}

std::optional<std::size_t> Names::line_with(std::string_view word, bool is_column) const
{
    std::optional<std::size_t> out;
    for (const auto& label : m_labels) {
        const bool has = label.is_column == is_column &&
                         std::any_of(label.words.begin(), label.words.end(),
                                     [&](const Spelling& each) { return each.folded == word; });
        if (!has) continue;
        if (out) return std::nullopt;
        out = label.line;
    }
    return out;
}

int Names::better(std::size_t line, bool is_column) const
{
    const auto label = std::find_if(m_labels.begin(), m_labels.end(), [&](const Label& each) {
        return each.line == line && each.is_column == is_column;
    });
    if (label != m_labels.end() && has_any(label->words, k_less_is_better)) return -1;
    // A caption that explains the line by its name says what is less in others.
    const bool is_explained =
        label != m_labels.end() &&
        std::any_of(label->words.begin(), label->words.end(), [&](const Spelling& each) {
            return std::any_of(m_caption.begin(), m_caption.end(),
                               [&](const Spelling& known) { return known.folded == each.folded; });
        });
    return !is_explained && has_any(m_caption, k_less_is_better) ? 0 : 1;
}

std::string_view Names::text(const Name& name) const
{
    const auto begin = m_words[name.at].begin;
    const auto end = m_words[name.at + name.size - 1].end;
    return std::string_view{m_scene->document.view.text}.substr(begin, end - begin);
}

std::vector<Clause> segments_of(const Scene& scene)
{
    constexpr std::string_view k_parting[] = {"but",    "while",   "whereas", "although",
                                              "though", "however", "because", "since"};
    const auto& words = scene.statement.words;
    std::vector<Clause> out;
    if (words.empty()) return out;
    const std::string_view text = scene.document.view.folded;
    std::uint32_t begin = words.front().begin;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto between = text.substr(words[i - 1].end, words[i].begin - words[i - 1].end);
        const bool turns = reading::is_one_of(words[i].folded, k_parting);
        const bool parts =
            between.find(';') != std::string_view::npos ||
            between.find(": ") != std::string_view::npos ||
            (between.find(", ") != std::string_view::npos && words[i].folded == "which");
        if (!turns && !parts) continue;
        if (words[i - 1].end > begin) out.push_back({begin, words[i - 1].end});
        begin = words[i].begin;
    }
    out.push_back({begin, words.back().end});
    return out;
}

} // namespace verify::tables
