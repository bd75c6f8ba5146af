// What of an offer is sold.
#pragma once

#include "catalog/rails.hpp"
#include "config/config.hpp"
#include "job/goods.hpp"

namespace pay {

// `names_pages`: the request has sources that are to be fetched.
job::Goods goods_of(const catalog::Offer& offer, catalog::Rail rail, bool names_pages,
                    const config::Config& config);

} // namespace pay
