#include "verify/tables/cell_texts.hpp"

#include "reading/ascii.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

namespace {

bool is_digits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), reading::is_digit);
}

bool is_year(std::string_view text)
{
    return text.size() == 4 && is_digits(text) &&
           (text.starts_with("19") || text.starts_with("20"));
}

bool is_month(std::string_view text)
{
    const auto month = reading::month_name(text);
    if (!month || text.size() < 3) return false;
    const std::string name = reading::english_month(*month).data();
    return reading::to_lower(name[0]) == text[0] && name.substr(1, 2) == text.substr(1, 2);
}

std::string full_month(std::string_view text)
{
    std::string out{reading::english_month(*reading::month_name(text))};
    out.front() = reading::to_lower(out.front());
    return out;
}

// "5th" and "05" are 5, "2.50" is 2.5.
std::string plain(std::string text)
{
    if (text.size() > 2 && reading::is_digit(text.front())) {
        const std::string_view tail = std::string_view{text}.substr(text.size() - 2);
        const bool is_ordinal = reading::is_one_of(tail, {"st", "nd", "rd", "th"});
        if (is_ordinal && is_digits(std::string_view{text}.substr(0, text.size() - 2)))
            text.resize(text.size() - 2);
    }
    if (is_number(text)) {
        if (text.find('.') != std::string::npos) {
            while (text.back() == '0') text.pop_back();
            if (text.back() == '.') text.pop_back();
        }
        const std::size_t zeros = std::min(text.find_first_not_of('0'), text.size() - 1);
        if (zeros > 0 && zeros < text.size() && text[zeros] != '.') text.erase(0, zeros);
        return text;
    }
    return is_month(text) ? full_month(text) : text;
}

bool is_day(std::string_view text)
{
    return is_digits(text) && (text.size() == 1 || (text.size() == 2 && text <= "31"));
}

// "5 of september" and "5 september" are "september 5".
void order_dates(std::vector<Piece>& pieces)
{
    std::size_t out = 0;
    for (std::size_t at = 0; at < pieces.size(); ++at, ++out) {
        const bool follows = out > 0 && is_month(pieces[out - 1].text);
        const std::size_t gap = at + 2 < pieces.size() && pieces[at + 1].text == "of" ? 2 : 1;
        if (is_day(pieces[at].text) && !follows && at + gap < pieces.size() &&
            is_month(pieces[at + gap].text)) {
            Piece month = pieces[at + gap];
            Piece day = pieces[at];
            std::swap(month.text, day.text);
            if (out != at) pieces[out] = {};
            pieces[out] = std::move(day);
            pieces[++out] = std::move(month);
            at += gap;
            continue;
        }
        if (out != at) pieces[out] = std::move(pieces[at]);
    }
    pieces.resize(out);
}

std::vector<Piece> pieces_at(const Document& document, const reading::Cell& cell)
{
    return pieces_of(
        std::string_view{document.view.folded}.substr(cell.begin, cell.end - cell.begin),
        cell.begin);
}

void add_place(std::vector<Place>& places, const Place& place)
{
    if (places.size() < k_most_places && (places.empty() || places.back() != place))
        places.push_back(place);
}

// Words on end of a longer cell.
void add_parts(CellTexts& texts, const std::vector<Piece>& pieces, const Place& place)
{
    for (std::size_t at = 0; at < pieces.size(); ++at)
        for (std::size_t size = 1; size <= k_longest_part && at + size <= pieces.size(); ++size) {
            if (size == pieces.size()) continue;
            const auto& first = pieces[at].text;
            const bool is_single = size == 1;
            if (is_single && (first.size() < 3 || reading::is_digit(first.front()) ||
                              reading::is_in(k_function, first) || is_cue(first)))
                continue;
            add_place(texts.parts[joined(std::span{pieces}.subspan(at, size))], place);
        }
}

} // namespace

bool is_number(std::string_view text)
{
    return !text.empty() && reading::is_digit(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return reading::is_digit(c) || c == '.'; });
}

std::string joined(std::span<const Piece> pieces)
{
    std::string out;
    for (const auto& piece : pieces) {
        if (!out.empty()) out += ' ';
        out += piece.text;
    }
    return out;
}

