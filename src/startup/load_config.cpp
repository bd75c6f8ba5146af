#include "startup/load_config.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "catalog/catalog.hpp"
#include "catalog/terms.hpp"
#include "chain/keccak.hpp"
#include "chain/recover.hpp"
#include "config/places.hpp"
#include "config/values.hpp"
#include "startup/shop.hpp"

#include <filesystem>
#include <iostream>

namespace startup {

namespace {

// Only a key can have signed it: contract wallets have no such proof.
std::optional<std::string> find_foreign_proof(const config::Config& config)
{
    const auto& text = config.discovery.ownership_proof;
    if (text.empty()) return std::nullopt;
    const auto url = config::split_url(config.service.base_url);
    const auto origin = url ? url->origin : std::string_view{};
    const auto signature = base::from_hex_0x(text);
    const auto signer = signature
                            ? chain::recover_signer(chain::personal_digest(origin), *signature)
                            : base::refuse(chain::RecoverRefusal::wrong_length);
    if (signer && *signer == config.payment.pay_to) return std::nullopt;
    return base::concat("discovery.ownership_proof is no signature of ", origin, " by ",
                        config.payment.pay_to_text,
                        ": sign these characters alone, with the key "
                        "of payment.pay_to");
}

std::optional<config::Loaded> load_for(config::Purpose purpose, const std::string& file)
{
    auto loaded = config::load(file, knowledge(), purpose);
    if (loaded) return std::move(*loaded);
    for (const auto& problem : loaded.error()) std::cerr << problem.text() << '\n';
    return std::nullopt;
}

} // namespace

config::Knowledge knowledge()
{
    return {catalog::product_defaults(), chain::eip55_text};
}

std::optional<config::Loaded> load_config(const std::optional<std::string>& chosen)
{
    const auto file = config::config_file(chosen);
    auto loaded = load_for(config::Purpose::shop, file);
    if (!loaded) return std::nullopt;
    auto problem = catalog::find_oversized_header(catalog_of(loaded->config));
    if (!problem) problem = find_foreign_proof(loaded->config);
    if (problem) {
        std::cerr << file << ": " << *problem << '\n';
        return std::nullopt;
    }
    return loaded;
}

std::optional<config::Config> load_model_config(const std::optional<std::string>& chosen)
{
    const auto file = config::config_file(chosen);
    auto loaded = load_for(config::Purpose::model, file);
    if (!loaded) return std::nullopt;
    auto& folder = loaded->config.service.credentials_dir;
    if (folder.empty()) folder = std::filesystem::absolute(file).parent_path();
    return std::move(loaded->config);
}

} // namespace startup
