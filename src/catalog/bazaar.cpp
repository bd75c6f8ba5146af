#include "catalog/bazaar.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

namespace catalog {

using namespace base;

namespace {

constexpr std::string_view k_example_job = "job_01kaj8v5e3q0t5n8r2m4w6y9zd";

json::Ref constant(std::string_view word)
{
    return json::object("type", "string", "const", word);
}

// Kinds alone: the whole of it would not fit in a header. OpenAPI has the rest.
json::Ref field_type(const Field& field)
{
    switch (field.type) {
    case FieldType::text: return json::object("type", "string");
    case FieldType::hosts:
        return json::object("type", "array", "items", json::object("type", "string"));
    case FieldType::sources: return json::object("type", "array");
    case FieldType::streams:
    case FieldType::signal_options: return json::object("type", "object");
    case FieldType::time_frame: return json::object("type", json::array("object", "string"));
    }
    return nullptr;
}

json::Ref example_of(const Field& field)
{
    switch (field.type) {
    case FieldType::text: return json::value(field.example);
    case FieldType::hosts: return json::array(field.example);
    case FieldType::streams:
    case FieldType::time_frame:
    case FieldType::signal_options:
    case FieldType::sources: break;
    }
    auto example = json::parse(field.example);
    if (!example) throw Fault{concat("the example of ", field.name, " does not parse")};
    return std::move(*example);
}

json::Ref schema(const Product& product)
{
    auto members = json::object();
    auto required = json::array();
    for (const auto& field : product.fields) {
        json::set(members.get(), field.name, field_type(field));
        if (field.required) json::append(required.get(), json::value(field.name));
    }
    auto input = json::object("type", "object", "properties",
                              json::object("type", constant("http"),     //
                                           "method", constant("POST"),   //
                                           "bodyType", constant("json"), //
                                           "body",
                                           json::object("type", "object",                 //
                                                        "properties", std::move(members), //
                                                        "required", std::move(required))),
                              "required", json::array("type", "method", "bodyType", "body"));
    auto output = json::object("type", "object", "properties",
                               json::object("type", constant("json"), //
                                            "example", json::object("type", "object")),
                               "required", json::array("type"));
    return json::object("$schema", "https://json-schema.org/draft/2020-12/schema", //
                        "type", "object",                                          //
                        "properties",
                        json::object("input", std::move(input), "output", std::move(output)),
                        "required", json::array("input"));
}

} // namespace

json::Ref example_request(const Product& product)
{
    auto out = json::object();
    for (const auto& field : product.fields)
        if (!field.example.empty()) json::set(out.get(), field.name, example_of(field));
    return out;
}

json::Ref example_order(const Family& family, const Product& product)
{
    auto out = json::object();
    if (!family.selector.empty()) json::set_all(out.get(), family.selector, product.variant);
    const auto request = example_request(product);
    json::for_each_member(request.get(), [&](std::string_view name, const json_t* value_view) {
        json::set(out.get(), name, json::share(value_view));
    });
    return out;
}

json::Ref example_answer(const Catalog& catalog, const Offer& offer)
{
    if (offer.product->is_inline)
        return json::object("job_id", k_example_job, //
                            "status", "complete",    //
                            "verdict", "OK",         //
                            "artifact", json::object("scan_type", "stateless_single_run"));
    return json::object("job_id", k_example_job,                                    //
                        "status", "queued",                                         //
                        "poll_url", catalog.url(concat("/v1/job/", k_example_job)), //
                        "sla_sec", offer.sla.count());
}

json::Ref bazaar_extension(const Catalog& catalog, const Offer& offer)
{
    return json::object("info",
                        json::object("input",
                                     json::object("type", "http",     //
                                                  "method", "POST",   //
                                                  "bodyType", "json", //
                                                  "body", example_request(*offer.product)),
                                     "output",
                                     json::object("type", "json", //
                                                  "example", example_answer(catalog, offer))),
                        "schema", schema(*offer.product));
}

} // namespace catalog
