// What a certificate chain leads to: a root that all systems trust, one that only this host trusts,
// or none.
#pragma once

#include "forensics/check/reason.hpp"
#include "forensics/tls/x509.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

enum class TlsClass {
    is_public,        // valid, by a root of the public set
    local_root,       // valid only by what was added to this host's store
    untrusted,        // self-signed, or an unknown issuer
    name_mismatch,    // valid and public, but for another name
    name_not_judged,  // the same of an address a buyer names: it was promised none
    expired,          // public, but for the dates
    handshake_failed, // the server spoke, but there was no certificate to judge
    unreachable,
    not_tried, // no address is known, or there is no way there from here
};
Reason to_text(TlsClass kind);
// There was a certificate to judge.
bool has_handshake(TlsClass kind);

struct ChainVerdict {
    TlsClass kind = TlsClass::untrusted;
    bool has_public_root = false;            // whatever name and dates are
    std::string error;                       // OpenSSL's words, empty when there is none
    std::vector<std::string> verified_der;   // leaf to root where a root was found
    std::optional<base::Sha256> root_digest; // SHA-256 of that root
};

// The roots in a PEM file. Immutable, safe for any number of threads.
class RootStore {
public:
    // Reads at most 4 MiB. Throws Fault when the file cannot be read or holds no certificate.
    explicit RootStore(const std::string& pem_path);

    [[nodiscard]] X509_STORE& store() const { return *m_store; }

private:
    std::unique_ptr<X509_STORE, base::Closer<X509_STORE_free>> m_store;
};

// `host`: a name or an address, as it was asked for. `chain_der`: leaf first, as the server sent
// it.
ChainVerdict judge_chain(const RootStore& system_roots, const RootStore& public_roots,
                         std::span<const std::string> chain_der, const std::string& host,
                         base::Instant now);

} // namespace forensics
