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

// What is good; else every problem is on stderr.
std::optional<config::Loaded> good_of(config::Reading reading)
{
    for (const auto& problem : reading.problems) std::cerr << problem.text() << '\n';
    if (!reading.problems.empty()) return std::nullopt;
    return std::move(reading.loaded);
}

} // namespace

config::Knowledge knowledge()
{
    return {catalog::product_defaults(), chain::eip55_text};
}

config::Reading read_config(const std::string& file)
{
    auto out = config::read_file(file, knowledge(), config::Purpose::shop);
    const auto& loaded = out.loaded;
    const auto complain = [&](std::string_view name, std::optional<std::string> message) {
        if (message) out.problems.push_back(loaded.problem(name, std::move(*message)));
    };
    const auto has = [&](std::string_view name) { return loaded.find(name) != nullptr; };
    // An offer can only be made of a whole configuration.
    if (out.problems.empty())
        complain("service.base_url", catalog::find_oversized_header(catalog_of(loaded.config)));
    if (has("discovery.ownership_proof") && has("service.base_url") && has("payment.pay_to"))
        complain("discovery.ownership_proof", find_foreign_proof(loaded.config));
    config::sort_by_place(out.problems);
    return out;
}

std::optional<config::Loaded> load_config(const std::optional<std::string>& chosen)
{
    return good_of(read_config(config::config_file(chosen)));
}

std::optional<config::Config> load_model_config(const std::optional<std::string>& chosen)
{
    const auto file = config::config_file(chosen);
    auto loaded = good_of(config::read_file(file, knowledge(), config::Purpose::model));
    if (!loaded) return std::nullopt;
    auto& folder = loaded->config.service.credentials_dir;
    if (folder.empty()) folder = std::filesystem::absolute(file).parent_path();
    return std::move(loaded->config);
}

} // namespace startup
