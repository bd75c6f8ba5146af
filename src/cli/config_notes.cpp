#include "cli/config_notes.hpp"

#include "base/closer.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/origin.hpp"
#include "documents/documents.hpp"
#include "startup/shop.hpp"

#include <openssl/pem.h>
#include <openssl/x509.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <set>
#include <sstream>

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

using Certificate = std::unique_ptr<X509, base::Closer<X509_free>>;

// The first in the file, which is the site's own; nullptr: none.
Certificate certificate_in(const std::string& path)
{
    const std::string pem = text_of(path);
    const std::unique_ptr<BIO, base::Closer<BIO_free>> input{
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
    return Certificate{PEM_read_bio_X509(input.get(), nullptr, nullptr, nullptr)};
}

std::optional<std::string> note_of_certificate(const std::string& path)
{
    const auto certificate = certificate_in(path);
    if (!certificate) return concat("nginx's certificate ", path, " cannot be read from here");
    int days = 0;
    int seconds = 0;
    if (ASN1_TIME_diff(&days, &seconds, nullptr, X509_get0_notAfter(certificate.get())) != 1)
        return concat("nginx's certificate ", path, " does not say when it ends");
    if (days < 0 || seconds < 0)
        return concat("nginx's certificate ", path, " has ended: no client trusts it; renew it");
    if (std::chrono::hours{24} * days >= k_certificate_warning) return std::nullopt;
    return concat("nginx's certificate ", path, " ends in ", days, " days: renew it");
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
    std::istringstream lines{text_of(site)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        std::string word;
        std::string path;
        if (!(words >> word >> path) || word != "ssl_certificate" || !path.ends_with(';')) continue;
        path.pop_back();
        if (auto note = note_of_certificate(path)) out.push_back(std::move(*note));
    }
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
