// What prose says of how many rows, or of which row alone: "four offices issued more in 2024 than
// in 2023", "the only one that fell", "added the most", "cheapest, delivery included".
//
// Rows are told apart by two columns of one measure, or by the sum of a row. The direction comes
// from a word; where a word may mean either, the statement holds when either reading does.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/tables/clause.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/row_order.hpp"
#include "verify/tables/scene.hpp"
#include "verify/tables/values.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

namespace {

constexpr reading::OwnCues k_up{WordSet::rises | WordSet::more, {"added", "up"}};
constexpr reading::OwnCues k_down{WordSet::falls | WordSet::less | WordSet::lost, {"down"}};
constexpr reading::OwnCues k_earlier{WordSet::before, {"previous", "last"}};
constexpr std::string_view k_kept[] = {"unchanged", "old",  "stays", "stayed",   "keeps", "same",
                                       "kept",      "keep", "full",  "constant", "held"};
constexpr reading::Cues k_most_of_rows{WordSet::greatest};
constexpr reading::Cues k_fewest{WordSet::least};
constexpr reading::OwnCues k_whole{WordSet::adds_up,
                                   {"all", "included", "including", "added", "told"}};
constexpr reading::OwnCues k_relative{WordSet::share | WordSet::percent,
                                      {"relative", "relatively", "per"}};
// Narrow what is compared, or turn the statement round.
constexpr reading::OwnCues k_row_narrowing{WordSet::excepts | WordSet::nor | WordSet::not_so |
                                               WordSet::others | WordSet::no | WordSet::supposes,
                                           {"next", "both", "but", "nearly", "almost", "second",
                                            "third", "among", "after", "would", "could", "about",
                                            "or"}};

class RowClaims {
public:
    explicit RowClaims(const Scene& scene)
        : m_scene{scene}, m_axes{scene.axes}, m_words{scene.statement.words},
          m_rows{scene.axes.rows_named(scene.statement)}, m_columns{scene.axes.columns_named(
                                                              scene.statement)}
    {
    }

    bool judge(Review& review) const
    {
        return judge_only(review) || judge_count(review) || judge_most(review);
    }

private:
    [[nodiscard]] bool has(const reading::Cues& words) const
    {
        return m_scene.statement.has(words);
    }
    [[nodiscard]] const Word* word(const reading::Cues& words, const Clause& clause) const
    {
        return word_of(m_words, words, clause);
    }
    [[nodiscard]] Clause clause_at(std::uint32_t at) const
    {
        return tables::clause_at(m_scene.document, m_words, at);
    }

    // The columns compared, the earlier one first.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> pair() const
    {
        const auto only = m_axes.pair();
        if (m_columns.size() != 2) return only;
        auto first = m_columns[0].index;
        auto second = m_columns[1].index;
        if (only && (std::pair{first, second} == *only || std::pair{second, first} == *only))
            return only;
        const auto& table = m_axes.table();
        if (!m_axes.is_one_measure(first, second)) return std::nullopt;
        const auto left = table.columns[first].year;
        const auto right = table.columns[second].year;
        if (left && right ? *left > *right : first > second) std::swap(first, second);
        return std::pair{first, second};
    }

    // Whether the clause speaks of what the two columns hold: it names one of them, the table holds
    // nothing else and tells times, or its words stand in the caption.
    [[nodiscard]] bool is_about_pair(const Clause& clause) const
    {
        if (!within(m_columns, clause).empty() || word(k_kept, clause) != nullptr) return true;
        constexpr std::string_view k_than[] = {"than"};
        if (word(k_than, clause) == nullptr) return true;
        const auto& table = m_axes.table();
        const auto& columns = m_axes.columns();
        if (columns.size() == 2 && table.columns[columns[0]].year && table.columns[columns[1]].year)
            return true;
        const auto stems =
            label_stems(reading::label_of(m_scene.document, table.caption), m_stemmer);
        return std::any_of(m_words.begin(), m_words.end(), [&](const Word& each) {
            return each.binds && clause.holds(each.begin) &&
                   std::find(stems.begin(), stems.end(), each.stem) != stems.end();
        });
    }

    // 1: from the earlier column to the later one the values rise; -1: they fall; 0: they stay.
    [[nodiscard]] std::optional<int> direction(const Clause& clause) const
    {
        const Word* up = word(k_up, clause);
        const Word* down = word(k_down, clause);
        const Word* kept = word(k_kept, clause);
        if ((up != nullptr) + (down != nullptr) + (kept != nullptr) != 1) return std::nullopt;
        if (kept != nullptr) return 0;
        int out = up != nullptr ? 1 : -1;
        const std::string_view than_words[] = {"than"};
        const Word* than = word(than_words, clause);
        const bool compares =
            reading::is_in(WordSet::more | WordSet::less, (up != nullptr ? up : down)->folded);
        if (!compares) return than == nullptr ? std::optional{out} : std::nullopt;
        if (than == nullptr) return std::nullopt;
        // "More in 2023 than in 2024" is a fall.
        const auto both = pair();
        std::vector<Mention> after;
        for (const auto& each : m_columns)
            if (each.begin > than->end && clause.holds(each.begin)) after.push_back(each);
        if (after.size() == 1 && both) return after[0].index == both->second ? -out : out;
        const bool is_before = std::any_of(m_words.begin(), m_words.end(), [&](const Word& each) {
            return each.begin > than->end && clause.holds(each.begin) &&
                   reading::is_in(k_earlier, each.folded);
        });
        return is_before && after.empty() ? std::optional{out} : std::nullopt;
    }

