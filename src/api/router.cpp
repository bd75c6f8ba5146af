#include "api/router.hpp"

#include "api/endpoints.hpp"
#include "catalog/rails.hpp"
#include "catalog/tools.hpp"

namespace api {

namespace {

struct PartOfJob {
    std::string_view suffix;
    Route::Endpoint endpoint;
};
constexpr PartOfJob k_parts_of_a_job[] = {{"/artifact", Route::Endpoint::job_artifact},
                                          {"/transcript", Route::Endpoint::job_transcript}};

struct HealthPath {
    std::string_view path;
    Route::Endpoint endpoint;
};
constexpr HealthPath k_health_paths[] = {{"/health", Route::Endpoint::health},
                                         {"/health/live", Route::Endpoint::liveness},
                                         {"/health/ready", Route::Endpoint::readiness}};

} // namespace

std::optional<Route> match(std::string_view path, const catalog::Catalog& catalog,
                           std::string_view proof_path)
{
    using enum Route::Endpoint;
    constexpr std::string_view k_job = "/v1/job/";
    constexpr std::string_view k_read_only = "GET, HEAD, OPTIONS";

    constexpr std::string_view k_write_only = "POST, OPTIONS";
    constexpr std::string_view k_priced = "GET, HEAD, POST, OPTIONS";

    if (const catalog::Offer* offer = catalog.find_v2_route(path))
        return Route{.endpoint = sell,
                     .allow = offer->product->is_priced_by_get ? k_priced : k_write_only,
                     .offer = offer};
    if (const catalog::Family* family = catalog.find_v1_route(path))
        return Route{.endpoint = order, .allow = k_priced, .family = family};
    if (path == catalog::k_webhook_path && catalog.sells_on_v1())
        return Route{.endpoint = payment_webhook, .allow = k_write_only};
    if (path == catalog::k_mcp_path) return Route{.endpoint = mcp, .allow = "POST"};
    for (const auto& [known, which] : k_health_paths)
        if (path == known) return Route{.endpoint = which, .allow = k_read_only};
    if (path == k_security_contact_path)
        return Route{.endpoint = security_contact, .allow = k_read_only};
    if (path == proof_path) return Route{.endpoint = ownership_proof, .allow = k_read_only};
    if (!path.starts_with(k_job)) return std::nullopt;
    std::string_view id = path.substr(k_job.size());
    Route::Endpoint endpoint = job_status;
    for (const auto& [suffix, part] : k_parts_of_a_job) {
        if (!id.ends_with(suffix)) continue;
        id.remove_suffix(suffix.size());
        endpoint = part;
        break;
    }
    if (id.empty() || id.find('/') != std::string_view::npos) return std::nullopt;
    return Route{.endpoint = endpoint, .allow = k_read_only, .job_id = id};
}

} // namespace api
