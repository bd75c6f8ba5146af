#include "catalog/rails.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/limits.hpp"

#include <algorithm>

namespace catalog {

namespace {

void add_field(std::vector<Field>& fields, const Field& field)
{
    const auto same = std::find_if(fields.begin(), fields.end(),
                                   [&](const Field& each) { return each.name == field.name; });
    if (same == fields.end()) {
        fields.push_back(field);
        return;
    }
    same->min_size = std::min(same->min_size, field.min_size);
    same->max_size = std::max(same->max_size, field.max_size);
}

// The largest bound of what the family's v1 route sells.
std::size_t largest_on_v1(const Catalog& catalog, const Family& family, std::size_t Product::*bound)
{
    std::size_t largest = 0;
    for (const Offer* offer : catalog.v1_offers(family))
        largest = std::max(largest, offer->product->*bound);
    return largest;
}

bool requires_field(const Product& product, std::string_view name)
{
    return std::any_of(product.fields.begin(), product.fields.end(),
                       [&](const Field& field) { return field.name == name && field.required; });
}

} // namespace

std::string_view to_text(Rail rail)
{
    switch (rail) {
    case Rail::v2: return "v2";
    case Rail::v1: return "v1";
    }
    return "";
}

std::string_view settlement(Rail rail)
{
    switch (rail) {
    case Rail::v2: return "x402_facilitator";
    case Rail::v1: return "webhook";
    }
    return "";
}

std::vector<Rail> rails_on(const Catalog& catalog)
{
    std::vector<Rail> out;
    if (catalog.sells_on_v2()) out.push_back(Rail::v2);
    if (catalog.sells_on_v1()) out.push_back(Rail::v1);
    return out;
}

std::vector<Way> ways_to_buy(const Catalog& catalog, const Offer& offer)
{
    std::vector<Way> out;
    for (const Rail rail : rails_on(catalog)) {
        switch (rail) {
        case Rail::v2: out.push_back({rail, offer.product->v2_path}); break;
        case Rail::v1:
            if (offer.product->is_on_v1)
                out.push_back({rail, family_named(offer.product->family).v1_path});
            break;
        }
    }
    return out;
}

std::vector<std::string_view> routes(const Catalog& catalog, const Family& family, Rail rail)
{
    std::vector<std::string_view> out;
    for (const Offer& offer : catalog.offers()) {
        if (offer.product->family != family.name) continue;
        for (const Way& way : ways_to_buy(catalog, offer))
            if (way.rail == rail && std::find(out.begin(), out.end(), way.path) == out.end())
                out.push_back(way.path);
    }
    return out;
}

const Family& family_named(std::string_view name)
{
    for (const Family& family : families())
        if (family.name == name) return family;
    throw base::Fault{base::concat("no family ", name)};
}

std::vector<const Family*> v1_families(const Catalog& catalog)
{
    std::vector<const Family*> out;
    if (!catalog.sells_on_v1()) return out;
    for (const Family& family : families())
        if (!catalog.v1_offers(family).empty()) out.push_back(&family);
    return out;
}

std::vector<Field> united_fields(const std::vector<const Offer*>& offers)
{
    std::vector<Field> out;
    for (const Offer* offer : offers)
        for (const Field& field : offer->product->fields) add_field(out, field);
    for (Field& field : out)
        field.required = std::all_of(offers.begin(), offers.end(), [&](const Offer* offer) {
            return requires_field(*offer->product, field.name);
        });
    return out;
}

std::size_t v1_body_max_bytes(const Catalog& catalog, const Family& family)
{
    return largest_on_v1(catalog, family, &Product::body_max_bytes) + k_v1_members_max_bytes;
}

std::size_t v1_structure_max_bytes(const Catalog& catalog, const Family& family)
{
    return largest_on_v1(catalog, family, &Product::structure_max_bytes) + k_v1_members_max_bytes;
}

} // namespace catalog
