// What the daemons have in common at start: the configuration, or its problems and exit code 2.
#pragma once

#include "base/config/load.hpp"
#include "base/config/places.hpp"
#include "base/log.hpp"
#include "catalog/catalog.hpp"
#include "chain/keccak.hpp"

#include <cstdlib>
#include <iostream>
#include <utility>

namespace start {

// From $ASSAY_CONFIG or /etc/assay/assay.toml; daemons take no options.
inline base::config::Config configuration()
{
    auto loaded = base::config::load(base::config::config_file({}),
                                     {catalog::product_defaults(), chain::eip55_text});
    if (!loaded) {
        for (const auto& problem : loaded.error()) std::cerr << problem.text() << '\n';
        std::exit(2);
    }
    base::log::set_level(loaded->config.log.level);
    return std::move(loaded->config);
}

} // namespace start
