#include "verify/model/clash.hpp"

#include "verify/questions/answers.hpp"

namespace verify::model {

namespace json = base::json;
using equations::DatumKind;

namespace {

constexpr std::size_t k_most_clashes = 12;
constexpr std::size_t k_longest_thing = 80; // characters
constexpr std::size_t k_longest_side = 200;

std::optional<Place> side_of(const json_t* each_view, const char* sentence, const char* quote,
                             const Quotes& quotes, const Sheet& sheet)
{
    const auto number = json::integer_member(each_view, sentence).value_or(0);
    const auto words = json::text_member(each_view, quote).value_or("");
    const Row* row = sheet.row(number);
    return row != nullptr && row->sentence ? quotes.in_sentence(*row->sentence, words)
                                           : std::nullopt;
}

} // namespace

json::Ref clash_schema()
{
    auto members = json::object("why", llm::text_shape(llm::k_longest_why), "thing",
                                llm::text_shape(k_longest_thing), "sentence_a", llm::number_shape(),
                                "quote_a", llm::text_shape(k_longest_side), "sentence_b",
                                llm::number_shape(), "quote_b", llm::text_shape(k_longest_side));
    auto item =
        llm::object_shape(std::move(members), json::array("why", "thing", "sentence_a", "quote_a",
                                                          "sentence_b", "quote_b"));
    return llm::object_shape(
        json::object("clashes", llm::list_shape(k_most_clashes, std::move(item))),
        json::array("clashes"));
}

std::optional<std::vector<Clash>> read_clashes(const json_t* answer_view, const Quotes& quotes,
                                               const Sheet& sheet, int& bad)
{
    constexpr std::size_t k_members = 6;
    const json_t* list_view = json::array_member(answer_view, "clashes");
    if (list_view == nullptr || json_object_size(answer_view) != 1 ||
        json_array_size(list_view) > k_most_clashes)
        return std::nullopt;
    std::vector<Clash> out;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        const json_t* each_view = json_array_get(list_view, i);
        if (json_object_size(each_view) != k_members) return std::nullopt;
        auto left = side_of(each_view, "sentence_a", "quote_a", quotes, sheet);
        auto right = side_of(each_view, "sentence_b", "quote_b", quotes, sheet);
        if (!left || !right || left->meets(*right)) {
            ++bad;
            continue;
        }
        if (right->begin < left->begin) std::swap(left, right);
        const auto first = quotes.datum_at(*left);
        auto second = quotes.datum_at(*right);
        const auto fit = equations::fits(first, second);
        const bool is_of_values = first.kind != DatumKind::words && first.kind == second.kind;
        if (is_of_values && fit.value_or(false)) {
            ++bad;
            continue;
        }
        out.push_back({*left, *right, is_of_values && fit});
    }
    return out;
}

} // namespace verify::model
