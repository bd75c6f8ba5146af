#include "cli/config_notes.hpp"

#include "base/clock.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/origin.hpp"
#include "documents/documents.hpp"
#include "startup/certificates.hpp"
#include "startup/shop.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <set>

namespace cli {

using base::concat;

namespace {

constexpr std::size_t k_site_max_bytes = std::size_t{256} * 1024;

std::string text_of(const std::string& path)
try {
    return base::read_file(path, k_site_max_bytes);
} catch (const base::Fault&) {
    return {};
}

std::optional<std::string> note_of_certificate(const startup::SiteCertificate& certificate)
{
    const auto& path = certificate.path;
    if (!certificate.is_read)
        return concat("nginx's certificate ", path, " cannot be read from here");
    if (!certificate.ends)
        return concat("nginx's certificate ", path, " does not say when it ends");
    const auto left = *certificate.ends - base::SystemClock{}.now();
    if (left < left.zero())
        return concat("nginx's certificate ", path, " has ended: no client trusts it; renew it");
    if (left >= k_certificate_warning) return std::nullopt;
    return concat("nginx's certificate ", path, " ends in ", left / std::chrono::hours{24},
                  " days: renew it");
}

// Documents of another configuration tell buyers other prices than are asked.
std::optional<std::string> note_of_documents(const config::Config& config)
{
    const auto& root = config.discovery.document_root;
    auto rendered = text_of(concat(root, "/routes.digest"));
    while (rendered.ends_with('\n')) rendered.pop_back();
    if (rendered.empty()) return std::nullopt; // not yet: who starts the service renders them
    if (rendered == documents::digest(startup::catalog_of(config)).text()) return std::nullopt;
    return concat("the documents in ", root,
                  " are of another configuration: systemctl restart "
                  "assay-render, or `assay render`");
}

std::optional<std::string> note_of_endpoints(const std::vector<std::string>& urls)
{
    std::set<std::optional<std::string>> witnesses;
    for (const auto& url : urls) witnesses.insert(base::origin_of(url));
    if (witnesses.size() == urls.size()) return std::nullopt;
    return concat("payment.rpc_urls names ", urls.size(), " endpoints of ", witnesses.size(),
                  witnesses.size() == 1 ? " origin" : " origins",
                  ": those of one origin stand in for each other and count as one witness");
}

} // namespace

std::optional<std::string> note_of_wide_mode(const std::string& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || (status.st_mode & 07777U & ~0600U) == 0)
        return std::nullopt;
    return concat(path, " holds a secret and is open to others: chmod 0600 ", path);
}

std::vector<std::string> notes_of_certificates(const std::string& site)
{
    std::vector<std::string> out;
    for (const auto& certificate : startup::site_certificates(site))
        if (auto note = note_of_certificate(certificate)) out.push_back(std::move(*note));
    return out;
}

void add_notes(const config::Config& config, std::span<const std::string> sites,
               std::vector<std::string>& notes)
{
    if (config.facilitator.urls.empty())
        notes.emplace_back("facilitator.urls is empty, so rail v2 is off; rail v1 sells where "
                           "payment.rpc_urls are set");
    for (auto& note : {note_of_endpoints(config.payment.rpc_urls), note_of_documents(config)})
        if (note) notes.push_back(*note);
    if (config.service.mode != config::Mode::production) return;
    for (const auto& site : sites)
        for (auto& note : notes_of_certificates(site)) notes.push_back(std::move(note));
}

} // namespace cli
