// What is known beforehand of hosts of the basket: keys, issuers, TLS versions. Advice, each with
// an end: servers change all of it without asking, so that no pin decides alone.
#pragma once

#include "base/clock.hpp"
#include "base/sha256.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

inline constexpr std::size_t k_max_pins_bytes = std::size_t{64} << 10U;

enum class TlsVersion { tls_1_0, tls_1_1, tls_1_2, tls_1_3 };

// By OpenSSL's names, "TLSv1" to "TLSv1.3"; nullopt for any other.
std::optional<TlsVersion> tls_version_of(std::string_view name);

enum class PinMatch {
    unknown,     // nothing is known of the host's key and issuer
    as_pinned,   // a key that is known; or its issuer, when that is all that is known
    key_differs, // by an issuer that is known, or none is
    all_differs, // neither key nor issuer is known
};

std::string_view to_text(PinMatch match);

struct Pin {
    std::vector<base::Sha256> key_digests; // of SubjectPublicKeyInfo
    std::vector<std::string> issuers;      // organizations or common names, as they are written
    std::optional<TlsVersion> least_version;
    base::Instant expires; // no longer advice from here on

    // `issuer_words`: of the issuer's name in the leaf (words_of_name).
    [[nodiscard]] PinMatch match(const base::Sha256& key_digest,
                                 std::span<const std::string> issuer_words) const;
};

class Pins {
public:
    // {"schema_version": 1, "hosts": [{"host": .., "expires": RFC 3339, "spki_sha256": [hex],
    // "issuers": [text], "least_version": "TLSv1.3"}]}. An entry that cannot be read whole is left
    // out; nullopt when the text is not such a list. At most 256 hosts, 16 keys and 16 issuers
    // each.
    static std::optional<Pins> parse(std::string_view text);

    // nullptr: nothing is known of `host` that is still advice at `now`.
    [[nodiscard]] const Pin* find(const std::string& host, base::Instant now) const;

private:
    std::map<std::string, Pin> m_by_host;
};

} // namespace forensics
