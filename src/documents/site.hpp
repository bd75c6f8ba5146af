// The pages for people: a table of them, the frame around each, and what they load.
#pragma once

#include "catalog/catalog.hpp"
#include "documents/documents.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace documents {

// Whom the scripts of a page may ask.
enum class Reach {
    own_service,
    any_https // an endpoint of the reader's choice; in development one of this host, too
};

struct Page {
    std::string_view path;        // "/ui/result"
    std::string_view file;        // below discovery.document_root
    std::string_view title;       // before the name of the service
    std::string_view description; // for search engines and previews; empty: the service's
    std::string_view label;       // in the navigation; empty: not there
    std::string_view script;      // of www/assets; empty: none
    bool is_indexed;
    Reach reach;
    std::string (*main)(const catalog::Catalog& catalog); // HTML between the frame's parts
};

std::span<const Page> pages();

// The whole page. Every value is escaped where it enters; it has no script and no style of its own.
std::string page_text(const catalog::Catalog& catalog, const Page& page);

// Value of the header Content-Security-Policy.
std::string content_security_policy(const catalog::Catalog& catalog, Reach reach);

// "/assets-<digest>": the digest is of all assets together, so that each may be kept for ever and
// modules find one another by their plain names.
const std::string& assets_path();
// www/assets and www/vendor, in one folder of that name.
std::vector<Document> asset_documents();

// What stands between the frame's parts of each.
std::string landing_main(const catalog::Catalog& catalog);
std::string docs_main(const catalog::Catalog& catalog);
std::string errors_main(const catalog::Catalog& catalog);
std::string accuracy_main(const catalog::Catalog& catalog);
std::string result_main(const catalog::Catalog& catalog);
std::string verifier_main(const catalog::Catalog& catalog);
std::string status_main(const catalog::Catalog& catalog);

// For the landing page, which a problem's `type` names: an element for each error, which leads to
// the page of errors.
std::string error_anchors(const catalog::Catalog& catalog);

// What verify deep did when it first saw texts whose authors had not seen the rules, as the rest of
// a sentence about it.
struct FirstMeasured {
    std::string alone;
    std::string with_sources; // that it was given to compare with
};
FirstMeasured first_measured();

// GET /robots.txt and /sitemap.xml.
std::string robots_text(const catalog::Catalog& catalog);
std::string sitemap_text(const catalog::Catalog& catalog);

} // namespace documents
