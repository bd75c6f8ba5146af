#include "api/router.hpp"

#include "catalog/rails.hpp"

namespace api {

std::optional<Route> match(std::string_view path, const catalog::Catalog& catalog,
                           std::string_view proof_path)
{
    using enum Route::Endpoint;
    constexpr std::string_view k_job = "/v1/job/";
    constexpr std::string_view k_artifact = "/artifact";
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
    if (path == "/health") return Route{.endpoint = health, .allow = k_read_only};
    if (path == proof_path) return Route{.endpoint = ownership_proof, .allow = k_read_only};
    if (!path.starts_with(k_job)) return std::nullopt;
    std::string_view id = path.substr(k_job.size());
    const bool is_artifact = id.ends_with(k_artifact);
    if (is_artifact) id.remove_suffix(k_artifact.size());
    if (id.empty() || id.find('/') != std::string_view::npos) return std::nullopt;
    return Route{
        .endpoint = is_artifact ? job_artifact : job_status, .allow = k_read_only, .job_id = id};
}

} // namespace api
