#include "documents/openapi_parts.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "documents/embedded.hpp"

#include <algorithm>

namespace documents::openapi_parts {

using namespace base;

namespace {

// The schema of a member with a reader of its own.
json::Ref written_schema(const catalog::Field& field)
{
    const auto parts = json::parse(embedded_file("request_parts.json"));
    const json_t* part_view =
        parts ? json::member(parts->get(), std::string{field.name}.c_str()) : nullptr;
    if (part_view == nullptr) throw Fault{concat("request_parts.json: no ", field.name)};
    auto out = json::object();
    json::for_each_member(part_view, [&](std::string_view name, const json_t* value_view) {
        json::set(out.get(), name, json::share(value_view));
    });
    json::set(out.get(), "description", json::value(field.description));
    return out;
}

json::Ref hosts_schema(const catalog::Field& field)
{
    auto example = json::parse(field.example);
    if (!example) throw Fault{concat("the example of ", field.name, " does not parse")};
    return json::object("type", "array",                         //
                        "items", json::object("type", "string"), //
                        "minItems", field.min_size,              //
                        "maxItems", field.max_size,              //
                        "uniqueItems", true,                     //
                        "description", field.description,        //
                        "examples", json::array(std::move(*example)));
}

json::Ref text_schema(const catalog::Field& field)
{
    // Bytes bound characters from above; a text of fewer bytes than this may still be shorter.
    return json::object("type", "string",                                      //
                        "minLength", std::min<std::size_t>(field.min_size, 1), //
                        "maxLength", field.max_size,                           //
                        "description",
                        concat(field.description, " At most ", field.max_size, " bytes of UTF-8."),
                        "examples", json::array(field.example));
}

json::Ref field_schema(const catalog::Field& field)
{
    if (field.type == catalog::FieldType::text) return text_schema(field);
    if (field.type == catalog::FieldType::hosts) return hosts_schema(field);
    return written_schema(field);
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

void add_fields(json_t* request_schema, std::span<const catalog::Field> fields)
{
    for (const auto& field : fields)
        add_member(request_schema, field.name, field_schema(field), field.required);
}

void add_model_wish(json_t* request_schema)
{
    add_member(request_schema, catalog::k_model_member,
               json::object("type", "boolean", "default", true, "description",
                            "false: the same at the same price without the language model, done "
                            "without waiting for it."),
               /*is_required=*/false);
}

json::Ref request_body(json::Ref request_schema, json::Ref example)
{
    const bool is_required = json_object_get(request_schema.get(), "required") != nullptr;
    return json::object(
        "required", is_required, "content",
        json::object("application/json", json::object("schema", std::move(request_schema), //
                                                      "example", std::move(example))));
}

} // namespace documents::openapi_parts
