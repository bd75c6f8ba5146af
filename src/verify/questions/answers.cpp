#include "verify/questions/answers.hpp"

namespace verify::questions {

namespace json = base::json;

json::Ref answers_shape(std::size_t most, json::Ref members, json::Ref names)
{
    auto all =
        json::object("item", llm::number_shape(), "why", llm::text_shape(llm::k_longest_why));
    json_object_update(all.get(), members.get());
    auto required = json::array("item", "why");
    json_array_extend(required.get(), names.get());
    return llm::object_shape(
        json::object("answers",
                     llm::list_shape(most, llm::object_shape(std::move(all), std::move(required)))),
        json::array("answers"));
}

std::optional<std::vector<const json_t*>> answers_by_item(const json_t* answer_view,
                                                          std::size_t count, std::size_t members)
{
    const json_t* list_view = json::array_member(answer_view, "answers");
    if (list_view == nullptr || json_object_size(answer_view) != 1 ||
        json_array_size(list_view) != count)
        return std::nullopt;
    std::vector<const json_t*> out(count, nullptr);
    for (std::size_t i = 0; i < count; ++i) {
        const json_t* each_view = json_array_get(list_view, i);
        const auto number = json::integer_member(each_view, "item");
        if (json_object_size(each_view) != members || !json::text_member(each_view, "why") ||
            !number || *number < 1 || static_cast<std::size_t>(*number) > count)
            return std::nullopt;
        const json_t*& place_view = out[static_cast<std::size_t>(*number) - 1];
        if (place_view != nullptr) return std::nullopt;
        place_view = each_view;
    }
    return out;
}

} // namespace verify::questions
