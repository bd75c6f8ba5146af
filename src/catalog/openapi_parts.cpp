#include "catalog/openapi_parts.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace catalog::openapi_parts {

using namespace base;

namespace {

json::Ref field_schema(const Field& field)
{
    if (field.type == FieldType::hosts)
        return json::object("type", "array",                         //
                            "items", json::object("type", "string"), //
                            "minItems", field.min_size,              //
                            "maxItems", field.max_size,              //
                            "uniqueItems", true,                     //
                            "description", field.description,        //
                            "examples", json::array(json::array(field.example)));
    // Bytes bound characters from above; a text of fewer bytes than this may still be shorter.
    return json::object("type", "string",                                      //
                        "minLength", std::min<std::size_t>(field.min_size, 1), //
                        "maxLength", field.max_size,                           //
                        "description",
                        concat(field.description, " At most ", field.max_size, " bytes of UTF-8."),
                        "examples", json::array(field.example));
}

} // namespace

json::Ref reference(std::string_view kind, std::string_view name)
{
    return json::object("$ref", concat("#/components/", kind, '/', name));
}

json::Ref request_schema()
{
    return json::object("type", "object", "properties", json::object());
}

void add_member(json_t* request_schema, std::string_view name, json::Ref schema, bool is_required)
{
    json::set(json_object_get(request_schema, "properties"), name, std::move(schema));
    if (!is_required) return;
    if (json_object_get(request_schema, "required") == nullptr)
        json::set(request_schema, "required", json::array());
    json::append(json_object_get(request_schema, "required"), json::value(name));
}

void add_fields(json_t* request_schema, std::span<const Field> fields)
{
    for (const auto& field : fields)
        add_member(request_schema, field.name, field_schema(field), field.required);
}

json::Ref request_body(json::Ref request_schema, json::Ref example)
{
    const bool is_required = json_object_get(request_schema.get(), "required") != nullptr;
    return json::object(
        "required", is_required, "content",
        json::object("application/json", json::object("schema", std::move(request_schema), //
                                                      "example", std::move(example))));
}

} // namespace catalog::openapi_parts
