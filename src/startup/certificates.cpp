#include "startup/certificates.hpp"

#include "base/closer.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <openssl/pem.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>
#include <sstream>

namespace startup {

namespace {

constexpr std::size_t k_file_max_bytes = std::size_t{256} * 1024;

std::string text_or_nothing(const std::string& path)
try {
    return base::read_file(path, k_file_max_bytes);
} catch (const base::Fault&) {
    return {};
}

using Certificate = std::unique_ptr<X509, base::Closer<X509_free>>;

SiteCertificate read_certificate(const std::string& path)
{
    const std::string pem = text_or_nothing(path);
    const std::unique_ptr<BIO, base::Closer<BIO_free>> input{
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
    const Certificate certificate{PEM_read_bio_X509(input.get(), nullptr, nullptr, nullptr)};
    if (!certificate) return {.path = path};
    std::tm end{};
    if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end) != 1)
        return {.path = path, .is_read = true};
    return {.path = path,
            .is_read = true,
            .ends = base::instant_from_ms(std::int64_t{1000} * ::timegm(&end))};
}

} // namespace

std::vector<SiteCertificate> site_certificates(const std::string& site)
{
    std::vector<SiteCertificate> out;
    std::istringstream lines{text_or_nothing(site)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        std::string word;
        std::string path;
        if (!(words >> word >> path) || word != "ssl_certificate" || !path.ends_with(';')) continue;
        path.pop_back();
        out.push_back(read_certificate(path));
    }
    return out;
}

std::optional<base::Instant> first_certificate_end()
{
    std::optional<base::Instant> out;
    for (const char* site : k_nginx_sites)
        for (const SiteCertificate& each : site_certificates(site))
            if (each.ends && (!out || *each.ends < *out)) out = each.ends;
    return out;
}

} // namespace startup
