#include "analysis/forensics/x509.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>

namespace analysis::forensics {

namespace {

using KeyRef = std::unique_ptr<EVP_PKEY, base::Closer<EVP_PKEY_free>>;

std::optional<base::Instant> instant_of(const ASN1_TIME* time)
{
    using namespace std::chrono;
    std::tm parts{};
    if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
    const year_month_day date{year{parts.tm_year + 1900},
                              month{static_cast<unsigned>(parts.tm_mon + 1)},
                              day{static_cast<unsigned>(parts.tm_mday)}};
    if (!date.ok()) return std::nullopt;
    return base::Instant{sys_days{date}} + hours{parts.tm_hour} + minutes{parts.tm_min} +
           seconds{parts.tm_sec};
}

} // namespace

X509Ref parse_certificate(base::ByteView der)
{
    if (der.empty() || der.size() > k_max_certificate_bytes) return {};
    const std::uint8_t* at = der.data();
    X509Ref certificate{d2i_X509(nullptr, &at, static_cast<long>(der.size()))};
    ERR_clear_error(); // a stranger's bytes; what was wrong with them is of no interest
    if (at != der.data() + der.size()) return {};
    return certificate;
}

bool is_public_key(base::ByteView der)
{
    constexpr std::size_t k_max_key_bytes = 4096;
    if (der.empty() || der.size() > k_max_key_bytes) return false;
    const std::uint8_t* at = der.data();
    const KeyRef key{d2i_PUBKEY(nullptr, &at, static_cast<long>(der.size()))};
    ERR_clear_error();
    return key && at == der.data() + der.size();
}

bool is_signed_by(X509& certificate, const X509& issuer)
{
    EVP_PKEY* const key = X509_get0_pubkey(&issuer); // borrowed
    const bool is_signed = key != nullptr && X509_verify(&certificate, key) == 1;
    ERR_clear_error();
    return is_signed;
}

std::optional<Validity> validity_of(const X509& certificate)
{
    const auto not_before = instant_of(X509_get0_notBefore(&certificate));
    const auto not_after = instant_of(X509_get0_notAfter(&certificate));
    if (!not_before || !not_after) return std::nullopt;
    return Validity{*not_before, *not_after};
}

} // namespace analysis::forensics
