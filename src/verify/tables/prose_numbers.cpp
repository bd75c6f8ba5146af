// Which value of the table a number of prose is meant to be, and whether it is.
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/slip.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/scene.hpp"
#include "verify/tables/values.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

using reading::WordSet;

// A distance of two values, before the number and behind it.
constexpr reading::OwnCues k_gap_before{WordSet::lost | WordSet::extra,
                                        {"plus", "minus", "another", "by", "gained", "dropped",
                                         "exceeded", "lead", "fell", "rose", "gain", "saved",
                                         "saves", "up", "down", "margin"}};
constexpr reading::OwnCues k_gap_after{WordSet::less | WordSet::more | WordSet::above_below,
                                       {"ahead", "behind", "lost", "extra"}};
constexpr reading::OwnCues k_together{WordSet::adds_up | WordSet::all, {"added"}};
constexpr reading::Cues k_since{WordSet::since};
constexpr std::string_view k_pronouns[] = {"it", "its", "their", "they", "he", "she", "his", "her"};
constexpr std::size_t k_most_subset = 10; // rows of which every choice is tried

enum class Tie { none, gap, total, mean };

// What a number should be, and how sure that is.
struct Meant {
    Derived value;
    bool is_strong = false; // words and labels leave no other reading
    unsigned tries = 1;
    std::vector<Derived> others; // what else may be meant
    int way = 0;                 // 1 where the later of two cells is more, -1 less, 0 unknown
};

class Numbers {
public:
    explicit Numbers(const Scene& scene)
        : m_scene{scene}, m_axes{scene.axes},
          m_statement{scene.statement}, m_rows{scene.axes.rows_named(scene.statement)},
          m_columns{scene.axes.columns_named(scene.statement)}, m_groups{scene.axes.groups_named(
                                                                    scene.statement)}
    {
        take_from_before();
    }

    void judge(Review& review)
    {
        Ledger ledger{review};
        for (const auto* number : m_statement.numbers) {
            const Mark place = mark_of(m_scene.document, *number, "stated");
            if (!is_usable(*number) || ledger.knows(place)) continue;
            const auto meant = meant_by(*number);
            if (meant) decide(*number, *meant, review);
        }
    }

private:
    [[nodiscard]] std::uint32_t begin_of(const Quantity& number) const
    {
        return m_scene.document.tokens[number.number_begin].begin;
    }
    [[nodiscard]] std::uint32_t end_of(const Quantity& number) const
    {
        return m_scene.document.tokens[number.number_end - 1].end;
    }

    // "Its takings": what the sentence before names.
    void take_from_before()
    {
        constexpr std::size_t k_opening = 4;
        if (!m_rows.empty() || m_scene.before == nullptr) return;
        const auto& words = m_statement.words;
        const auto last =
            words.begin() + static_cast<std::ptrdiff_t>(std::min(k_opening, words.size()));
        const bool refers = std::any_of(words.begin(), last, [](const Word& word) {
            return reading::is_in(k_pronouns, word.folded);
        });
        if (!refers) return;
        const auto rows = m_axes.rows_named(*m_scene.before);
        if (rows.size() == 1) m_rows = rows;
    }

    [[nodiscard]] bool is_usable(const Quantity& number) const
    {
        if (number.doubtful || number.in_range || number.plus ||
            number.qualifier != reading::Qualifier::none)
            return false;
        const bool is_percent = number.kind == QuantityKind::percent && tie_of(number) == Tie::gap;
        if (number.kind != QuantityKind::cardinal && !is_percent) return false;
        const auto is_label = [&](const Mention& each) {
            return each.begin < end_of(number) && begin_of(number) < each.end;
        };
        return std::none_of(m_rows.begin(), m_rows.end(), is_label) &&
               std::none_of(m_columns.begin(), m_columns.end(), is_label);
    }

    // Words right before or behind the number, nearest first.
    [[nodiscard]] bool has_near(const Quantity& number, const reading::Cues& before,
                                const reading::Cues& after) const
    {
        constexpr std::size_t k_near = 3;
        std::vector<const Word*> left;
        std::size_t right = 0;
        bool found = false;
        for (const auto& word : m_statement.words) {
            if (word.end <= begin_of(number)) left.push_back(&word);
            if (word.begin < end_of(number) || right >= k_near) continue;
            ++right;
            found = found || reading::is_in(after, word.folded);
        }
        for (std::size_t i = 0; i < left.size() && i < k_near; ++i)
            found = found || reading::is_in(before, left[left.size() - 1 - i]->folded);
        return found;
    }

