#include "pay/goods.hpp"

#include "catalog/lanes.hpp"

#include <algorithm>

namespace pay {

namespace {

job::Need need_of(const catalog::Offer& offer)
{
    if (offer.asks_model) return job::Need::model;
    return catalog::row_of(offer.product->lane).scans ? job::Need::vantage : job::Need::nothing;
}

// What a scan sees is of its moment: who asks again once it is there wants another look.
constexpr std::chrono::seconds k_scan_stands_in{60};

job::StandsIn stands_in(const catalog::Offer& offer, std::chrono::seconds window)
{
    return {catalog::row_of(offer.product->lane).scans ? std::min(window, k_scan_stands_in)
                                                       : window};
}

} // namespace

job::Goods goods_of(const catalog::Offer& offer, bool names_pages, const config::Config& config)
{
    const catalog::Lane lane = catalog::lane_of(offer, names_pages);
    return {.product = std::string{offer.product->key},
            .lane = std::string{catalog::to_text(lane)},
            .price = offer.price,
            .sla = offer.sla,
            .lane_capacity = catalog::lane_capacity(offer, lane, config),
            .need = need_of(offer),
            .needs_pages = names_pages && !offer.product->needs_a_source,
            .needs_two_witnesses = config.payment.needs_two_witnesses(offer.price),
            .stands_in = stands_in(offer, config.payment.same_request_window)};
}

} // namespace pay
