#include "llm/shapes.hpp"

namespace llm {

namespace json = base::json;

json::Ref text_shape(std::size_t longest)
{
    return json::object("type", "string", "maxLength", longest);
}

json::Ref number_shape()
{
    return json::object("type", "integer", "minimum", 0, "maximum", 9'999);
}

json::Ref list_shape(std::size_t most, json::Ref items)
{
    return json::object("type", "array", "maxItems", most, "items", std::move(items));
}

json::Ref object_shape(json::Ref members, json::Ref required)
{
    return json::object("type", "object", "properties", std::move(members), "required",
                        std::move(required), "additionalProperties", false);
}

std::optional<std::vector<std::int64_t>> read_numbers(const json_t* list_view, std::size_t most)
{
    if (list_view == nullptr || json_array_size(list_view) > most) return std::nullopt;
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        const json_t* each_view = json_array_get(list_view, i);
        if (!json_is_integer(each_view)) return std::nullopt;
        out.push_back(json_integer_value(each_view));
    }
    return out;
}

std::optional<std::vector<std::string_view>> read_quotes(const json_t* list_view, std::size_t most)
{
    constexpr std::size_t k_most_bytes = 4; // of a character
    if (list_view == nullptr || json_array_size(list_view) > most) return std::nullopt;
    std::vector<std::string_view> out;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        const json_t* each_view = json_array_get(list_view, i);
        if (!json_is_string(each_view)) return std::nullopt;
        out.push_back(json::text_of(each_view));
        if (out.back().size() > k_longest_quote * k_most_bytes) return std::nullopt;
    }
    return out;
}

} // namespace llm
