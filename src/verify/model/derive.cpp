#include "verify/model/derive.hpp"

#include "verify/questions/answers.hpp"
#include "verify/statistics/p_value.hpp"

#include <algorithm>
#include <set>

namespace verify::model {

namespace json = base::json;
using equations::Datum;

namespace {

constexpr std::size_t k_most_derived = 24;

struct Item {
    std::int64_t sentence = 0; // counted from 1
    std::string_view quote;
    std::string_view formula;
};

// nullopt: an item is not what the schema says.
std::optional<std::vector<Item>> items_of(const json_t* answer_view)
{
    constexpr std::size_t k_members = 4;
    const json_t* list_view = json::array_member(answer_view, "derived");
    if (list_view == nullptr || json_object_size(answer_view) != 1 ||
        json_array_size(list_view) > k_most_derived)
        return std::nullopt;
    std::vector<Item> out;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        const json_t* each_view = json_array_get(list_view, i);
        const auto sentence = json::integer_member(each_view, "sentence");
        const auto quote = json::text_member(each_view, "quote");
        const auto formula = json::text_member(each_view, "formula");
        if (json_object_size(each_view) != k_members || !sentence || !quote || !formula ||
            !json::text_member(each_view, "why"))
            return std::nullopt;
        out.push_back({*sentence, *quote, *formula});
    }
    return out;
}

const Control* control_of(const Sheet& sheet, const Item& item)
{
    const Row* row = sheet.row(item.sentence);
    const Control* control = row == nullptr ? nullptr : row->control;
    return control != nullptr && control->is_about(item.quote) ? control : nullptr;
}

std::optional<Place> place_of(const Quotes& quotes, const Sheet& sheet, const Item& item)
{
    const Row* row = sheet.row(item.sentence);
    if (row != nullptr && row->sentence)
        if (const auto place = quotes.in_sentence(*row->sentence, item.quote)) return place;
    std::vector<std::size_t> sentences;
    for (const auto& each : sheet.rows)
        if (each.sentence) sentences.push_back(*each.sentence);
    return quotes.in_one_of(sentences, item.quote);
}

std::optional<Datum> statistics_test(std::string_view name, std::span<const Datum> arguments)
{
    std::vector<Rational> freedom;
    if (!std::ranges::all_of(arguments, &Datum::is_bare)) return std::nullopt;
    for (const auto& each : arguments.subspan(1)) freedom.push_back(each.value);
    const Datum& statistic = arguments.front();
    const auto p = statistics::p_of_named(name, statistic.value, statistic.within, freedom);
    if (!p) return std::nullopt;
    Datum out = equations::count_of(p->point);
    out.within = p->within;
    return out;
}

// A count or a measure that comes to less than zero is misread, whatever the text states; money, a
// change in percent and a temperature may well be negative.
bool is_impossible(const Datum& computed, const Datum& said)
{
    const bool has_sign = !said.currency.empty() || said.is_percent || said.value < 0 ||
                          said.has_dimension(reading::Measured::temperature);
    return computed.is_number() && said.is_number() && !has_sign && computed.value < 0;
}

} // namespace

json::Ref derive_schema()
{
    auto members = json::object("why", llm::text_shape(llm::k_longest_why), "sentence",
                                llm::number_shape(), "quote", llm::text_shape(llm::k_longest_quote),
                                "formula", llm::text_shape(questions::k_longest_formula));
    auto item =
        llm::object_shape(std::move(members), json::array("why", "sentence", "quote", "formula"));
    return llm::object_shape(
        json::object("derived", llm::list_shape(k_most_derived, std::move(item))),
        json::array("derived"));
}

std::optional<Derived> read_derived(const json_t* answer_view, const Quotes& quotes,
                                    const Sheet& sheet, Tally& tally)
{
    const auto items = items_of(answer_view);
    if (!items) return std::nullopt;
    Derived out;
    std::set<const Control*> right;
    for (const auto& item : *items) {
        if (const Control* control = control_of(sheet, item)) {
            if (control->is_answered_by(item.formula)) right.insert(control);
            continue;
        }
        ++tally.pointed;
        const auto place = place_of(quotes, sheet, item);
        if (!place) {
            ++tally.bad_quote;
            continue;
        }
        auto pointed = compute_for(quotes, *place, item.formula);
        if (!pointed)
            ++tally.not_computable;
        else
            out.pointed.push_back(std::move(*pointed));
    }
    out.controls_right = right.size();
    return out;
}

std::optional<Pointed> compute_for(const Quotes& quotes, const Place& stated,
                                   std::string_view formula)
{
    Pointed out;
    out.stated = stated;
    out.formula = formula;
    const Datum said = quotes.datum_at(stated);
    // "3 candles a night for 12 nights": lengths of time may be counts of what they are told in.
    for (const bool are_counts : {false, true}) {
        out.operands.clear();
        const auto read = [&](std::string_view quote) -> std::optional<Datum> {
            const auto place = quotes.nearest(quote, stated);
            if (!place) return std::nullopt;
            out.operands.push_back(*place);
            const Datum datum = quotes.datum_at(*place);
            return are_counts ? equations::counted(datum) : datum;
        };
        auto computed = equations::compute(formula, read, statistics_test);
        // A formula of constants alone says nothing of the text.
        if (!computed || out.operands.empty()) continue;
        if (!computed->truth && is_impossible(computed->value, said)) continue;
        out.computed = std::move(*computed);
        const auto fit =
            out.computed.truth ? out.computed.truth : equations::fits(out.computed.value, said);
        if (!fit) continue;
        out.fits = *fit;
        return out;
    }
    return std::nullopt;
}

} // namespace verify::model