    [[nodiscard]] Tie tie_of(const Quantity& number) const
    {
        if (m_statement.has(k_mean)) return Tie::mean;
        if (has_near(number, k_gap_before, k_gap_after) || m_statement.has(k_difference))
            return Tie::gap;
        return m_statement.has(k_together) ? Tie::total : Tie::none;
    }

    // The column the number is of: the nearest named, the only one of its unit, the only one.
    [[nodiscard]] std::optional<std::size_t> column_of(const Quantity& number) const
    {
        if (const auto* named = nearest(m_columns, begin_of(number), end_of(number)))
            return named->index;
        const auto& columns = m_axes.columns();
        return columns.size() == 1 ? columns.front() : column_of_unit(number);
    }

    // The only column whose cells are printed with the unit or the currency of the number.
    [[nodiscard]] std::optional<std::size_t> column_of_unit(const Quantity& number) const
    {
        const auto unit = m_scene.document.word(number.number_end);
        std::optional<std::size_t> out;
        for (const auto c : m_axes.columns()) {
            const auto* cell = m_axes.number(m_axes.rows().front(), c);
            if (cell == nullptr || cell->number.unit.empty()) continue;
            std::string own = cell->number.unit;
            std::transform(own.begin(), own.end(), own.begin(), reading::to_lower);
            const bool is_money = !number.currency.empty() && !reading::is_letter(own.front());
            if (own != unit && !is_money) continue;
            if (out) return std::nullopt;
            out = c;
        }
        return out;
    }

    // The two columns between which a row changes.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> span() const
    {
        const auto& columns = m_axes.columns();
        if (m_columns.size() == 2) return std::pair{m_columns[0].index, m_columns[1].index};
        if (m_columns.size() == 1 && m_statement.has(k_since) && columns.size() > 1) {
            const auto last = columns.back();
            if (m_columns[0].index != last) return std::pair{m_columns[0].index, last};
        }
        return m_axes.pair();
    }

    [[nodiscard]] std::optional<Meant> gap_meant(const Quantity& number) const
    {
        Meant out;
        const auto of_unit = column_of_unit(number);
        const bool is_of_two =
            number.kind == QuantityKind::cardinal && (m_statement.numbers.size() == 1 || of_unit);
        if (m_rows.size() == 2 && is_of_two) {
            const auto column = of_unit ? of_unit : column_of(number);
            if (!column) return std::nullopt;
            auto gap = gap_of(m_axes, {m_rows[0].index, m_rows[1].index}, {*column});
            if (!gap) return std::nullopt;
            out = {std::move(*gap), m_rows[0].whole && m_rows[1].whole, 1, {}};
            for (const auto c : m_axes.columns())
                if (auto other = gap_of(m_axes, {m_rows[0].index, m_rows[1].index}, {c}))
                    out.others.push_back(std::move(*other));
            for (const auto& row : m_rows) add_row(m_axes, row.index, out.others);
            return out;
        }
        const auto* row = subject_of(m_rows, m_statement, begin_of(number), end_of(number));
        const auto columns = span();
        if (row == nullptr || !columns) return std::nullopt;
        auto gap = number.kind == QuantityKind::percent
                       ? change_in_percent(m_axes, row->index, *columns)
                       : gap_of(m_axes, {row->index}, {columns->first, columns->second});
        if (!gap) return std::nullopt;
        // A word of a label may be of another thing ("oats stored" beside "grain stored").
        // Of more rows than one, only the one before the number is meant for sure.
        const bool is_sure = row->whole && (m_rows.size() == 1 || row->end <= begin_of(number));
        out = {std::move(*gap), is_sure, 1, {}, way_of(m_axes, row->index, *columns)};
        add_row(m_axes, row->index, out.others);
        if (!is_sure)
            for (const auto& each : m_rows) add_row(m_axes, each.index, out.others);
        return out;
    }

