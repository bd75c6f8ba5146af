#include "schemas/requests.hpp"

#include "base/concat.hpp"
#include "embedded/files.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace schemas {

using namespace base;

namespace {

constexpr std::string_view k_component = "#/components/schemas/";

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

// The name of the part that `value_view` refers to.
std::optional<std::string> part_of(const json_t* value_view)
{
    const auto target = json::text_member(value_view, "$ref");
    if (!target || !target->starts_with(k_component)) return std::nullopt;
    return std::string{target->substr(k_component.size())};
}

// Calls f(json_t*) for each element or member.
template <typename F> void for_each_child(json_t* value, F&& f)
{
    for (std::size_t i = 0; i < json_array_size(value); ++i) f(json_array_get(value, i));
    if (!json_is_object(value)) return;
    json::for_each_member(value, [&](std::string_view name, const json_t*) {
        f(json_object_get(value, std::string{name}.c_str()));
    });
}

// Makes a definition of each part that `value` refers to.
void bring_along(json_t* value, json_t* definitions, const json_t* parts_view)
{
    if (const auto name = part_of(value)) {
        json::set(value, "$ref", json::value(concat("#/$defs/", *name)));
        if (json_object_get(definitions, name->c_str()) == nullptr) {
            auto part = json::own(json_deep_copy(json::member(parts_view, name->c_str())));
            json::set(definitions, *name, json::share(part.get()));
            bring_along(part.get(), definitions, parts_view);
        }
    }
    for_each_child(value, [&](json_t* child) { bring_along(child, definitions, parts_view); });
}

void drop_descriptions(json_t* value)
{
    if (json::text_member(value, "description")) json_object_del(value, "description");
    for_each_child(value, drop_descriptions);
}

// Writes each part out where `value` refers to it; what it means is told in the first place alone,
// since a model pays for each byte. What stands beside a reference outweighs the part.
void write_out(json_t* value, std::set<std::string>& told, const json_t* parts_view)
{
    if (const auto name = part_of(value)) {
        json_object_del(value, "$ref");
        const auto part = json::own(json_deep_copy(json::member(parts_view, name->c_str())));
        write_out(part.get(), told, parts_view);
        if (!told.insert(*name).second) drop_descriptions(part.get());
        json_object_update_missing(value, part.get());
    }
    for_each_child(value, [&](json_t* child) { write_out(child, told, parts_view); });
}

} // namespace

json::Ref reference(std::string_view kind, std::string_view name)
{
    return json::object("$ref", concat("#/components/", kind, '/', name));
}

json::Ref request_parts()
{
    return embedded::json_file("request_parts.json");
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

json::Ref request_with_definitions(const catalog::Offer& offer)
{
    auto out = request_schema(offer);
    const auto parts = request_parts();
    auto definitions = json::object();
    bring_along(out.get(), definitions.get(), parts.get());
    if (json_object_size(definitions.get()) != 0)
        json::set(out.get(), "$defs", std::move(definitions));
    return out;
}

json::Ref closed_request(const catalog::Offer& offer)
{
    auto out = request_schema(offer);
    const auto parts = request_parts();
    std::set<std::string> told;
    write_out(out.get(), told, parts.get());
    json::set(out.get(), "additionalProperties", json::value(false));
    return out;
}

} // namespace schemas
