// A private key that signs JSON Web Signatures in compact form (RFC 7515): EdDSA over Ed25519
// (RFC 8037) or ES256 over P-256 (RFC 7518).
#pragma once

#include "base/closer.hpp"
#include "base/result.hpp"

#include <openssl/evp.h>

#include <memory>
#include <string>
#include <string_view>

namespace pay {

// Moved, never copied; OpenSSL wipes the key when it is freed. Threads may sign at the same time.
class JwsKey {
public:
    // A secret as Coinbase's developer platform hands it out: base64 of 64 bytes (Ed25519 seed and
    // public key) or a PEM private key on P-256. Refused, with one sentence that holds nothing of
    // the secret: any other key, and a public half that is not the private one's.
    static base::Result<JwsKey, std::string> parse(std::string_view secret);

    // "EdDSA" or "ES256", for the header's `alg`.
    [[nodiscard]] std::string_view algorithm() const;

    // header.payload.signature, each in base64url. Throws Fault when OpenSSL cannot sign.
    [[nodiscard]] std::string sign(std::string_view header, std::string_view payload) const;

private:
    using Handle = std::unique_ptr<EVP_PKEY, base::Closer<EVP_PKEY_free>>;

    explicit JwsKey(Handle key) : m_key{std::move(key)} {}
    static base::Result<JwsKey, std::string> parse_ed25519(std::string_view base64);
    static base::Result<JwsKey, std::string> parse_p256(std::string_view pem);

    Handle m_key;
};

} // namespace pay
