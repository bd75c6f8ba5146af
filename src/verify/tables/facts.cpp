#include "verify/tables/facts.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

namespace json = base::json;

namespace {

constexpr std::size_t k_longest_cell = 12; // words
constexpr std::size_t k_most_unknown = 1;
constexpr std::size_t k_most_rows = 64; // that may be the one spoken of

struct Piece {
    std::string text;
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
};

// Words and numbers; a number keeps its point and loses its commas.
std::vector<Piece> pieces_of(std::string_view folded, std::uint32_t offset)
{
    std::vector<Piece> out;
    for (std::size_t at = 0; at < folded.size();) {
        if (!reading::is_letter(folded[at]) && !reading::is_digit(folded[at])) {
            ++at;
            continue;
        }
        Piece piece;
        piece.begin = static_cast<std::uint32_t>(offset + at);
        for (; at < folded.size(); ++at) {
            const bool inside = at + 1 < folded.size() && reading::is_digit(folded[at + 1]) &&
                                at > 0 && reading::is_digit(folded[at - 1]);
            if (inside && folded[at] == ',') continue;
            if (!reading::is_letter(folded[at]) && !reading::is_digit(folded[at]) &&
                !(inside && folded[at] == '.'))
                break;
            piece.text += folded[at];
        }
        piece.end = static_cast<std::uint32_t>(offset + at);
        out.push_back(std::move(piece));
    }
    return out;
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

std::string text_at(const Document& document, const reading::Cell& cell)
{
    const auto folded =
        std::string_view{document.view.folded}.substr(cell.begin, cell.end - cell.begin);
    return joined(pieces_of(folded, cell.begin));
}

bool is_number(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](char c) { return reading::is_digit(c) || c == '.'; });
}

// A run of words that is a cell's whole text, or a number beside the head of a column.
struct Match {
    std::string text;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::set<std::size_t> columns; // where it may stand
    std::size_t piece = 0;
};

struct HeadAt {
    std::size_t piece = 0;
    std::size_t after = 0;
    std::size_t column = 0;
};

class Facts {
public:
    Facts(const Document& document, const IndexedTable& table, const CellTexts& texts)
        : m_document{document}, m_table{table}, m_texts{texts}
    {
    }

    bool read(std::span<const Piece> pieces);
    bool judge(Review& review);

private:
    bool take_cell(std::span<const Piece> pieces, std::size_t& at);
    bool take_head(std::span<const Piece> pieces, std::size_t& at);
    bool take_word(const Piece& piece);
    bool bind_numbers();
    [[nodiscard]] std::vector<std::size_t> rows_meant() const;
    [[nodiscard]] std::optional<std::size_t> extreme_row() const;
    [[nodiscard]] bool is_written_otherwise(const Match& value) const;
    [[nodiscard]] bool stands_in(const Match& match, std::size_t row) const;

    const Document& m_document;
    const IndexedTable& m_table;
    const CellTexts& m_texts;
    std::vector<Match> m_matches;
    std::vector<HeadAt> m_heads;
    std::optional<std::size_t> m_extreme; // the piece that says "highest"
    bool m_is_most = false;
    std::size_t m_unknown = 0; // words that are neither the table's nor join
};

bool Facts::take_cell(std::span<const Piece> pieces, std::size_t& at)
{
    for (std::size_t size = std::min(k_longest_cell, pieces.size() - at); size > 0; --size) {
        const std::string text = joined(pieces.subspan(at, size));
        const auto found = m_texts.places.find(text);
        if (found == m_texts.places.end()) continue;
        // "the" and "a" are cells of some tables and words of all sentences.
        if (size == 1 && reading::is_one_of(text, k_function)) continue;
        Match match{text, pieces[at].begin, pieces[at + size - 1].end, {}, at};
        for (const auto& place : found->second) match.columns.insert(place.second);
        m_matches.push_back(std::move(match));
        at += size;
        return true;
    }
    return false;
}

bool Facts::take_head(std::span<const Piece> pieces, std::size_t& at)
{
    for (std::size_t size = std::min<std::size_t>(6, pieces.size() - at); size > 0; --size) {
        const auto found = m_texts.heads.find(joined(pieces.subspan(at, size)));
        if (found == m_texts.heads.end() || found->second.size() != 1) continue;
        m_heads.push_back({at, at + size, found->second.front()});
        at += size;
        return true;
    }
    return false;
}