    // What the table has for what the sentence says.
    struct Found {
        const Rows& rows; // that it is true of; empty: of none
        const Rows& columns;
        std::string formula;
        std::string better; // than what the sentence has
    };

    void tell(const Mark& stated, std::string_view said, const Found& found, Review& review) const
    {
        const auto& rows = found.rows.empty() ? m_axes.rows() : found.rows;
        report({m_scene.document, stated, cells_of(m_axes, rows, found.columns), found.formula},
               said, found.better, found.better, review);
    }

    [[nodiscard]] Mark mark(const Mention& each) const
    {
        return mark_view(m_scene.document, each.begin, each.end, "stated");
    }

    // "X is the only one that fell", "only X fell".
    bool judge_only(Review& review) const
    {
        constexpr std::string_view k_only[] = {"only"};
        const Word* only = word(k_only, {m_words.front().begin, m_words.back().end});
        if (only == nullptr) return false;
        const Clause clause = clause_at(only->begin);
        const auto named = within(m_rows, clause);
        if (named.size() != 1 || word(k_narrowing_only(), clause) != nullptr) return false;
        const Mention& row = named.front();
        const auto one = std::find_if(m_words.begin(), m_words.end(), [&](const Word& each) {
            constexpr std::uint32_t k_near = 24; // bytes: "the only shop that"
            return each.begin > only->end && each.begin <= only->end + k_near &&
                   reading::is_in(reading::Cues{WordSet::relative, {"one", "to"}}, each.folded);
        });
        // "The only one" right behind its row, or "only X" at the head of what is said.
        const bool is_one =
            one != m_words.end() && row.end < only->begin && only->begin <= row.end + 60;
        const bool is_alone = only->begin == m_words.front().begin && row.begin <= only->end + 5;
        const auto columns = pair();
        const auto way = direction(clause);
        if ((!is_one && !is_alone) || !columns || !way || !is_about_pair(clause)) return false;
        const auto rows = going(m_axes, *way, columns->first, columns->second);
        if (!rows) return false;
        const Rows both{columns->first, columns->second};
        if (*rows == Rows{row.index}) {
            pass(m_scene.document, {mark(row)}, cells_of(m_axes, *rows, both), review);
            return true;
        }
        tell(mark(row), m_axes.label(row.index),
             {*rows, both, "comparing the two columns row by row", names_of(m_axes, *rows)},
             review);
        return true;
    }

    static reading::Cues k_narrowing_only()
    {
        static constexpr std::string_view k_words[] = {"not",    "except", "apart", "besides",
                                                       "nearly", "almost", "would", "could've",
                                                       "if",     "never",  "nor",   "neither"};
        return k_words;
    }

    // "Four offices issued more permits in 2024 than in 2023".
    bool judge_count(Review& review) const
    {
        const auto& numbers = m_scene.statement.numbers;
        if (numbers.empty()) return false;
        const Quantity& number = *numbers.front();
        const Clause clause = clause_at(m_scene.document.tokens[number.number_begin].begin);
        if (!within(m_rows, clause).empty() || word(k_row_narrowing, clause) != nullptr)
            return false;
        const Rational value = reading::value_of(number);
        const Rational all{static_cast<unsigned long>(m_axes.rows().size())};
        const bool is_count = number.kind == QuantityKind::cardinal && number.spelled &&
                              number.unit == nullptr && number.currency.empty() && value > 1 &&
                              value <= all && number.qualifier == reading::Qualifier::none;
        const auto columns = pair();
        const auto way = direction(clause);
        if (!is_count || !columns || !way || !is_about_pair(clause)) return false;
        // Rows are counted where the number is what does something: at the head, or "N of them".
        const auto range = m_scene.document.of_sentence[sentence_of(number)];
        const bool opens = number.number_begin <= range.begin + 3;
        const auto next = m_scene.document.word(number.number_end);
        if (!opens && next != "of") return false;
        const auto rows = going(m_axes, *way, columns->first, columns->second);
        if (!rows) return false;
        const Rational count{static_cast<unsigned long>(rows->size())};
        const Mark stated = mark_of(m_scene.document, number, "stated");
        const Rows both{columns->first, columns->second};
        if (count == value) {
            pass(m_scene.document, {stated}, cells_of(m_axes, *rows, both), review);
            return true;
        }
        if (count > value && next != "of") return false; // "two rose" may be said of the first two
        tell(stated, quote_of(m_scene.document, stated),
             {*rows, both, base::concat("counting ", names_of(m_axes, *rows)),
              reading::exact_text(count)},
             review);
        return true;
    }

    [[nodiscard]] std::size_t sentence_of(const Quantity& number) const
    {
        const auto& ranges = m_scene.document.of_sentence;
        std::size_t at = 0;
        while (at + 1 < ranges.size() && ranges[at].end <= number.number_begin) ++at;
        return at;
    }

