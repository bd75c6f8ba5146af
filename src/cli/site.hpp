// What nginx's site has of this host alone: its name, its ports and its certificate.
#pragma once

#include "base/result.hpp"
#include "cli/new_files.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct SitePlan {
    std::string host; // lower case, no port
    std::string
        certificate;    // folder with fullchain.pem and privkey.pem; "": none yet, port 80 alone
    std::string root{}; // the system's, for an image; "" for this one
};

// Certbot's folder for the host.
std::string certbot_folder(std::string_view host);

// The plan for a host. `folder` is "none", or where the certificate lies; nullopt: in certbot's
// folder, if it is there. The error, one sentence: no name that a certificate can have, a folder
// without its two files or with letters that nginx would read otherwise.
base::Result<SitePlan, std::string> plan_site(const std::string& host,
                                              const std::optional<std::string>& folder,
                                              const std::string& root);

// The files of SITE in nginx/assay.conf, made from nginx/site. They replace those of the same host
// with another certificate, or none.
std::vector<NewFile> site_files(const SitePlan& plan);

// The commands that are still to be given, in their order, a line each.
std::vector<std::string> site_steps(const SitePlan& plan);

} // namespace cli
