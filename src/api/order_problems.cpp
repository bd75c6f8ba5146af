#include "api/order_problems.hpp"

#include "api/replies.hpp"
#include "base/concat.hpp"
#include "request/fields.hpp"
#include "value/job_id.hpp"

namespace api {

namespace {

namespace json = base::json;

json::Ref selector_problems(const catalog::Family& family, const json_t* request_view,
                            const catalog::Catalog& catalog)
{
    const bool is_missing =
        json::member(request_view, std::string{family.selector}.c_str()) == nullptr;
    json::Ref loc = json::array("body", family.selector);
    if (is_missing) return one_validation_error(std::move(loc), "Field required", "missing");
    std::string expected;
    for (const catalog::Offer* offer : catalog.v1_offers(family))
        expected += base::concat(expected.empty() ? "'" : ", '", offer->product->variant, "'");
    return one_validation_error(std::move(loc), base::concat("Input should be ", expected),
                                "literal_error");
}

json::Ref field_problems(const catalog::Offer& offer, const ParsedBody& parsed)
{
    const auto checked = request::check_parsed(*offer.product, parsed);
    return checked ? json::array() : json::share(checked.error().get());
}

bool holds(const json_t* problems_view, const json_t* problem_view)
{
    for (std::size_t i = 0; i < json_array_size(problems_view); ++i)
        if (json_equal(json_array_get(problems_view, i), problem_view) != 0) return true;
    return false;
}

// What each of the route's products would complain of.
json::Ref shared_problems(const catalog::Family& family, const ParsedBody& parsed,
                          const catalog::Catalog& catalog)
{
    const auto offers = catalog.v1_offers(family);
    json::Ref shared = field_problems(*offers.front(), parsed);
    for (const catalog::Offer* offer : offers) {
        const json::Ref own = field_problems(*offer, parsed);
        json::Ref both = json::array();
        for (std::size_t i = 0; i < json_array_size(shared.get()); ++i) {
            const json_t* problem_view = json_array_get(shared.get(), i);
            if (holds(own.get(), problem_view)) json::append(both.get(), json::share(problem_view));
        }
        shared = std::move(both);
    }
    return shared;
}

void append_all(json_t* out, const json::Ref& more)
{
    for (std::size_t i = 0; i < json_array_size(more.get()); ++i)
        json::append(out, json::share(json_array_get(more.get(), i)));
}

} // namespace

const catalog::Offer* find_offer(const catalog::Family& family, const json_t* request_view,
                                 const catalog::Catalog& catalog)
{
    const auto offers = catalog.v1_offers(family);
    if (family.selector.empty()) return offers.empty() ? nullptr : offers.front();
    const auto wanted = json::text_member(request_view, std::string{family.selector}.c_str());
    for (const catalog::Offer* offer : offers)
        if (offer->product->variant == wanted) return offer;
    return nullptr;
}

json::Ref order_problems(const catalog::Family& family, const ParsedBody& parsed,
                         const catalog::Catalog& catalog)
{
    const json_t* request_view = parsed ? parsed->get() : nullptr;
    if (!json_is_object(request_view))
        return field_problems(*catalog.v1_offers(family).front(), parsed);
    json::Ref problems = json::array();
    if (const json_t* id_view = json::member(request_view, "job_id"))
        if (!json_is_string(id_view) || !value::JobId::parse(json::text_of(id_view)))
            append_all(problems.get(), malformed_job_id("body"));
    const catalog::Offer* offer = find_offer(family, request_view, catalog);
    if (offer == nullptr)
        append_all(problems.get(), selector_problems(family, request_view, catalog));
    append_all(problems.get(), offer != nullptr ? field_problems(*offer, parsed)
                                                : shared_problems(family, parsed, catalog));
    return problems;
}

} // namespace api
