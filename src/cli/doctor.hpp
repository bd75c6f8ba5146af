// `assay doctor`: whether an installation is fit to sell, looked at from outside and from within,
// with what to do about each thing that is not.
#pragma once

#include "base/clock.hpp"
#include "catalog/catalog.hpp"
#include "cli/online_report.hpp"
#include "net/http_client.hpp"
#include "store/bulletin.hpp"

namespace cli {

// Name, certificate and nginx: service.base_url has to answer with this configuration's documents,
// the health of the service, and an offer or a complaint (402, 422, 429, 503) of each product.
void examine_site(const catalog::Catalog& catalog, net::HttpClient& http, OnlineReport& report);

// This host's clock beside the newest block of each endpoint, and whether anything keeps it.
void examine_clock(const config::Payment& payment, net::HttpClient& http, base::Instant now,
                   OnlineReport& report);

// Whether a worker lives, and what it says: the vantage, the basket, each alarm that stands.
void examine_worker(store::Bulletin& bulletin, base::Instant now, OnlineReport& report);

} // namespace cli
