#include "catalog/bazaar.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/field_types.hpp"

namespace catalog {

using namespace base;

namespace {

constexpr std::string_view k_example_job = "job_01kaj8v5e3q0t5n8r2m4w6y9zd";

json::Ref constant(std::string_view word)
{
    return json::object("type", "string", "const", word);
}

json::Ref parsed(std::string_view text, std::string_view name)
{
    auto out = json::parse(text);
    if (!out) throw Fault{concat("the row of ", name, " has JSON that does not parse")};
    return std::move(*out);
}

json::Ref schema(const Product& product)
{
    auto members = json::object();
    auto required = json::array();
    for (const auto& field : product.fields) {
        json::set(members.get(), field.name, parsed(row_of(field.type).kind, field.name));
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
    // No more of it than indexers look for: the header that carries this has little room.
    auto output = json::object("type", "object", "properties",
                               json::object("example", json::object("type", "object")));
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
        if (!field.example.empty())
            json::set(out.get(), field.name,
                      field.type == FieldType::text ? json::value(field.example)
                                                    : parsed(field.example, field.name));
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
    auto output = json::object("type", "json", "example", example_answer(catalog, offer));
    // What the example becomes: a result as it is sold.
    if (const auto sample = sample_path(*offer.product); !sample.empty())
        json::set(output.get(), "sample", json::value(catalog.url(sample)));
    return json::object("info",
                        json::object("input",
                                     json::object("type", "http",     //
                                                  "method", "POST",   //
                                                  "bodyType", "json", //
                                                  "body", example_request(*offer.product)),
                                     "output", std::move(output)),
                        "schema", schema(*offer.product));
}

} // namespace catalog
