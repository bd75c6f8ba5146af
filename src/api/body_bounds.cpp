#include "api/body_bounds.hpp"

#include "base/json.hpp"
#include "base/process.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "catalog/tools.hpp"

#include <algorithm>
#include <chrono>

namespace api {

namespace {

constexpr std::size_t k_mib = 1'048'576;
// Bodies of routes without one are read and ignored up to this size (DESIGN.md, 4).
constexpr std::size_t k_other_body_max_bytes = std::size_t{64} * 1024;
constexpr std::chrono::milliseconds k_body_patience{1500};
// Beside k_mib * http.bodies_in_work_mib and what has always room: five requests of 6 MiB.
constexpr std::size_t k_held_bytes = 32 * k_mib;
constexpr std::chrono::milliseconds k_held_patience{500};
// Bodies that have needed so much together leave holes in the heaps that are worth a search.
constexpr std::size_t k_give_back_after_bytes = 32 * k_mib;
// The most that json::structure_bytes() makes of a byte of JSON: an object takes 248 for "{},".
constexpr std::size_t k_structure_of_a_byte = 83;

std::size_t structure_limit(const catalog::Catalog& catalog, std::string_view path)
{
    if (const catalog::Offer* offer = catalog.find_v2_route(path))
        return offer->product->structure_max_bytes;
    if (const catalog::Family* family = catalog.find_v1_route(path))
        return catalog::v1_structure_max_bytes(catalog, *family);
    if (path == catalog::k_mcp_path) return mcp_structure_limit(catalog);
    return base::json::k_small_structure;
}

} // namespace

std::size_t body_limit(const catalog::Catalog& catalog, std::string_view path)
{
    if (const catalog::Offer* offer = catalog.find_v2_route(path))
        return offer->product->body_max_bytes;
    if (const catalog::Family* family = catalog.find_v1_route(path))
        return catalog::v1_body_max_bytes(catalog, *family);
    if (path == catalog::k_mcp_path) return catalog::k_mcp_body_max_bytes;
    return k_other_body_max_bytes;
}

std::size_t mcp_structure_limit(const catalog::Catalog& catalog)
{
    std::size_t out = 0;
    for (const catalog::Offer& offer : catalog.offers())
        out = std::max(out, offer.product->structure_max_bytes);
    return out + base::json::k_small_structure;
}

std::size_t body_memory(const catalog::Catalog& catalog, std::string_view path, std::size_t bytes)
{
    return catalog::body_memory(
        bytes, std::min(structure_limit(catalog, path), k_structure_of_a_byte * bytes));
}

base::ByteBudget body_budget(std::size_t mib, int threads)
{
    base::keep_memory_small();
    return base::ByteBudget{mib * k_mib, threads / 3, k_give_back_after_bytes,
                            base::give_memory_back};
}

base::ByteBudget held_budget(int threads)
{
    return base::ByteBudget{k_held_bytes, threads / 3, k_give_back_after_bytes,
                            base::give_memory_back};
}

std::optional<base::ByteBudget::Share> held_room(base::ByteBudget& budget, std::size_t bytes)
{
    if (bytes <= k_always_room_bytes) return base::ByteBudget::Share{};
    return budget.take(bytes, k_held_patience);
}

std::optional<base::ByteBudget::Share> body_room(const catalog::Catalog& catalog,
                                                 base::ByteBudget& budget, std::string_view path,
                                                 std::size_t bytes)
{
    const std::size_t needed = body_memory(catalog, path, bytes);
    if (needed <= k_always_room_bytes) return base::ByteBudget::Share{};
    return budget.take(needed, k_body_patience);
}

} // namespace api