// A word that binds nothing: it only joins, or belongs to a head or the caption.
bool Facts::take_word(const Piece& piece)
{
    if (reading::is_one_of(piece.text, k_operators)) return false;
    if (reading::is_one_of(piece.text, k_function)) return true;
    return std::any_of(m_texts.head_words.begin(), m_texts.head_words.end(),
                       [&](const auto& words) {
                           return std::find(words.begin(), words.end(), piece.text) != words.end();
                       });
}

bool Facts::read(std::span<const Piece> pieces)
{
    for (std::size_t at = 0; at < pieces.size();) {
        const bool most = reading::is_one_of(pieces[at].text, k_greatest);
        const bool least = reading::is_one_of(pieces[at].text, k_least);
        if (most || least) {
            if (m_extreme) return false;
            m_extreme = at;
            m_is_most = most;
            ++at;
            continue;
        }
        if (take_head(pieces, at) || take_cell(pieces, at)) continue;
        if (is_number(pieces[at].text)) {
            m_matches.push_back({pieces[at].text, pieces[at].begin, pieces[at].end, {}, at});
            ++at;
            continue;
        }
        if (!take_word(pieces[at])) {
            // One word may say how the cells belong together, as "played" and "won" do. Where they
            // do not, it may say something else of them.
            const bool says_more = reading::is_one_of(pieces[at].text, k_closing) ||
                                   reading::is_one_of(pieces[at].text, k_operators);
            if (says_more || ++m_unknown > k_most_unknown) return false;
        }
        ++at;
    }
    return bind_numbers();
}

// A number belongs to the column whose head stands beside it: "a score of 205", "71 laps".
bool Facts::bind_numbers()
{
    constexpr std::size_t k_near = 4;
    for (auto& match : m_matches) {
        if (!is_number(match.text)) continue;
        std::optional<std::size_t> column;
        for (const auto& head : m_heads) {
            const bool before = head.after <= match.piece && match.piece - head.after < k_near;
            const bool after = head.piece == match.piece + 1;
            if (!before && !after) continue;
            if (column && *column != head.column) return false;
            column = head.column;
        }
        if (!column) return false;
        match.columns = {*column};
    }
    return true;
}

bool Facts::stands_in(const Match& match, std::size_t row) const
{
    return std::any_of(match.columns.begin(), match.columns.end(),
                       [&](std::size_t column) { return m_texts.at[row][column] == match.text; });
}

// The row that is first in the column named after "highest"; nullopt where two are, or a cell of
// the column is no number.
std::optional<std::size_t> Facts::extreme_row() const
{
    const auto head = std::find_if(m_heads.begin(), m_heads.end(), [&](const HeadAt& each) {
        return each.piece == *m_extreme + 1;
    });
    constexpr std::size_t k_most_ranked = 400; // each such sentence reads the whole column
    if (head == m_heads.end() || m_table.table.rows.size() > k_most_ranked) return std::nullopt;
    std::optional<std::size_t> best;
    bool is_tied = false;
    for (std::size_t r = 0; r < m_table.table.rows.size(); ++r) {
        const auto& cell = m_table.table.rows[r].cells[head->column];
        if (cell.kind != reading::CellKind::number) return std::nullopt;
        if (!best) {
            best = r;
            continue;
        }
        const auto& other = m_table.table.rows[*best].cells[head->column];
        if (cell.number.value == other.number.value) is_tied = true;
        if (m_is_most ? cell.number.value > other.number.value
                      : cell.number.value < other.number.value) {
            best = r;
            is_tied = false;
        }
    }
    return is_tied ? std::nullopt : best;
}

// Whether a row that does have the value has something of the other names too: "auckland" and
// "auckland, new zealand" may be one.
bool Facts::is_written_otherwise(const Match& value) const
{
    const auto found = m_texts.places.find(value.text);
    if (found == m_texts.places.end()) return false;
    if (found->second.size() > k_most_rows) return true;
    for (const auto& place : found->second)
        for (const auto& match : m_matches) {
            if (&match == &value || is_number(match.text)) continue;
            for (const auto column : match.columns)
                for (const auto& piece : pieces_of(m_texts.at[place.first][column], 0))
                    if (!is_number(piece.text) && match.text.find(piece.text) != std::string::npos)
                        return true;
        }
    return false;
}

