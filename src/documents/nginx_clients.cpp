#include "base/concat.hpp"
#include "config/config.hpp"
#include "documents/nginx_files.hpp"

namespace documents {

using base::concat;

namespace {

std::string_view logged_client(config::ClientIp choice)
{
    using enum config::ClientIp;
    switch (choice) {
    case full: return R"("$remote_addr")";
    case truncate: return R"("$assay_truncated")";
    case none: return "null";
    }
    return "null";
}

} // namespace

std::string nginx_clients(const catalog::Catalog& catalog)
{
    const auto& limits = catalog.config().limits;
    std::string unbound;
    for (const auto& network : limits.unbound_networks) unbound += concat("    ", network, " 1;\n");
    return concat(k_nginx_file_head, R"(
# limits.unbound_networks: an empty key is not counted.
geo $assay_is_unbound {
    default 0;
)",
                  unbound, R"(}
map $assay_is_unbound $assay_client { 0 $assay_network; default ""; }

# Uploads, waiting polls and everything else are counted apart: a poll has no body to be slow with,
# and a body that drips in holds nothing but a place of its own client.
map "$request_method $assay_pool" $assay_kind {
    default           other;
    "~^POST "         upload;
    "~ assay_slow$"   poll;
}
map $assay_is_unbound $assay_place { 0 "$assay_kind $assay_network"; default ""; }

limit_req_zone  $assay_client zone=assay_requests:10m rate=)",
                  limits.requests_per_ip, R"(r/s;
limit_conn_zone $assay_place  zone=assay_connections:10m;

# A job's id is the right to read it. What is no plain text would be no JSON.
map $uri $assay_logged_uri {
    default                       $uri;
    "~^/v1/job/[^/]+$"            /v1/job/-;
    "~^/v1/job/[^/]+/artifact$"   /v1/job/-/artifact;
    "~^/v1/job/[^/]+/transcript$" /v1/job/-/transcript;
    "~*job_"                      -;
    "~[^ -~]"                     -;
}

# Numbers of JSON: nginx says 000 where a client left before its answer, and a list or nothing where
# no pool answered alone.
map $status $assay_logged_status { default $status; "~^0" 0; }
map $upstream_status $assay_pool_status {
    default                          null;
    "~(?<assay_last>[1-9][0-9]*)$"   $assay_last;
}
map $upstream_response_time $assay_pool_time {
    default                       null;
    "~(?<assay_last_s>[0-9.]+)$"  $assay_last_s;
}
log_format assay escape=json '{"time":"$time_iso8601","request_id":"$assay_request_id","client":)",
                  logged_client(catalog.config().log.client_ip), R"(,'
                 '"method":"$request_method","path":"$assay_logged_uri",'
                 '"status":$assay_logged_status,"bytes":$body_bytes_sent,"seconds":$request_time,'
                 '"upstream_status":$assay_pool_status,"upstream_seconds":$assay_pool_time,'
                 '"request_limit":"$limit_req_status","connection_limit":"$limit_conn_status"}';
)");
}

std::string nginx_limits(const catalog::Catalog& catalog)
{
    const auto& limits = catalog.config().limits;
    return concat(k_nginx_file_head,
                  "limit_req zone=assay_requests burst=", limits.request_burst_per_ip,
                  " nodelay;\nlimit_req_status 429;\nlimit_conn assay_connections ",
                  limits.connections_per_ip, ";\nlimit_conn_status 429;\n");
}

std::vector<Document> nginx_files(const catalog::Catalog& catalog, std::string_view log_directory)
{
    return {{"clients.conf", nginx_clients(catalog)},
            {"limits.conf", nginx_limits(catalog)},
            {"routes.conf", nginx_routes(catalog, log_directory)}};
}

} // namespace documents
