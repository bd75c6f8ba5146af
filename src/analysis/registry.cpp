#include "analysis/registry.hpp"

namespace analysis {

Engine Engines::engine_of(const catalog::Product& product) const
{
    for (const auto& row : products)
        if (row.family == product.family && (row.variant.empty() || row.variant == product.variant))
            return row.engine;
    return nullptr;
}

Errand Engines::errand_of(std::string_view key) const
{
    for (const auto& row : errands)
        if (row.key == key) return row.errand;
    return nullptr;
}

} // namespace analysis
