#include "catalog/catalog.hpp"

#include "base/concat.hpp"
#include "catalog/model_notes.hpp"

#include <algorithm>
#include <utility>

namespace catalog {

namespace {

// Whether the model is part of what is sold.
bool asks_model(const Product& product, const config::Config& config, bool are_accounts_judged)
{
    switch (product.model_part) {
    case ModelPart::none: return false;
    case ModelPart::reads: return config.llm.is_set();
    case ModelPart::writes: return config.llm.is_set() && are_accounts_judged;
    }
    __builtin_unreachable();
}

} // namespace

Offer without_model(const Offer& offer)
{
    return {.product = offer.product,
            .price = offer.price,
            .sla = offer.sla,
            .description = std::string{offer.product->description}};
}

Catalog::Catalog(const config::Config& config, std::optional<JudgedAccounts> accounts)
    : m_config{config}, m_accounts{std::move(accounts)}
{
    for (const auto& product : products()) {
        const bool asks = asks_model(product, config, m_accounts.has_value());
        m_offers.push_back({.product = &product,
                            .price = config.prices.find(product.key)->second,
                            .sla = config.slas.find(product.key)->second,
                            .asks_model = asks,
                            .description = asks ? description_with_model(product, m_accounts)
                                                : std::string{product.description}});
    }
}

const Offer* Catalog::find(std::string_view product_key) const
{
    const auto found = std::find_if(m_offers.begin(), m_offers.end(), [&](const Offer& offer) {
        return offer.product->key == product_key;
    });
    return found == m_offers.end() ? nullptr : &*found;
}

const Offer* Catalog::find_v2_route(std::string_view path) const
{
    const auto* product = catalog::find_v2_route(path);
    return product == nullptr ? nullptr : find(product->key);
}

const Family* Catalog::find_v1_route(std::string_view path) const
{
    const Family* family = sells_on_v1() ? catalog::find_v1_route(path) : nullptr;
    return family == nullptr || v1_offers(*family).empty() ? nullptr : family;
}

std::vector<const Offer*> Catalog::v1_offers(const Family& family) const
{
    std::vector<const Offer*> out;
    for (const Offer& offer : m_offers)
        if (offer.product->is_on_v1 && offer.product->family == family.name) out.push_back(&offer);
    return out;
}

std::string Catalog::url(std::string_view path) const
{
    return base::concat(m_config.service.base_url, path);
}

std::span<const config::ProductDefault> product_defaults()
{
    static const std::vector<config::ProductDefault> k_defaults = [] {
        std::vector<config::ProductDefault> rows;
        for (const auto& product : products())
            rows.push_back({product.key, product.price, product.sla});
        return rows;
    }();
    return k_defaults;
}

} // namespace catalog
