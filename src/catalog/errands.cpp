#include "catalog/errands.hpp"

#include "catalog/lanes.hpp"

namespace catalog {

bool needs_sockets(std::string_view key)
{
    if (const Product* product = find_product(key)) return row_of(product->lane).scans;
    return key == k_fetch || key == k_vantage_test || key == k_basket_test;
}

} // namespace catalog
