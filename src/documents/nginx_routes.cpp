#include "base/concat.hpp"
#include "base/json.hpp"
#include "catalog/limits.hpp"
#include "catalog/problems.hpp"
#include "catalog/rails.hpp"
#include "catalog/terms.hpp"
#include "catalog/tools.hpp"
#include "documents/nginx_files.hpp"
#include "documents/server_card.hpp"
#include "documents/service_links.hpp"
#include "documents/site.hpp"

namespace documents {

using base::concat;
namespace json = base::json;

namespace {

struct StaticRoute {
    std::string_view path;
    std::string_view file;
    std::string_view type;  // as it stands between double quotes
    bool has_links = false; // to all that tells of the service
};

constexpr StaticRoute k_static_routes[] = {
    {"/", "index.json", "application/json", /*has_links=*/true},
    {k_api_catalog_path, "api-catalog",
     R"(application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\")",
     /*has_links=*/true},
    {"/.well-known/x402", "x402.json", "application/json"},
    {"/.well-known/x402.json", "x402.json", "application/json"},
    {k_server_card_path, "server-card", k_server_card_type},
    // Earlier drafts had it there, and most clients that look for one know that place.
    {"/.well-known/mcp/server-card.json", "server-card", k_server_card_type},
    {"/.well-known/mcp/catalog.json", "mcp-catalog", "application/json"},
    {"/.well-known/ai-catalog.json", "ai-catalog", "application/ai-catalog+json"},
    {"/openapi.json", "openapi.json", "application/json"},
    {"/llms.txt", "llms.txt", "text/plain"},
    {"/accuracy.json", "accuracy.json", "application/json"},
    {catalog::k_icon_path, "favicon.ico", "image/vnd.microsoft.icon"},
    {"/favicon.svg", "favicon.svg", "image/svg+xml"},
    {"/og.png", "og.png", "image/png"},
    {"/robots.txt", "robots.txt", "text/plain"},
    {"/sitemap.xml", "sitemap.xml", "application/xml"},
};

std::string header(std::string_view name, std::string_view value)
{
    return concat("    add_header ", name, " \"", value, "\" always;\n");
}

std::string request_id_header()
{
    return header("X-Request-Id", "$assay_request_id");
}

// Documents are large beside what they say; what pools answer is not compressed (nginx/assay.conf).
// nginx compares a type as it stands in default_type, so that none here has its charset there.
constexpr std::string_view k_compressed =
    "    gzip on;\n    gzip_vary on;\n    gzip_comp_level 6;\n    gzip_min_length 1024;\n"
    "    gzip_types application/json application/xml text/plain text/css text/javascript "
    "image/svg+xml image/vnd.microsoft.icon;\n"
    "    charset utf-8;\n    charset_types text/plain text/css text/javascript;\n";

// A location with add_header inherits none from outside: each says all.
std::string document_headers(std::string_view policy)
{
    return concat(header("Access-Control-Allow-Origin", "*"),
                  header("Access-Control-Expose-Headers", "ETag, Link, X-Request-Id"),
                  request_id_header(), header("X-Content-Type-Options", "nosniff"),
                  header("Referrer-Policy", "no-referrer"),
                  header("Content-Security-Policy", policy), k_compressed);
}

std::string static_location(const StaticRoute& route, std::string_view policy)
{
    return concat("\nlocation = ", route.path, " {\n    types { }\n    default_type \"", route.type,
                  "\";\n", header("Cache-Control", "public, max-age=60"), document_headers(policy),
                  route.has_links ? header("Link", service_links_header()) : "", "    try_files /",
                  route.file, " =404;\n}\n");
}

// Its address with a slash behind it, which people type, leads to the page.
std::string slash_location(const catalog::Catalog& catalog, const Page& page)
{
    return concat("\nlocation = ", page.path, "/ {\n    return 308 ", catalog.url(page.path),
                  ";\n}\n");
}

// Their address changes with what they hold. Those that an older page names are there as long as
// their folder is.
std::string assets_location(std::string_view policy)
{
    return concat("\nlocation ~ \"^/assets-[0-9a-f]+/[A-Za-z0-9._-]+$\" {\n"
                  "    types { text/javascript js; text/css css; text/plain txt; }\n",
                  header("Cache-Control", "public, max-age=31536000, immutable"),
                  document_headers(policy), "}\n");
}

std::string json_files_location(std::string_view policy)
{
    return concat("\nlocation ~ \"^/(samples|schemas)/[A-Za-z_]+(\\.request)?\\.json$\" {\n"
                  "    types { application/json json; }\n",
                  header("Cache-Control", "public, max-age=60"), document_headers(policy), "}\n");
}

std::string pool_location(std::string_view path, std::size_t body_max_bytes)
{
    return concat("\nlocation = ", path, " {\n    client_max_body_size ", body_max_bytes,
                  ";\n    fastcgi_pass $assay_pool;\n}\n");
}

// Clients also try GET and DELETE, which belong to streams and sessions: there are none.
std::string mcp_location()
{
    return concat("\nlocation = ", catalog::k_mcp_path, " {\n    client_max_body_size ",
                  catalog::k_mcp_body_max_bytes,
                  ";\n    if ($request_method != POST) { return 405; }\n"
                  "    fastcgi_pass $assay_pool;\n}\n");
}

// A single-quoted word of nginx's configuration.
std::string nginx_string(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + '\'';
}

// Errors that nginx finds before or instead of a pool.
struct ErrorPage {
    int nginx_status;
    catalog::ProblemCode code;
    // Found while the request line and headers are read: there may be no URI to keep, and nginx
    // answers 500 when it is to go to a named location without one.
    bool is_before_uri = false;
};

constexpr ErrorPage k_error_pages[] = {
    {400, catalog::ProblemCode::bad_request, /*is_before_uri=*/true},
    {404, catalog::ProblemCode::not_found},
    {405, catalog::ProblemCode::method_not_allowed},
    {413, catalog::ProblemCode::body_too_large},
    {414, catalog::ProblemCode::bad_request, /*is_before_uri=*/true},
    {429, catalog::ProblemCode::rate_limited},
    {494, catalog::ProblemCode::headers_too_large, /*is_before_uri=*/true},
    {500, catalog::ProblemCode::internal_error},
    {502, catalog::ProblemCode::bad_gateway},
    {503, catalog::ProblemCode::overloaded},
    {504, catalog::ProblemCode::gateway_timeout},
};

std::string error_page(const catalog::Catalog& catalog, const ErrorPage& page)
{
    const catalog::Problem& row = catalog::problem(page.code);
    // The map in nginx/assay.conf says whether a payment was presented.
    const std::string_view charged =
        row.charged == catalog::Charged::undecided ? "$assay_charged" : "false";
    std::string body =
        json::dump(json::object("type", concat(catalog.url("/ui#errors-"), row.word), "title",
                                row.title, "status", row.status, "detail", row.advice, "code",
                                row.word, "retryable", row.retryable)
                       .get());
    body.pop_back();
    body += concat(",\"charged\":", charged, "}");
    std::string headers = header("Access-Control-Allow-Origin", "*") +
                          header("Access-Control-Expose-Headers", catalog::k_exposed_headers) +
                          header("Cache-Control", "no-store") + request_id_header();
    if (row.status == 405) headers += header("Allow", "$assay_allow");
    if (row.retryable && row.status > 400) headers += header("Retry-After", "2");
    // A named location keeps method and URI, which $assay_charged looks at.
    const std::string name = concat(page.is_before_uri ? "/-error-" : "@assay_", page.nginx_status);
    const std::string other_status =
        page.nginx_status == row.status ? "" : concat(" =", row.status);
    return concat("error_page ", page.nginx_status, other_status, ' ', name, ";\nlocation ",
                  page.is_before_uri ? "= " : "", name, " {\n",
                  page.is_before_uri ? "    internal;\n" : "",
                  "    types { }\n    default_type application/problem+json;\n", headers,
                  "    return ", row.status, ' ', nginx_string(body), ";\n}\n");
}

} // namespace

std::string nginx_routes(const catalog::Catalog& catalog, std::string_view log_directory)
{
    // What nginx itself says of a request names its client and its URI in full, whatever is set;
    // the access log says which limit refused it or what the pool answered.
    std::string out = concat(k_nginx_file_head, "access_log \"", log_directory,
                             "/assay.access.log\" assay buffer=64k flush=1s;\nerror_log \"",
                             log_directory, "/assay.error.log\" emerg;\n");
    for (const auto& offer : catalog.offers())
        out += pool_location(offer.product->v2_path, offer.product->body_max_bytes);
    for (const auto* family : catalog::v1_families(catalog))
        out += pool_location(family->v1_path, catalog::v1_body_max_bytes(catalog, *family));
    if (catalog.sells_on_v1())
        out += pool_location(catalog::k_webhook_path, catalog::k_webhook_body_max_bytes);
    out += mcp_location();
    const auto policy = content_security_policy(catalog, Reach::own_service);
    for (const auto& route : k_static_routes) out += static_location(route, policy);
    for (const Page& page : pages())
        out += concat(static_location({page.path, page.file, "text/html"},
                                      content_security_policy(catalog, page.reach)),
                      slash_location(catalog, page));
    out += assets_location(policy) + json_files_location(policy);
    out += '\n';
    for (const auto& page : k_error_pages) out += error_page(catalog, page);
    return out;
}

} // namespace documents
