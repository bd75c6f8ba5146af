#include "startup/open_store.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/migrations.hpp"

#include <filesystem>

namespace startup {

std::unique_ptr<db::Database> open_store(const config::Config& config)
{
    if (!std::filesystem::exists(config.store.path))
        throw base::Fault{base::concat("there is no database ", config.store.path)};
    auto database = std::make_unique<db::Database>(db::Options{.path = config.store.path});
    db::require_current_schema(*database);
    return database;
}

} // namespace startup
