#include "cli/site.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/arguments.hpp"
#include "cli/filled.hpp"
#include "cli/verbs.hpp"
#include "config/suggest.hpp"
#include "config/values.hpp"
#include "startup/installation.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace cli {

using base::concat;
using base::refuse;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_template_max_bytes = std::size_t{64} * 1024;
constexpr std::size_t k_host_max = 253; // of DNS
constexpr std::string_view k_none = "none";
constexpr std::string_view k_enabled = "/etc/nginx/sites-enabled/assay.conf";

bool is_host_name(const std::string& text)
{
    const auto url = concat("https://", text);
    const auto parts = config::split_url(url);
    const auto is_digit_or_dot = [](char c) { return c == '.' || (c >= '0' && c <= '9'); };
    return parts && parts->host == text && text.size() <= k_host_max &&
           text.find('.') != std::string::npos && !text.starts_with('[') &&
           !std::ranges::all_of(text, is_digit_or_dot);
}

// What nginx reads as one word, whatever it is.
bool is_plain_path(std::string_view text)
{
    return text.starts_with('/') &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "/._-") == std::string_view::npos;
}

std::string template_text(const char* name, const SitePlan& plan)
{
    const fs::path folder = fs::weakly_canonical(startup::shared_file("nginx", "nginx"));
    return filled(base::read_file(folder / "site" / concat(name, ".conf"), k_template_max_bytes),
                  {{"@NAME@", plan.host}, {"@CERTIFICATE@", plan.certificate}, {"@CONF@", folder}});
}

struct Templates {
    const char* server; // within the server of the site
    const char* http;   // beside it
};
constexpr Templates k_plain{"plain", "nothing"};
constexpr Templates k_tls{"tls", "redirect"};

} // namespace

std::string certbot_folder(std::string_view host)
{
    return concat("/etc/letsencrypt/live/", host);
}

base::Result<SitePlan, std::string> plan_site(const std::string& host,
                                              const std::optional<std::string>& folder,
                                              const std::string& root)
{
    if (!is_host_name(host))
        return refuse(concat(config::printable(host),
                             " must be a host's name such as assay.example: lower case, no port, "
                             "no address"));
    if (folder == k_none) return SitePlan{host, "", root};
    const std::string found = folder.value_or(certbot_folder(host));
    if (!is_plain_path(found))
        return refuse(concat(config::printable(found),
                             " must be an absolute path of letters, digits, dots, dashes and "
                             "underscores, or none"));
    for (const char* file : {"/fullchain.pem", "/privkey.pem"}) {
        if (::access(concat(root, found, file).c_str(), R_OK) == 0) continue;
        if (!folder) return SitePlan{host, "", root};
        return refuse(
            concat(found, file, " cannot be read: name the folder of the certificate, or none"));
    }
    return SitePlan{host, found, root};
}

std::vector<NewFile> site_files(const SitePlan& plan)
{
    const std::string folder = concat(plan.root, "/etc/assay/nginx/");
    // An earlier run may have found certbot's certificate, or none.
    SitePlan earlier = plan;
    earlier.certificate = certbot_folder(plan.host);
    const auto& chosen = plan.certificate.empty() ? k_plain : k_tls;
    const auto file = [&](const char* name, const char* Templates::*of) {
        return NewFile{
            .path = concat(folder, name),
            .text = template_text(chosen.*of, plan),
            .replaces = {template_text(k_plain.*of, plan), template_text(k_tls.*of, earlier)}};
    };
    return {file("server.conf", &Templates::server), file("http.conf", &Templates::http)};
}

std::vector<std::string> site_steps(const SitePlan& plan)
{
    std::vector<std::string> out;
    if (!fs::exists(concat(plan.root, k_enabled)))
        out.push_back(concat("ln -s ../sites-available/assay.conf ", k_enabled));
    out.emplace_back("nginx -t && systemctl reload nginx");
    if (!plan.certificate.empty()) return out;
    out.push_back(concat("certbot certonly --webroot -w /var/cache/assay/acme -d ", plan.host,
                         " --deploy-hook 'systemctl reload nginx'"));
    out.push_back(concat("assay site ", plan.host, " && nginx -t && systemctl reload nginx"));
    return out;
}

Exit run_site(Words words)
{
    const auto& verb = verb_named("site");
    constexpr AcceptedOption k_options[] = {
        {"--certificate", true}, {"--replace"}, {"--root", true}, k_dry_run_option};
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, "say the host's name");
    const auto plan = plan_site(arguments->words().front(), arguments->value("--certificate"),
                                arguments->value("--root").value_or(""));
    if (!plan) return complain_usage(verb, plan.error());
    const Deeds deeds{*arguments};
    const auto files = site_files(*plan);
    const auto copies = put_in_place(files, arguments->has("--replace"), deeds);
    if (!copies) {
        std::cerr << "assay site: " << copies.error() << '\n';
        return Exit::error;
    }
    for (const auto& file : files) std::cout << deeds.line("written", file.path);
    for (const auto& copy : *copies) std::cout << deeds.line("kept", copy);
    if (deeds.are_only_told()) return deeds.exit();
    std::cout << (plan->certificate.empty()
                      ? "There is no certificate yet, so that the site is plain HTTP on port 80."
                      : concat("The site has TLS, by the certificate in ", plan->certificate, '.'))
              << "\nNext:\n";
    for (const auto& step : site_steps(*plan)) std::cout << "  " << step << '\n';
    return Exit::ok;
}

} // namespace cli
