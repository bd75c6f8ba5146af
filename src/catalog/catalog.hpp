// What is on sale: the product table with the configuration's prices and service levels over it.
#pragma once

#include "catalog/products.hpp"
#include "config/config.hpp"
#include "config/options.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace catalog {

// What persons found of accounts that the configured model has edited, as buyers are told it
// (llm/account_record).
struct JudgedAccounts {
    std::string date;             // "2026-11-29"
    std::int64_t sentences = 0;   // that were judged
    std::int64_t not_carried = 0; // by their quotes
};

struct Offer {
    const Product* product; // a row of the table, never nullptr
    value::AtomicUsd price;
    std::chrono::seconds sla;
    bool asks_model = false;   // the language model of [llm] is part of what is sold
    std::string description{}; // the row's, and what a model adds; <= 500 ASCII characters
};

// The same at the same price, as it is where there is no model.
Offer without_model(const Offer& offer);

// Immutable once made; threads may share it. `config` must outlive the Catalog and be one that
// config::load() made with product_defaults().
class Catalog {
public:
    // `accounts`: without them no account is sold.
    explicit Catalog(const config::Config& config,
                     std::optional<JudgedAccounts> accounts = std::nullopt);

    [[nodiscard]] const config::Config& config() const { return m_config; }
    [[nodiscard]] const std::optional<JudgedAccounts>& accounts() const { return m_accounts; }

    // Rail v2 sells only when a facilitator is configured; else its routes answer 404 `rail_off`
    // and no document lists them (DESIGN.md, 5).
    [[nodiscard]] bool sells_on_v2() const { return !m_config.facilitator.urls.empty(); }

    // Rail v1 sells only where the chain can be read.
    [[nodiscard]] bool sells_on_v1() const { return !m_config.payment.rpc_urls.empty(); }

    // In the order of the table, whether a rail is on or not; documents list what is on one
    // (catalog/rails.hpp).
    [[nodiscard]] std::span<const Offer> offers() const { return m_offers; }

    // nullptr when the table has no such row.
    [[nodiscard]] const Offer* find(std::string_view product_key) const;
    [[nodiscard]] const Offer* find_v2_route(std::string_view path) const;
    // nullptr: no such route, or nothing is sold there.
    [[nodiscard]] const Family* find_v1_route(std::string_view path) const;
    // What a v1 route sells, in the order of the table.
    [[nodiscard]] std::vector<const Offer*> v1_offers(const Family& family) const;

    // `path` below service.base_url: the only way URLs of ours are made.
    [[nodiscard]] std::string url(std::string_view path) const;

private:
    const config::Config& m_config;
    std::optional<JudgedAccounts> m_accounts;
    std::vector<Offer> m_offers;
};

// What the loader of the configuration needs to know of the table.
std::span<const config::ProductDefault> product_defaults();

} // namespace catalog
