// Which row is first in a column, or second, or last.
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/facts.hpp"
#include "verify/tables/lexicon.hpp"

#include <algorithm>
#include <map>

namespace verify::tables {

using reading::WordSet;

namespace {

constexpr std::string_view k_earliest[] = {"earliest"};
constexpr std::string_view k_latest[] = {"latest"};
// "The best place" is the smallest number, "the best score" the largest.
constexpr std::string_view k_either_way[] = {"best"};

// -1, 0 or 1: which way a cue orders.
int direction_of(const Phrase& phrase, const reading::Cues& up, const reading::Cues& down)
{
    if (phrase.part != Part::cue) return 0;
    if (reading::is_one_of(phrase.text, k_either_way)) return 0;
    return reading::is_in(up, phrase.text) ? 1 : reading::is_in(down, phrase.text) ? -1 : 0;
}

struct RankCue {
    std::size_t at = 0;
    int direction = 0;
    std::size_t order = 1; // 2 of "second highest"
    bool is_denied = false;
};

// 2 of "second" and of "2nd"; 0 of other words.
std::size_t order_of(const Phrase& phrase)
{
    constexpr std::string_view k_ordinals[] = {"first", "second", "third", "fourth", "fifth"};
    constexpr int k_most = 20;
    for (std::size_t i = 0; i < std::size(k_ordinals); ++i)
        if (phrase.text == k_ordinals[i]) return i + 1;
    const bool is_written = phrase.part == Part::number && phrase.value &&
                            phrase.end - phrase.begin > phrase.text.size();
    if (!is_written || *phrase.value < 1 || *phrase.value > k_most) return 0;
    return phrase.value->get_num().get_ui();
}

// The only superlative of the sentence, when no other cue is in it.
std::optional<RankCue> superlative(const Said& said)
{
    std::optional<RankCue> out;
    std::size_t denials = 0;
    const auto& phrases = said.phrases;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
        const Phrase& phrase = phrases[i];
        if (phrase.part != Part::cue) continue;
        const bool is_recent =
            phrase.text == "most" && i + 1 < phrases.size() && phrases[i + 1].text == "recent";
        const int size = direction_of(phrase, k_greatest, k_least);
        const int time = is_recent ? 1 : direction_of(phrase, k_latest, k_earliest);
        if (size == 0 && time == 0) {
            if (i + 1 < phrases.size() && order_of(phrase) > 0 && phrases[i + 1].part == Part::cue)
                continue;
            if (!reading::is_one_of(phrase.text, k_denial)) return std::nullopt;
            ++denials;
            continue;
        }
        if (out) return std::nullopt;
        out = RankCue{i, is_recent ? 1 : size != 0 ? size : time, 1, false};
        if (i > 0) out->order = std::max<std::size_t>(1, order_of(phrases[i - 1]));
        if (is_recent) out->at = ++i;
    }
    if (out) out->is_denied = denials == 1;
    return denials > 1 ? std::nullopt : out;
}

// The column whose head stands behind the superlative, or right before it: "the highest number of
// points", "the crowd was largest".
std::optional<std::size_t> ranked_column(const Said& said, const RankCue& cue)
{
    const auto& phrases = said.phrases;
    const Phrase* head = nullptr;
    for (std::size_t i = cue.at + 1; i < phrases.size(); ++i) {
        // "The lowest error and cost" is said of two columns.
        if (phrases[i].part == Part::head && head != nullptr) return std::nullopt;
        if (phrases[i].part == Part::head)
            head = &phrases[i];
        else if (phrases[i].part != Part::joins)
            break;
    }
    for (std::size_t i = cue.at; i > 0 && head == nullptr; --i) {
        if (phrases[i - 1].part == Part::head) head = &phrases[i - 1];
        if (!reading::is_in(reading::Cues{WordSet::copula, {"the"}}, phrases[i - 1].text)) break;
    }
    if (head == nullptr || head->columns.size() != 1) return std::nullopt;
    // "Rent was highest in 2020" is said of all rows of that year, or of all years of that row.
    const auto column = head->columns.front();
    const bool is_of_year = said.table.columns[column].year.has_value();
    return is_of_year && head > &phrases[cue.at] ? std::nullopt : std::optional{column};
}

using RankedRows = std::vector<std::size_t>;

// Rows that stand in the order of the column: those of a sum do not. Empty when the column cannot
// be put in order.
RankedRows ranked_rows(const Said& said, std::size_t column)
{
    constexpr std::size_t k_most_ranked = 100; // each such sentence reads the whole column
    RankedRows out;
    if (said.rows() > k_most_ranked) return out;
    for (std::size_t r = 0; r < said.rows(); ++r) {
        if (said.sums_up(r)) continue;
        const bool is_vacant = said.cell({r, column}).kind == reading::CellKind::vacant;
        if (said.rank({r, column}))
            out.push_back(r);
        else if (!is_vacant)
            return {};
    }
    return out.size() > 1 ? out : RankedRows{};
}

// Those whose value is the highest, the second highest and so on.
RankedRows best_rows(const Said& said, std::size_t column, const RankCue& cue,
                     const RankedRows& among)
{
    std::map<Rational, RankedRows> by_value;
    for (const auto row : among)
        by_value[Rational{*said.rank({row, column}) * -cue.direction}].push_back(row);
    if (by_value.size() < cue.order) return {};
    return std::next(by_value.begin(), static_cast<long>(cue.order) - 1)->second;
}

void tell_first(const Said& said, const Phrase& value, const Place& place, Review& review)
{
    const auto& cell = said.cell(place);
    const auto better = reading::text_of(said.document, cell.place);
    report({said.document, said.mark(value), {&cell}, "the row that is first"}, value.text, better,
           better, review);
}

// What a sentence with a superlative may mean: some of its values say among which rows, the others
// are what the first of these holds.
class Ranking {
public:
    Ranking(const Said& said, const RankCue& cue, std::size_t column)
        : m_said{said}, m_cue{cue}, m_column{column}, m_rows{ranked_rows(said, column)}
    {
        for (const auto& phrase : said.phrases) {
            const bool is_order = order_of(phrase) > 0 && &phrase + 1 == &said.phrases[cue.at];
            if (!is_order && (phrase.part == Part::cell || phrase.part == Part::number))
                m_values.push_back(&phrase);
        }
    }

