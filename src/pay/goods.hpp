// What of an offer is sold.
#pragma once

#include "catalog/rails.hpp"
#include "config/config.hpp"
#include "job/goods.hpp"

#include <cstddef>

namespace pay {

// What of a request tells how it is sold.
struct Asking {
    bool names_pages = false;      // it has sources that are to be fetched
    bool declines_model = false;   // it is done as where there is no model
    std::size_t request_bytes = 0; // as JSON; 0: none is there yet
};

job::Goods goods_of(const catalog::Offer& offer, catalog::Rail rail, const Asking& asking,
                    const config::Config& config);

} // namespace pay
