#include "pay/terms.hpp"

#include "base/json.hpp"
#include "catalog/terms.hpp"
#include "catalog/tools.hpp"

namespace pay {

Terms terms_of(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto& payment = catalog.config().payment;
    return {
        .token = {payment.asset_name, payment.asset_version, payment.network, payment.asset},
        .pay_to = payment.pay_to,
        .price = offer.price,
        .resource_url = catalog.url(offer.product->v2_path),
        .tools_url = catalog.url(catalog::k_mcp_path),
        .requirements = base::json::dump(catalog::accepts_entry(catalog, offer).get()),
    };
}

} // namespace pay
