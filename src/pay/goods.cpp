#include "pay/goods.hpp"

#include "catalog/lanes.hpp"

#include <algorithm>

namespace pay {

namespace {

job::Need need_of(const catalog::Offer& offer)
{
    if (offer.asks_model)
        return offer.product->model_part == catalog::ModelPart::writes ? job::Need::account
                                                                       : job::Need::model;
    return catalog::row_of(offer.product->lane).scans ? job::Need::vantage : job::Need::nothing;
}

// What a scan sees is of its moment: who asks again once it is there wants another look.
constexpr std::chrono::seconds k_scan_stands_in{60};

job::StandsIn stands_in(const catalog::Offer& offer, std::chrono::seconds window)
{
    return {catalog::row_of(offer.product->lane).scans ? std::min(window, k_scan_stands_in)
                                                       : window};
}

// On rail v2 a facilitator's word is enough for what is cheap.
std::size_t witnesses_of(const catalog::Offer& offer, catalog::Rail rail,
                         const config::Payment& payment)
{
    const std::size_t provers = payment.witnesses_of(offer.price);
    const bool is_taken_on_trust =
        rail == catalog::Rail::v2 && offer.price < payment.receipt_check_from;
    return is_taken_on_trust && provers == 1 ? 0 : provers;
}

} // namespace

job::Goods goods_of(const catalog::Offer& offer, catalog::Rail rail, const Asking& asking,
                    const config::Config& config)
{
    const catalog::Offer sold = asking.declines_model ? catalog::without_model(offer) : offer;
    const catalog::Lane lane = catalog::lane_of(sold, asking.names_pages);
    return {.product = std::string{sold.product->key},
            .lane = std::string{catalog::to_text(lane)},
            .price = sold.price,
            .sla = sold.sla,
            .lane_capacity = catalog::lane_capacity(sold, lane, config),
            .places = catalog::places_of(sold, lane, asking.request_bytes, config),
            .need = need_of(sold),
            .needs_pages = asking.names_pages && !sold.product->needs_a_source,
            .witnesses = witnesses_of(sold, rail, config.payment),
            .stands_in = stands_in(sold, config.payment.same_request_window)};
}

} // namespace pay