    // Whether the sentence says that a row rises, 1, or falls, -1; 0 where it says more than that.
    [[nodiscard]] int way_said() const
    {
        if (m_rows.size() != 1 || m_statement.numbers.size() != 1) return 0;
        int out = 0;
        for (const auto& word : m_statement.words) {
            const bool is_up = reading::is_in(k_rise, word.folded);
            if (!is_up && !reading::is_in(k_fall, word.folded)) continue;
            if (out != 0 || (m_rows[0].begin <= word.begin && word.end <= m_rows[0].end)) return 0;
            out = is_up ? 1 : -1;
        }
        return out;
    }

    [[nodiscard]] std::optional<Meant> mean_meant(const Quantity& number) const
    {
        const auto column = column_of(number);
        const auto* group = subject_of(m_groups, m_statement, begin_of(number), end_of(number));
        if (!column || !m_rows.empty()) return std::nullopt;
        const auto& rows = group != nullptr ? m_axes.groups()[group->index].rows : m_axes.rows();
        auto mean = total_of(m_axes, rows, {*column}, Operation::mean);
        if (!mean) return std::nullopt;
        Meant out{std::move(*mean), group != nullptr && m_columns.size() == 1, 1, {}};
        for (const auto c : m_axes.columns()) {
            for (const auto& each : m_axes.groups())
                if (auto other = total_of(m_axes, each.rows, {c}, Operation::mean))
                    out.others.push_back(std::move(*other));
            if (auto other = total_of(m_axes, m_axes.rows(), {c}, Operation::mean))
                out.others.push_back(std::move(*other));
        }
        if (!out.is_strong) add_all(m_axes, out.others);
        return out;
    }

    // No row is named, or all of them: "from Monday to Friday".
    [[nodiscard]] bool is_of_all_rows() const
    {
        if (m_rows.empty()) return true;
        const auto& rows = m_axes.rows();
        const bool is_span =
            m_rows.size() == 2 && m_rows[0].index == rows.front() && m_rows[1].index == rows.back();
        return is_span || m_rows.size() == rows.size();
    }

    [[nodiscard]] std::optional<Meant> total_meant(const Quantity& number, Tie tie) const
    {
        const auto column = column_of(number);
        if (!column || !is_of_all_rows() || !m_groups.empty()) return std::nullopt;
        if (m_columns.empty() && tie != Tie::total) return std::nullopt;
        auto sum = total_of(m_axes, m_axes.rows(), {*column});
        if (!sum) return std::nullopt;
        // Another number of the sentence is the same of its column.
        const bool is_pattern =
            std::any_of(m_statement.numbers.begin(), m_statement.numbers.end(),
                        [&](const Quantity* other) { return is_sum_too(*other, *column); });
        Meant out{std::move(*sum), is_pattern, 1, {}};
        if (!is_pattern) add_all(m_axes, out.others);
        return out;
    }

    [[nodiscard]] bool is_sum_too(const Quantity& other, std::size_t column) const
    {
        const auto* named = nearest(m_columns, begin_of(other), end_of(other));
        if (named == nullptr || named->index == column) return false;
        const auto sum = total_of(m_axes, m_axes.rows(), {named->index});
        return sum && is_met(other, *sum);
    }

    // "1,238 of the 1,470 lost days": some rows of a column whose sum is the whole.
    [[nodiscard]] std::optional<Meant> part_meant(const Quantity& number) const
    {
        const auto& rows = m_axes.rows();
        const auto& document = m_scene.document;
        if (rows.size() > k_most_subset || rows.size() < 3) return std::nullopt;
        const auto of = document.word(number.number_end);
        if (of != "of" && document.word(number.number_end + 1) != "of") return std::nullopt;
        for (const auto* whole : m_statement.numbers) {
            const bool follows = whole->number_begin > number.number_begin &&
                                 whole->number_begin <= number.number_end + 4;
            if (!follows) continue;
            for (const auto c : m_axes.columns()) {
                const auto sum = total_of(m_axes, rows, {c});
                if (!sum || reading::value_of(*whole) != sum->exact) continue;
                return subset_meant(number, c);
            }
        }
        return std::nullopt;
    }

