// Certificates by OpenSSL, as the checks tls and ct look at them.
#pragma once

#include "base/clock.hpp"
#include "base/closer.hpp"
#include "base/hex.hpp"

#include <openssl/x509.h>

#include <memory>

namespace analysis::forensics {

using X509Ref = std::unique_ptr<X509, base::Closer<X509_free>>;

// A certificate in a handshake is seldom over 4 KiB.
inline constexpr std::size_t k_max_certificate_bytes = std::size_t{64} << 10U;

// Exactly one certificate in DER; an empty Ref for anything else.
X509Ref parse_certificate(base::ByteView der);

// Whether `der` is a SubjectPublicKeyInfo that OpenSSL can use.
bool is_public_key(base::ByteView der);

// Whether the issuer's key made the certificate's signature; names and dates do not count.
bool is_signed_by(X509& certificate, const X509& issuer);

struct Validity {
    base::Instant not_before;
    base::Instant not_after;
};

// nullopt when the dates cannot be read.
std::optional<Validity> validity_of(const X509& certificate);

} // namespace analysis::forensics
