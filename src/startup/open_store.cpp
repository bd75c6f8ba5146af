#include "startup/open_store.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "config/config_fault.hpp"
#include "config/credentials.hpp"
#include "db/migrations.hpp"

#include <filesystem>

namespace startup {

db::Options store_options(const config::Config& config)
{
    auto password = config::read_store_credential(config);
    if (!password) throw config::ConfigFault{password.error()};
    return {.path = config.store.path, .url = config.store.url, .password = *std::move(password)};
}

std::unique_ptr<db::Database> open_store(const config::Config& config)
{
    if (config.store.is_file() && !std::filesystem::exists(config.store.path))
        throw base::Fault{base::concat("there is no database ", config.store.path)};
    auto database = std::make_unique<db::Database>(store_options(config));
    db::require_current_schema(*database);
    return database;
}

} // namespace startup
