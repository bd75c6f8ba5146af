// Certificate authorities and CT logs of our own: certificates with any dates, names and SCTs.
#pragma once

#include "base/clock.hpp"
#include "base/closer.hpp"
#include "base/hex.hpp"

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace support {

using KeyRef = std::unique_ptr<EVP_PKEY, base::Closer<EVP_PKEY_free>>;
using CertificateRef = std::unique_ptr<X509, base::Closer<X509_free>>;

// P-256.
KeyRef make_key();
base::Bytes der_of(const X509& certificate);
std::string pem_of(const X509& certificate);
std::string pem_of(const EVP_PKEY& private_key);
std::string public_pem_of(const EVP_PKEY& key);
// With SHA-256.
std::string signature_of(std::string_view text, EVP_PKEY& private_key);

// Signs certificate timestamps as RFC 6962 has them.
class CtLogSigner {
public:
    CtLogSigner();

    [[nodiscard]] std::string key_base64() const; // SubjectPublicKeyInfo
    [[nodiscard]] std::string id_base64() const;
    // One serialized SCT. `signed_entry`: entry type and what follows it (section 3.2).
    [[nodiscard]] base::Bytes sign(base::ByteView signed_entry, base::Instant timestamp) const;
    // For the certificate as it is, to be sent beside it.
    [[nodiscard]] base::Bytes sign_certificate(const X509& leaf, base::Instant timestamp) const;

private:
    KeyRef m_key;
    base::Bytes m_key_der;
};

struct EmbeddedSct {
    const CtLogSigner* log = nullptr;
    base::Instant timestamp;
    bool is_forged = false; // the signature is of another timestamp
};

struct LeafRequest {
    std::vector<std::string> names; // the first is the subject's too
    base::Instant not_before;
    base::Instant not_after;
    std::vector<EmbeddedSct> scts;
    base::Bytes raw_sct_list; // used as it is when not empty
};

class Authority {
public:
    // Valid from 2010 to 2050.
    explicit Authority(const std::string& common_name);

    [[nodiscard]] const X509& certificate() const { return *m_certificate; }
    [[nodiscard]] const EVP_PKEY& key() const { return *m_key; }
    [[nodiscard]] CertificateRef issue(const LeafRequest& request, EVP_PKEY& key) const;
    // An OCSP response in DER about one of its own, valid from a day ago for `days`.
    [[nodiscard]] std::string staple(const X509& leaf, bool is_revoked, int days = 3) const;

private:
    KeyRef m_key;
    CertificateRef m_certificate;
};

} // namespace support
