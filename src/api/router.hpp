// Which endpoint a path names. Product routes come from the table; nothing else repeats them.
#pragma once

#include "catalog/catalog.hpp"

#include <optional>
#include <string_view>

namespace api {

struct Route {
    enum class Endpoint {
        sell,
        order,
        payment_webhook,
        mcp,
        job_status,
        job_artifact,
        job_transcript,
        health,
        liveness,
        readiness,
        ownership_proof,
        security_contact
    };

    Endpoint endpoint;
    std::string_view allow;                  // methods, as the Allow header lists them
    const catalog::Offer* offer = nullptr;   // of sell
    const catalog::Family* family = nullptr; // of order
    std::string_view job_id = {};            // of job_status and a job's parts, as sent
};

// nullopt: no such route. `path` must outlive the Route.
std::optional<Route> match(std::string_view path, const catalog::Catalog& catalog,
                           std::string_view proof_path);

} // namespace api