    // The only choice of rows of which the number is a slip.
    [[nodiscard]] std::optional<Meant> subset_meant(const Quantity& number,
                                                    std::size_t column) const
    {
        const auto& rows = m_axes.rows();
        Meant out;
        unsigned slips = 0;
        for (unsigned long choice = 1; choice < 1UL << rows.size(); ++choice) {
            std::vector<std::size_t> some;
            for (std::size_t i = 0; i < rows.size(); ++i)
                if ((choice >> i & 1UL) != 0) some.push_back(rows[i]);
            auto each = total_of(m_axes, some, {column});
            if (!each || some.size() == rows.size()) continue;
            ++out.tries;
            const auto miss = miss_between(reading::value_of(number), each->exact,
                                           std::min(number.place, 0), true);
            if (miss.slip != Slip::none && ++slips == 1) out.value = *each;
            out.others.push_back(std::move(*each));
        }
        if (slips != 1) return std::nullopt;
        add_all(m_axes, out.others);
        return out;
    }

    [[nodiscard]] std::optional<Meant> meant_by(const Quantity& number) const
    {
        const Tie tie = tie_of(number);
        if (number.kind == QuantityKind::percent) return gap_meant(number);
        if (auto part = part_meant(number)) return part;
        if (tie == Tie::gap) return gap_meant(number);
        if (tie == Tie::mean) return mean_meant(number);
        return total_meant(number, tie);
    }

    // Whether the sentence prints the cells too: then what it makes of them is another check's.
    [[nodiscard]] bool prints_cells(const Derived& derived) const
    {
        return std::all_of(derived.cells.begin(), derived.cells.end(), [&](const auto* cell) {
            return std::any_of(m_statement.numbers.begin(), m_statement.numbers.end(),
                               [&](const Quantity* each) {
                                   return reading::value_of(*each) == cell->number.value;
                               });
        });
    }

    void decide(const Quantity& number, const Meant& meant, Review& review) const
    {
        const Mark mark = mark_of(m_scene.document, number, "stated");
        const bool is_turned = way_said() * meant.way < 0;
        const bool holds = is_met(number, meant.value);
        if (holds && !is_turned) {
            if (meant.is_strong || tie_of(number) == Tie::total)
                pass(m_scene.document, {mark}, meant.value.cells, review);
            return;
        }
        if (prints_cells(meant.value) || m_statement.has(k_hedges())) return;
        Rational right = abs(meant.value.exact);
        if (holds) {
            if (!meant.is_strong) return;
            right *= meant.way;
        } else {
            for (const auto& other : meant.others)
                if (is_met(number, other)) return;
            const Rational value = abs(reading::value_of(number));
            const bool is_close = meant.is_strong && number.kind == QuantityKind::cardinal &&
                                  abs(value - right) * 4 <= right;
            const double most = meant.is_strong ? 1 : 0.12 / meant.tries;
            if (!is_slip_for(number, meant.value, most) && !is_close) return;
        }
        report({m_scene.document, mark, meant.value.cells, meant.value.formula}, number, right,
               reading::rounded_text(right, std::min(number.place, 0)), review);
    }

    static reading::Cues k_hedges()
    {
        static constexpr std::string_view k_words[] = {
            "about", "around", "roughly",  "nearly",   "almost", "estimated", "would",  "could",
            "if",    "median", "adjusted", "weighted", "except", "excluding", "without"};
        return k_words;
    }

    const Scene& m_scene;
    const Axes& m_axes;
    const Statement& m_statement;
    std::vector<Mention> m_rows;
    std::vector<Mention> m_columns;
    std::vector<Mention> m_groups;
};

} // namespace

void check_derived(const Scene& scene, Review& review)
{
    constexpr std::size_t k_most_rows = 30;
    constexpr std::size_t k_most_columns = 12;
    constexpr std::size_t k_most_numbers = 8;
    const auto& axes = scene.axes;
    if (axes.rows().size() < 2 || axes.rows().size() > k_most_rows || axes.columns().empty() ||
        axes.columns().size() > k_most_columns)
        return;
    const std::size_t numbers = scene.statement.numbers.size();
    if (numbers == 0 || numbers > k_most_numbers || scene.statement.has(k_denial)) return;
    Numbers{scene}.judge(review);
}

} // namespace verify::tables
