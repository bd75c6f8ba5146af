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

} // namespace llm
