#include "cli/load_config.hpp"

#include "catalog/catalog.hpp"
#include "catalog/terms.hpp"
#include "chain/keccak.hpp"
#include "config/places.hpp"

#include <iostream>

namespace cli {

config::Knowledge knowledge()
{
    return {catalog::product_defaults(), chain::eip55_text};
}

std::optional<config::Loaded> load_config(const std::optional<std::string>& chosen)
{
    const auto file = config::config_file(chosen);
    auto loaded = config::load(file, knowledge());
    if (!loaded) {
        for (const auto& problem : loaded.error()) std::cerr << problem.text() << '\n';
        return std::nullopt;
    }
    if (const auto oversized = catalog::find_oversized_header(catalog::Catalog{loaded->config})) {
        std::cerr << file << ": " << *oversized << '\n';
        return std::nullopt;
    }
    return std::move(*loaded);
}

} // namespace cli