// Rows that the rarest of the texts names.
std::vector<std::size_t> Facts::rows_meant() const
{
    std::vector<std::size_t> out;
    const std::vector<std::pair<std::size_t, std::size_t>>* rarest = nullptr;
    for (const auto& match : m_matches) {
        const auto found = m_texts.places.find(match.text);
        if (is_number(match.text) || found == m_texts.places.end()) continue;
        if (rarest == nullptr || found->second.size() < rarest->size()) rarest = &found->second;
    }
    if (rarest == nullptr || rarest->size() > k_most_rows) return out;
    for (const auto& place : *rarest) out.push_back(place.first);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

bool Facts::judge(Review& review)
{
    // Two cells of one column are of two rows: "Ash and Elm are in Leeds".
    for (const auto& match : m_matches)
        for (const auto& other : m_matches)
            if (&match != &other && match.columns.size() == 1 && match.columns == other.columns)
                return false;
    std::vector<std::size_t> rows;
    if (m_extreme) {
        const auto row = extreme_row();
        if (!row || m_matches.empty()) return false;
        rows = {*row};
    } else {
        if (m_matches.size() < 2) return false;
        rows = rows_meant();
    }
    if (rows.empty()) return false;
    const auto cells_in = [&](std::size_t row) {
        std::vector<const reading::TableCell*> out;
        for (const auto& match : m_matches)
            for (const auto column : match.columns)
                if (m_texts.at[row][column] == match.text || match.columns.size() == 1)
                    out.push_back(&m_table.table.rows[row].cells[column]);
        return out;
    };
    for (const auto row : rows)
        if (std::all_of(m_matches.begin(), m_matches.end(),
                        [&](const Match& match) { return stands_in(match, row); })) {
            // Only what was found in the row was looked at.
            std::vector<Mark> said;
            for (const auto& match : m_matches)
                said.push_back(mark_view(m_document, match.begin, match.end, "stated"));
            pass(m_document, std::move(said), cells_in(row), review);
            return true;
        }
    if (rows.size() != 1 || m_unknown > 0) return false;
    const std::size_t row = rows.front();
    const Match* wrong = nullptr;
    for (const auto& match : m_matches) {
        if (stands_in(match, row)) continue;
        if (wrong != nullptr || match.columns.size() != 1) return false;
        wrong = &match;
    }
    if (is_written_otherwise(*wrong)) return false;
    const auto& cell = m_table.table.rows[row].cells[*wrong->columns.begin()];
    const std::string& there = m_texts.at[row][*wrong->columns.begin()];
    // A cell that says more, or nothing, says nothing else.
    if (there.empty() || there.find(wrong->text) != std::string::npos ||
        wrong->text.find(there) != std::string::npos)
        return false;
    Outcome outcome;
    outcome.stated = mark_view(m_document, wrong->begin, wrong->end, "stated");
    outcome.cells = {&cell};
    outcome.formula = m_extreme ? "the row that is first" : "the row that is named";
    outcome.better = std::string{reading::text_of(m_document, cell.place)};
    outcome.reported = json::value(wrong->text);
    outcome.recomputed = json::value(outcome.better);
    report(m_document, std::move(outcome), review);
    return true;
}

} // namespace

CellTexts read_cell_texts(const Document& document, const IndexedTable& table)
{
    CellTexts out;
    for (std::size_t c = 0; c < table.table.columns.size(); ++c) {
        std::vector<std::string> words;
        std::string whole;
        for (const auto& cell : table.table.columns[c].head_cells) {
            const std::string text = text_at(document, cell);
            for (const auto& piece : pieces_of(text, 0)) words.push_back(piece.text);
            if (!whole.empty() && !text.empty()) whole += ' ';
            whole += text;
        }
        if (!whole.empty()) out.heads[whole].push_back(c);
        out.head_words.push_back(std::move(words));
    }
    for (std::size_t r = 0; r < table.table.rows.size(); ++r) {
        std::vector<std::string> texts;
        for (std::size_t c = 0; c < table.table.columns.size(); ++c) {
            texts.push_back(text_at(document, table.table.rows[r].cells[c].place));
            if (!texts.back().empty()) out.places[texts.back()].emplace_back(r, c);
        }
        out.at.push_back(std::move(texts));
    }
    return out;
}

bool check_facts(const Document& document, const IndexedTable& table, const CellTexts& texts,
                 std::size_t sentence, const Statement& statement, Review& review)
{
    const auto& place = document.sentences[sentence];
    const auto folded =
        std::string_view{document.view.folded}.substr(place.begin, place.end - place.begin);
    // "Not", "only", "two": of more rows than one, or of none.
    const bool counts =
        std::any_of(statement.passage.quantities().begin(), statement.passage.quantities().end(),
                    [](const Quantity& each) { return each.spelled; });
    if (counts || statement.has(k_closing)) return false;
    Facts facts{document, table, texts};
    const auto pieces = pieces_of(folded, place.begin);
    return facts.read(pieces) && facts.judge(review);
}

} // namespace verify::tables
