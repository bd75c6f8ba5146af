// "X was larger in 2019", "X was below 40 in 2018", "X exceeded 40 in two years".
#include "base/concat.hpp"
#include "verify/tables/lexicon.hpp"
#include "verify/tables/operands.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

std::vector<const reading::TableCell*> cells_bound(const Binding& binding)
{
    std::vector<const reading::TableCell*> out;
    for (const auto& operand : binding.operands) out.push_back(operand.cell);
    return out;
}

// The limit as it is, or as a table would print it whose scale stands elsewhere.
std::vector<Rational> thresholds(const Statement& statement, const Quantity& quantity)
{
    const Rational value = reading::value_of(quantity);
    std::string_view word = statement.passage.word(quantity.number_end - 1);
    auto scale = reading::scale_word(word);
    if (!scale && word.ends_with('s')) scale = reading::scale_word(word.substr(0, word.size() - 1));
    if (!quantity.scaled || !scale) return {value};
    return {value / reading::power_of_ten(*scale), value};
}

// What is said of one year against the others of the table.
bool judge_extreme(const Document& document, const IndexedTable& table, const Statement& statement,
                   const Binding& top, Review& review)
{
    const bool of_two = top.operands.size() == 2;
    const auto says_any = [&](const reading::Cues& cues) {
        return says(table, statement, cues, top);
    };
    const bool most = says_any(k_greatest) || (of_two && says_any(k_greater));
    const bool least = says_any(k_least) || (of_two && says_any(k_lesser));
    if (most == least || top.operands.size() < 2) return false;
    const auto by_value = [](const Operand& left, const Operand& right) {
        return left.cell->number.value < right.cell->number.value;
    };
    const auto [low, high] =
        std::minmax_element(top.operands.begin(), top.operands.end(), by_value);
    const Operand& best = most ? *high : *low;
    // Either end of costs in brackets may be called the larger; of two equal ones both.
    if (low->cell->number.value < 0 || low->cell->number.value == high->cell->number.value)
        return false;
    const auto ties =
        std::count_if(top.operands.begin(), top.operands.end(), [&](const auto& each) {
            return each.cell->number.value == best.cell->number.value;
        });
    if (ties > 1) return false;
    const YearMention& year = statement.years.front();
    if (best.year == year.year) {
        pass(document, statement.whole(), cells_bound(top), review);
        return true;
    }
    report({document, mark_view(document, year.begin, year.end, "stated"), cells_bound(top),
            most ? "the largest value of the row" : "the smallest value of the row"},
           year.year, best.year, std::to_string(best.year), review);
    return true;
}

// The number of years that is said to follow a threshold, or none: the one year named.
bool judge_threshold(const Document& document, const IndexedTable& table,
                     const Statement& statement, const Binding& top, Review& review)
{
    const bool above = says(table, statement, k_above, top);
    const bool below = says(table, statement, k_below, top);
    if (above == below) return false;
    const Quantity& limit = *statement.numbers.front();
    if (limit.qualifier == reading::Qualifier::about) return false;
    const auto fits = [&](const Operand& operand, const Rational& threshold) {
        return above ? operand.cell->number.value > threshold
                     : operand.cell->number.value < threshold;
    };
    const bool counts = statement.numbers.size() == 2;
    const Quantity& stated = *statement.numbers.back();
    std::vector<Rational> found;
    for (const auto& threshold : thresholds(statement, limit)) {
        found.emplace_back(static_cast<long>(
            std::count_if(top.operands.begin(), top.operands.end(), [&](const Operand& each) {
                return (counts || each.year == statement.years.front().year) &&
                       fits(each, threshold);
            })));
        if (found.back() == (counts ? reading::value_of(stated) : Rational{1})) {
            pass(document, statement.whole(), cells_bound(top), review);
            return true;
        }
    }
    const auto cells = cells_bound(top);
    const Rational bound = thresholds(statement, limit).front();
    const std::string formula = base::concat("the count of years ", above ? "above " : "below ",
                                             reading::exact_text(bound));
    if (counts) {
        report({document, mark_of(document, stated, "stated"), cells, formula}, stated,
               found.front(), reading::exact_text(found.front()), review);
        return true;
    }
    const YearMention& year = statement.years.front();
    const auto right = std::find_if(top.operands.begin(), top.operands.end(),
                                    [&](const Operand& each) { return fits(each, bound); });
    if (right == top.operands.end()) return false;
    report({document, mark_view(document, year.begin, year.end, "stated"), cells, formula},
           year.year, right->year, std::to_string(right->year), review);
    return true;
}

bool is_count_of_years(const Statement& statement)
{
    if (statement.numbers.size() != 2 || !statement.years.empty()) return false;
    const Quantity& count = *statement.numbers.back();
    const auto after = statement.passage.word(count.end);
    const auto unit = statement.passage.word(count.end - 1);
    return (after == "years" || after == "year" || unit == "years" || unit == "year") &&
           count.place >= 0;
}

} // namespace

bool check_which_year(const Document& document, const IndexedTable& table,
                      const Statement& statement, Review& review)
{
    const bool counts = is_count_of_years(statement);
    const bool names_one = statement.years.size() == 1 && statement.numbers.size() <= 1;
    if (!counts && !names_one) return false;
    const auto bindings = bind_all_years(document, table, statement);
    if (bindings.empty()) return false;
    const Binding& top = bindings.front();
    // If no number could be a slip, all the words have to bind, and all the years be read.
    const std::size_t years =
        top.is_column ? table.table.rows.size() : table.numeric_columns.size();
    if (!top.whole || top.operands.size() != years || unexplained(table, statement, top) > 0 ||
        (bindings.size() > 1 && bindings[1].score == top.score))
        return false;
    const bool is_other =
        says(table, statement, k_closing, top) || says(table, statement, k_change, top) ||
        says(table, statement, k_rise, top) || says(table, statement, k_fall, top) ||
        says(table, statement, k_mean, top) || says(table, statement, k_difference, top);
    if (is_other) return false;
    if (statement.numbers.empty()) return judge_extreme(document, table, statement, top, review);
    return judge_threshold(document, table, statement, top, review);
}

} // namespace verify::tables
