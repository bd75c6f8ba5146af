#include "documents/openapi_parts.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>

namespace documents::openapi_parts {

using namespace base;

namespace {

json::Ref hosts_schema(const catalog::Field& field)
{
    return json::object("type", "array",                         //
                        "items", json::object("type", "string"), //
                        "minItems", field.min_size,              //
                        "maxItems", field.max_size,              //
                        "uniqueItems", true);
}

json::Ref text_schema(const catalog::Field& field)
{
    // Bytes bound characters from above; a text of fewer bytes than this may still be shorter.
    return json::object("type", "string",                                      //
                        "minLength", std::min<std::size_t>(field.min_size, 1), //
                        "maxLength", field.max_size);
}

json::Ref kind_schema(const catalog::Field& field)
{
    if (field.type == catalog::FieldType::text) return text_schema(field);
    if (field.type == catalog::FieldType::hosts) return hosts_schema(field);
    // That of a member with a reader of its own stands in openapi.json, by the member's name.
    return reference("schemas", field.name);
}

json::Ref field_schema(const catalog::Field& field)
{
    auto out = kind_schema(field);
    const bool is_counted_in_bytes = field.type == catalog::FieldType::text;
    if (!field.description.empty())
        json::set(out.get(), "description",
                  json::value(is_counted_in_bytes
                                  ? concat(field.description, " maxLength counts bytes of UTF-8.")
                                  : std::string{field.description}));
    return out;
}

} // namespace

json::Ref reference(std::string_view kind, std::string_view name)
{
    return json::object("$ref", concat("#/components/", kind, '/', name));
}

json::Ref object_schema()
{
    return json::object("type", "object", "properties", json::object());
}

void add_member(json_t* whole, std::string_view name, json::Ref schema, bool is_required)
{
    json::set(json_object_get(whole, "properties"), name, std::move(schema));
    if (!is_required) return;
    if (json_object_get(whole, "required") == nullptr) json::set(whole, "required", json::array());
    json::append(json_object_get(whole, "required"), json::value(name));
}

void add_fields(json_t* whole, std::span<const catalog::Field> fields)
{
    for (const auto& field : fields)
        add_member(whole, field.name, field_schema(field), field.required);
}

void add_model_wish(json_t* whole)
{
    add_member(whole, catalog::k_model_member,
               json::object("type", "boolean", "default", true, "description",
                            "false: the same at the same price without the language model, done "
                            "without waiting for it."),
               /*is_required=*/false);
}

json::Ref request_schema(const catalog::Offer& offer)
{
    auto out = object_schema();
    add_fields(out.get(), offer.product->fields);
    if (offer.asks_model) add_model_wish(out.get());
    return out;
}

json::Ref request_body(json::Ref schema)
{
    const bool is_required = json_object_get(schema.get(), "required") != nullptr;
    return json::object(
        "required", is_required, "content",
        json::object("application/json", json::object("schema", std::move(schema))));
}

} // namespace documents::openapi_parts