bool is_cue(std::string_view word)
{
    if (reading::is_in(k_function, word) && word != "than") return false;
    return reading::is_in(k_operators, word) || reading::is_in(k_closing, word) ||
           reading::is_in(k_above, word) || reading::is_in(k_below, word) ||
           reading::is_in(k_greatest, word) || reading::is_in(k_least, word) ||
           reading::is_in(k_change, word) || reading::is_in(k_rise, word) ||
           reading::is_in(k_fall, word);
}

std::vector<Piece> pieces_of(std::string_view folded, std::uint32_t offset)
{
    std::vector<Piece> out;
    const auto is_part = [&](std::size_t at) {
        return reading::is_letter(folded[at]) || reading::is_digit(folded[at]) ||
               static_cast<unsigned char>(folded[at]) >= 0x80;
    };
    for (std::size_t at = 0; at < folded.size();) {
        if (!is_part(at)) {
            ++at;
            continue;
        }
        Piece piece;
        piece.begin = static_cast<std::uint32_t>(offset + at);
        for (; at < folded.size(); ++at) {
            const bool inside = at + 1 < folded.size() && reading::is_digit(folded[at + 1]) &&
                                at > 0 && reading::is_digit(folded[at - 1]);
            if (inside && folded[at] == ',') continue;
            if (!is_part(at) && !(inside && folded[at] == '.')) break;
            piece.text += folded[at];
        }
        piece.end = static_cast<std::uint32_t>(offset + at);
        piece.text = plain(std::move(piece.text));
        out.push_back(std::move(piece));
    }
    order_dates(out);
    return out;
}

CellTexts read_cell_texts(const Document& document, const reading::Table& table,
                          const reading::Stemmer& stemmer)
{
    // The rest of a text full of tables is known by whole cells alone.
    constexpr std::size_t k_most_parts = 60'000;
    CellTexts out;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::string whole;
        std::set<std::string> words;
        for (const auto& cell : table.columns[c].head_cells)
            for (const auto& piece : pieces_at(document, cell)) {
                const std::string stem = stemmer.stem(piece.text);
                if (!whole.empty()) whole += ' ';
                whole += stem;
                if (!reading::is_in(k_function, piece.text) && stem.size() > 1 &&
                    (!reading::is_digit(stem.front()) || is_year(stem)))
                    words.insert(stem);
            }
        if (!whole.empty()) out.heads[whole].push_back(c);
        for (const auto& word : words) out.head_words[word].push_back(c);
    }
    for (const auto& piece : pieces_at(document, table.caption))
        out.topic[stemmer.stem(piece.text)] = true;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        std::vector<std::string> texts;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const auto pieces = pieces_at(document, table.rows[r].cells[c].place);
            texts.push_back(joined(pieces));
            if (texts.back().empty()) continue;
            add_place(out.whole[texts.back()], {r, c});
            const auto& cell = table.rows[r].cells[c];
            if (cell.kind == reading::CellKind::number)
                add_place(out.whole[reading::exact_text(abs(cell.number.value))], {r, c});
            if (pieces.size() <= k_longest_cell && out.parts.size() < k_most_parts)
                add_parts(out, pieces, {r, c});
        }
        out.at.push_back(std::move(texts));
    }
    return out;
}

std::optional<Rational> rank_of(const reading::Table& table, const CellTexts& texts,
                                const Place& place)
{
    const auto& cell = table.rows[place.first].cells[place.second];
    if (cell.kind == reading::CellKind::number) return cell.number.value;
    if (cell.kind == reading::CellKind::vacant) return std::nullopt;
    // "september 5 1986"
    const std::string& text = texts.at[place.first][place.second];
    const auto first = text.find(' ');
    const auto second = first == std::string::npos ? first : text.find(' ', first + 1);
    if (second == std::string::npos || text.find(' ', second + 1) != std::string::npos)
        return std::nullopt;
    const auto month = text.substr(0, first);
    const auto day = text.substr(first + 1, second - first - 1);
    const auto year = text.substr(second + 1);
    if (!is_month(month) || !is_day(day) || !is_digits(year) || year.size() != 4)
        return std::nullopt;
    const auto found =
        reading::gregorian(std::stoi(year), *reading::month_name(month), std::stoi(day));
    if (!found) return std::nullopt;
    return Rational{static_cast<long>(found->time_since_epoch().count())};
}

} // namespace verify::tables
