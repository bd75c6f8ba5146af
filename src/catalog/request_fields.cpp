#include "catalog/request_fields.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"

namespace catalog {

using namespace base;

namespace {

// Numbers, booleans, null and short texts may be shown to the buyer again; more may not: an answer
// must not grow with what a stranger sends.
bool is_short(const json_t* value_view)
{
    constexpr std::size_t k_longest_echo = 100;
    if (json_is_array(value_view) || json_is_object(value_view)) return false;
    return !json_is_string(value_view) || json::text_of(value_view).size() <= k_longest_echo;
}

json::Ref problem(json::Ref loc, std::string_view message, std::string_view type)
{
    return json::object("loc", std::move(loc), "msg", message, "type", type);
}

json::Ref field_problem(const Field& field, std::string_view message, std::string_view type)
{
    return problem(json::array("body", field.name), message, type);
}

json::Ref wrong_type(const Field& field, const json_t* value_view)
{
    auto out = field_problem(field, "Input should be a valid string", "string_type");
    if (is_short(value_view)) json::set(out.get(), "input", json::share(value_view));
    return out;
}

json::Ref wrong_length(const Field& field, bool is_short_of_it)
{
    const auto bound = is_short_of_it ? field.min_bytes : field.max_bytes;
    auto out = field_problem(field,
                             concat("String should have at ", is_short_of_it ? "least " : "most ",
                                    bound, bound == 1 ? " byte" : " bytes"),
                             is_short_of_it ? "string_too_short" : "string_too_long");
    json::set(out.get(), "ctx",
              json::object(is_short_of_it ? "min_length" : "max_length", bound, "unit", "bytes"));
    return out;
}

// nullptr when the member may be taken.
json::Ref judge(const Field& field, const json_t* value_view)
{
    if (value_view == nullptr)
        return field.required ? field_problem(field, "Field required", "missing") : nullptr;
    switch (field.type) {
    case FieldType::text: {
        if (!json_is_string(value_view)) return wrong_type(field, value_view);
        const auto size = json::text_of(value_view).size();
        if (size < field.min_bytes) return wrong_length(field, /*is_short_of_it=*/true);
        if (size > field.max_bytes) return wrong_length(field, /*is_short_of_it=*/false);
        return nullptr;
    }
    }
    return nullptr;
}

json::Ref malformed(const json::ParseRefusal& refusal)
{
    auto out = problem(json::array("body"), "JSON decode error", "json_invalid");
    auto ctx = json::object("error", refusal.detail);
    if (refusal.line > 0) json::set_all(ctx.get(), "line", refusal.line, "column", refusal.column);
    json::set(out.get(), "ctx", std::move(ctx));
    return json::array(std::move(out));
}

// The known members; unknown ones are dropped.
Result<json::Ref, json::Ref> known_members(const Product& product, std::string_view body)
{
    auto parsed = json::parse(body.empty() ? std::string_view{"{}"} : body);
    if (!parsed) return refuse(malformed(parsed.error()));
    const json_t* object_view = parsed->get();
    if (!json_is_object(object_view))
        return refuse(json::array(problem(json::array("body"), "Input should be a valid object",
                                          "model_attributes_type")));

    auto problems = json::array();
    auto known = json::object();
    for (const auto& field : product.fields) {
        const json_t* value_view = json::member(object_view, std::string{field.name}.c_str());
        if (auto found = judge(field, value_view))
            json::append(problems.get(), std::move(found));
        else if (value_view != nullptr)
            json::set(known.get(), field.name, json::share(value_view));
    }
    if (json_array_size(problems.get()) > 0) return refuse(std::move(problems));
    return known;
}

} // namespace

Result<std::string, json::Ref> check_request(const Product& product, std::string_view body)
{
    const auto known = known_members(product, body);
    if (!known) return refuse(json::share(known.error().get()));
    return canonical_json_of_ours(known->get());
}

json::Ref would_fail(const Product& product, std::string_view body)
{
    const auto known = known_members(product, body);
    return known ? nullptr : json::share(known.error().get());
}

} // namespace catalog
