#include "api/router.hpp"

namespace api {

std::optional<Route> match(std::string_view path, const catalog::Catalog& catalog,
                           std::string_view proof_path)
{
    using enum Route::Endpoint;
    constexpr std::string_view k_job = "/v1/job/";
    constexpr std::string_view k_artifact = "/artifact";
    constexpr std::string_view k_read_only = "GET, HEAD, OPTIONS";

    if (const catalog::Offer* offer = catalog.find_v2_route(path))
        return Route{.endpoint = sell, .allow = "POST, OPTIONS", .offer = offer, .job_id = {}};
    if (path == "/health")
        return Route{.endpoint = health, .allow = k_read_only, .offer = nullptr, .job_id = {}};
    if (path == proof_path)
        return Route{
            .endpoint = ownership_proof, .allow = k_read_only, .offer = nullptr, .job_id = {}};
    if (!path.starts_with(k_job)) return std::nullopt;
    std::string_view id = path.substr(k_job.size());
    const bool is_artifact = id.ends_with(k_artifact);
    if (is_artifact) id.remove_suffix(k_artifact.size());
    if (id.empty() || id.find('/') != std::string_view::npos) return std::nullopt;
    return Route{.endpoint = is_artifact ? job_artifact : job_status,
                 .allow = k_read_only,
                 .offer = nullptr,
                 .job_id = id};
}

} // namespace api
