// On which rails an offer is sold, and where: what every document asks that names an endpoint. A
// rail that is off is in none.
#pragma once

#include "catalog/catalog.hpp"

#include <string_view>
#include <vector>

namespace catalog {

enum class Rail { v2, v1 };

std::string_view to_text(Rail rail);
// How the rail's payments settle, in the manifest's words.
std::string_view settlement(Rail rail);

// The path at which a buyer of rail v1 says which transfer is theirs.
inline constexpr std::string_view k_webhook_path = "/v1/webhook/payment";

// In the order in which buyers are told of them: rail v2 takes a client fewer steps.
std::vector<Rail> rails_on(const Catalog& catalog);

struct Way {
    Rail rail;
    std::string_view path; // below service.base_url
};

// In the order of rails_on(). Empty: the offer is not on sale and no document lists it.
std::vector<Way> ways_to_buy(const Catalog& catalog, const Offer& offer);

// The rail's routes that sell something of the family, each once.
std::vector<std::string_view> routes(const Catalog& catalog, const Family& family, Rail rail);

// `name`: Product::family.
const Family& family_named(std::string_view name);

// --- rail v1: one route for each family ---

// The families that sell something there; none while the rail is off.
std::vector<const Family*> v1_families(const Catalog& catalog);

// Members of a v1 request beside selector and job_id: the fields of all that the route sells, each
// once, within the widest bounds, required when every one of `offers` requires it.
std::vector<Field> united_fields(const std::vector<const Offer*>& offers);

// The limit of the route: that of its largest product, and room for selector and job_id.
std::size_t v1_body_max_bytes(const Catalog& catalog, const Family& family);
// Likewise of Product::structure_max_bytes.
std::size_t v1_structure_max_bytes(const Catalog& catalog, const Family& family);

} // namespace catalog