    bool judge(Review& review);

private:
    [[nodiscard]] bool is_readable() const;
    bool holds_somehow();
    [[nodiscard]] const Phrase* wrong_one() const;

    const Said& m_said;
    RankCue m_cue;
    std::size_t m_column;
    RankedRows m_rows;
    std::vector<const Phrase*> m_values;
    std::optional<std::size_t> m_first; // a row that is first in some reading
};

bool Ranking::is_readable() const
{
    constexpr std::size_t k_most_values = 4;
    if (m_rows.empty() || m_values.empty() || m_values.size() > k_most_values) return false;
    return std::none_of(m_values.begin(), m_values.end(), [](const Phrase* value) {
        return value->part == Part::number && (value->is_spelled || !value->value);
    });
}

bool Ranking::holds_somehow()
{
    const std::size_t all = (std::size_t{1} << m_values.size()) - 1;
    for (std::size_t filter = 0; filter < all; ++filter) {
        std::vector<const Phrase*> among;
        std::vector<const Phrase*> answer;
        for (std::size_t i = 0; i < m_values.size(); ++i)
            ((filter >> i & 1U) != 0 ? among : answer).push_back(m_values[i]);
        RankedRows rows;
        for (const auto row : m_said.rows_with(among))
            if (std::binary_search(m_rows.begin(), m_rows.end(), row)) rows.push_back(row);
        if (rows.size() < 2) continue;
        for (const auto row : best_rows(m_said, m_column, m_cue, rows)) {
            m_first = m_first ? m_first : row;
            if (std::all_of(answer.begin(), answer.end(),
                            [&](const Phrase* value) { return m_said.stands_in(*value, row); })) {
                m_first = row;
                return true;
            }
        }
    }
    return false;
}

// The value that does not stand in the first row of all, when it is one alone.
const Phrase* Ranking::wrong_one() const
{
    const Phrase* out = nullptr;
    for (const auto* value : m_values) {
        if (value->columns.size() != 1 || value->is_weak) return nullptr;
        if (m_said.stands_in(*value, *m_first)) continue;
        const bool is_of_many = value->part == Part::cell && m_said.rows_of(*value).size() != 1;
        if (out != nullptr || is_of_many) return nullptr;
        out = value;
    }
    if (out == nullptr) return nullptr;
    const bool is_answer = out->part == Part::cell || out->columns.front() == m_column ||
                           (out->is_bound && m_said.rows_of(*out).size() == 1);
    return is_answer ? out : nullptr;
}

bool Ranking::judge(Review& review)
{
    if (!is_readable()) return false;
    const bool holds = holds_somehow();
    if (!m_first) return false;
    if (holds != m_cue.is_denied) {
        if (m_cue.is_denied && m_values.size() > 1) return false;
        pass(m_said.document, m_said.marks(), {&m_said.cell({*m_first, m_column})}, review);
        return true;
    }
    // "The best of its group" of a group the table does not have.
    if (!m_said.is_explained() || m_cue.is_denied) return false;
    const Phrase* wrong = wrong_one();
    if (wrong == nullptr) return false;
    tell_first(m_said, *wrong, {*m_first, wrong->columns.front()}, review);
    return true;
}

} // namespace

bool check_rank(const Said& said, Review& review)
{
    const auto cue = superlative(said);
    if (!cue || said.count(Part::unknown) > 1) return false;
    const auto column = ranked_column(said, *cue);
    return column && !is_standing(said, *column) && Ranking{said, *cue, *column}.judge(review);
}

} // namespace verify::tables
