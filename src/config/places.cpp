#include "config/places.hpp"

#include <cstdlib>

namespace config {

namespace {

std::string environment_or(const char* name, const char* otherwise)
{
    const char* found = std::getenv(name);
    return found != nullptr && *found != '\0' ? found : otherwise;
}

} // namespace

Places places()
{
    return {environment_or("ASSAY_RUN_DIR", "/run/assay")};
}

std::string config_file(const std::optional<std::string>& chosen)
{
    return chosen ? *chosen : environment_or("ASSAY_CONFIG", "/etc/assay/assay.toml");
}

} // namespace config