    bool judge_most(Review& review) const
    {
        for (const auto& cue : m_words) {
            const bool is_most = reading::is_in(k_most_of_rows, cue.folded);
            if (!is_most && !reading::is_in(k_fewest, cue.folded)) continue;
            const Clause clause = clause_at(cue.begin);
            const auto rows = within(m_rows, clause);
            if (rows.size() != 1 || word(k_row_narrowing, clause) != nullptr) continue;
            if (judge_change(rows.front(), cue, is_most, review) ||
                judge_row_sum(rows.front(), is_most, review))
                return true;
        }
        return false;
    }

    // "Added the most", "the deepest cut": the change between two columns.
    bool judge_change(const Mention& row, const Word& cue, bool is_most, Review& review) const
    {
        const auto columns = m_axes.pair();
        if (!columns || !is_most || !is_near_change(cue)) return false;
        const Clause clause = clause_at(cue.begin);
        const bool is_fall = word(k_down, clause) != nullptr;
        if ((word(k_up, clause) != nullptr) == is_fall) return false;
        const auto change = [&](std::size_t r) -> std::optional<Rational> {
            const auto* from = m_axes.number(r, columns->first);
            const auto* to = m_axes.number(r, columns->second);
            if (from == nullptr || to == nullptr) return std::nullopt;
            const Rational rise = to->number.value - from->number.value;
            return is_fall ? Rational{-rise} : rise;
        };
        const auto relative = [&](std::size_t r) -> std::optional<Rational> {
            const auto out = change(r);
            const auto* from = m_axes.number(r, columns->first);
            if (!out || from->number.value == 0) return std::nullopt;
            return *out / abs(from->number.value);
        };
        constexpr std::string_view k_absolute[] = {"absolute", "pounds", "dollars", "euros",
                                                   "numbers",  "tonnes", "people"};
        std::optional<Rows> best;
        bool holds = false;
        if (!has(k_relative)) {
            best = first_by(m_axes, change);
            holds = best && is_in(*best, row.index);
        }
        if (!holds && !has(k_absolute)) {
            const auto other = first_by(m_axes, relative);
            holds = other && is_in(*other, row.index);
            if (!best) best = other;
        }
        if (!best) return false;
        const Rows both{columns->first, columns->second};
        say(row, holds, {*best, both, "comparing the change of each row", names_of(m_axes, *best)},
            review);
        return true;
    }

    [[nodiscard]] bool is_near_change(const Word& cue) const
    {
        constexpr std::uint32_t k_near = 30; // bytes: "the largest jump", "added the most"
        return std::any_of(m_words.begin(), m_words.end(), [&](const Word& each) {
            const bool moves =
                reading::is_in(k_up, each.folded) || reading::is_in(k_down, each.folded);
            return moves && each.end + k_near > cue.begin && cue.end + k_near > each.begin;
        });
    }

    // "Adding the three components, the largest reaction occurs at C3."
    bool judge_row_sum(const Mention& row, bool is_most, Review& review) const
    {
        const auto& columns = m_axes.columns();
        if (!has(k_whole) || columns.size() < 2) return false;
        const auto sum = [&](std::size_t r) -> std::optional<Rational> {
            const auto out = total_of(m_axes, {r}, columns);
            if (!out) return std::nullopt;
            return is_most ? out->exact : Rational{-out->exact};
        };
        // A table whose last column is the sum already.
        const auto is_summed = [&](std::size_t r) {
            const auto* last = m_axes.number(r, columns.back());
            const auto out = total_of(m_axes, {r}, columns);
            return last != nullptr && out && out->exact == last->number.value * 2;
        };
        const auto best = first_by(m_axes, sum);
        if (!best || std::all_of(m_axes.rows().begin(), m_axes.rows().end(), is_summed))
            return false;
        say(row, is_in(*best, row.index),
            {*best, columns, "comparing the sum of each row", names_of(m_axes, *best)}, review);
        return true;
    }

    static bool is_in(const Rows& rows, std::size_t row)
    {
        return std::find(rows.begin(), rows.end(), row) != rows.end();
    }

    void say(const Mention& row, bool holds, Found best, Review& review) const
    {
        if (holds)
            pass(m_scene.document, {mark(row)}, cells_of(m_axes, {row.index}, best.columns),
                 review);
        else
            tell(mark(row), m_axes.label(row.index), std::move(best), review);
    }

    const Scene& m_scene;
    const Axes& m_axes;
    const std::vector<Word>& m_words;
    reading::Stemmer m_stemmer;
    std::vector<Mention> m_rows;
    std::vector<Mention> m_columns;
};

} // namespace

bool check_rows_of_prose(const Scene& scene, Review& review)
{
    const std::size_t rows = scene.axes.rows().size();
    constexpr std::size_t k_most_rows = 30;
    if (rows < 3 || rows > k_most_rows || scene.axes.columns().size() < 2) return false;
    if (scene.statement.words.empty()) return false;
    return RowClaims{scene}.judge(review);
}

} // namespace verify::tables
