#include "verify/tables/said.hpp"

#include "reading/ascii.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

// Whether the words stand in the cell as words.
bool holds(std::string_view cell, std::string_view words)
{
    for (std::size_t at = cell.find(words); at != std::string_view::npos;
         at = cell.find(words, at + 1)) {
        const std::size_t end = at + words.size();
        if ((at == 0 || cell[at - 1] == ' ') && (end == cell.size() || cell[end] == ' '))
            return true;
    }
    return false;
}

} // namespace

bool is_value(const Phrase& phrase)
{
    return phrase.part == Part::cell || phrase.part == Part::number;
}

std::size_t Said::count(Part part) const
{
    return static_cast<std::size_t>(std::count_if(
        phrases.begin(), phrases.end(), [&](const Phrase& phrase) { return phrase.part == part; }));
}

bool Said::is_explained() const
{
    return count(Part::unknown) == 0 &&
           std::count_if(phrases.begin(), phrases.end(),
                         [](const Phrase& phrase) { return phrase.is_row_noun; }) < 2;
}

Rows Said::rows_with(const Values& values) const
{
    constexpr std::size_t k_most_rows = 100; // each such sentence reads them all
    const Phrase* rarest = nullptr;
    for (const auto* value : values) {
        if (value->over != 0 || (value->part != Part::cell && !value->is_bound)) continue;
        if (rarest == nullptr || value->places.size() < rarest->places.size()) rarest = value;
    }
    Rows among;
    if (rarest != nullptr && rarest->places.size() < k_most_places) {
        for (const auto& place : rarest->places) among.push_back(place.first);
        std::sort(among.begin(), among.end());
        among.erase(std::unique(among.begin(), among.end()), among.end());
    } else if (rows() <= k_most_rows) {
        for (std::size_t r = 0; r < rows(); ++r) among.push_back(r);
    }
    std::erase_if(among, [&](std::size_t row) {
        return !std::all_of(values.begin(), values.end(),
                            [&](const Phrase* value) { return stands_in(*value, row); });
    });
    return among;
}

bool Said::sums_up(std::size_t row) const
{
    constexpr std::string_view k_names[] = {"total", "totals", "sum",    "average",
                                            "mean",  "all",    "overall"};
    return std::any_of(texts.at[row].begin(), texts.at[row].end(), [&](const std::string& text) {
        const std::string_view first = std::string_view{text}.substr(0, text.find(' '));
        return reading::is_one_of(first, k_names);
    });
}

std::optional<std::size_t> measured_column(const Said& said)
{
    std::optional<std::size_t> out;
    for (const auto& phrase : said.phrases) {
        if (phrase.part != Part::head) continue;
        if (phrase.columns.size() != 1) return std::nullopt;
        const std::size_t column = phrase.columns.front();
        const bool binds =
            std::any_of(said.phrases.begin(), said.phrases.end(), [&](const Phrase& value) {
                return is_value(value) && value.columns.size() == 1 &&
                       value.columns.front() == column;
            });
        if (binds) continue;
        if (out && *out != column) return std::nullopt;
        out = column;
    }
    return out && !is_standing(said, *out) ? out : std::nullopt;
}

bool is_standing(const Said& said, std::size_t column)
{
    std::string head = said.table.columns[column].head;
    std::transform(head.begin(), head.end(), head.begin(), reading::to_lower);
    const auto pieces = pieces_of(head, 0);
    return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
        return reading::is_one_of(piece.text, k_standing);
    });
}

bool Said::stands_in(const Phrase& phrase, std::size_t row) const
{
    if (phrase.over != 0) {
        const auto value = rank({row, phrase.columns.front()});
        if (!value || cell({row, phrase.columns.front()}).kind != reading::CellKind::number)
            return false;
        if (*value == *phrase.value) return abs(phrase.over) == 2;
        return (*value > *phrase.value) == (phrase.over > 0);
    }
    return std::any_of(phrase.columns.begin(), phrase.columns.end(), [&](std::size_t column) {
        const std::string& there = texts.at[row][column];
        if (phrase.part != Part::number) return holds(there, phrase.text);
        const auto& printed = cell({row, column});
        return there == phrase.text || (printed.kind == reading::CellKind::number && phrase.value &&
                                        abs(printed.number.value) == *phrase.value);
    });
}

bool Said::contradicts(const Phrase& phrase, std::size_t row) const
{
    if (phrase.columns.size() != 1 || phrase.is_weak) return false;
    const Place at{row, phrase.columns.front()};
    const auto& there = cell(at);
    const std::string& text = texts.at[at.first][at.second];
    if (text.empty() || there.kind == reading::CellKind::vacant || stands_in(phrase, row))
        return false;
    if (phrase.over != 0) return there.kind == reading::CellKind::number;
    // A cell that says more says nothing else.
    for (const auto& piece : pieces_of(text, 0))
        if (!is_number(piece.text) && holds(phrase.text, piece.text)) return false;
    if (text.find(phrase.text) != std::string::npos || phrase.text.find(text) != std::string::npos)
        return false;
    return phrase.part == Part::cell || there.kind == reading::CellKind::number;
}

Values Said::values() const
{
    Values out;
    for (const auto& phrase : phrases)
        if (is_value(phrase)) out.push_back(&phrase);
    return out;
}

Mark Said::mark(const Phrase& phrase) const
{
    return mark_view(document, phrase.begin, phrase.end, "stated");
}

std::vector<Mark> Said::marks() const
{
    std::vector<Mark> out;
    for (const auto& phrase : phrases)
        if (phrase.part != Part::joins && phrase.part != Part::unknown) out.push_back(mark(phrase));
    return out;
}

} // namespace verify::tables
