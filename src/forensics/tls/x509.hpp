// Certificates by OpenSSL, as the checks tls and ct look at them.
#pragma once

#include "base/clock.hpp"
#include "base/closer.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"

#include <openssl/x509.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace forensics {

using X509Ref = std::unique_ptr<X509, base::Closer<X509_free>>;

// A certificate in a handshake is seldom over 4 KiB.
inline constexpr std::size_t k_max_certificate_bytes = std::size_t{64} << 10U;

// Exactly one certificate in DER; an empty Ref for anything else.
X509Ref parse_certificate(base::ByteView der);

struct FreeX509Stack {
    void operator()(STACK_OF(X509) * stack) const { sk_X509_pop_free(stack, X509_free); }
};
using X509StackRef = std::unique_ptr<STACK_OF(X509), FreeX509Stack>;

// Those of `ders` that are certificates, in their order.
X509StackRef stack_of(std::span<const std::string> ders);

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

// SHA-256 of the SubjectPublicKeyInfo: the same for every certificate of one key.
base::Sha256 key_digest_of(const X509& certificate);

// One line in printable ASCII, at most 300 characters: "O=Example, CN=Example CA".
std::string text_of_name(const X509_NAME* name);

// Organization, organizational unit and common name, as UTF-8; the first 16 of them.
std::vector<std::string> words_of_name(const X509_NAME* name);

} // namespace forensics
