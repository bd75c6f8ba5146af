// What a server staples to its certificate about its revocation (RFC 6066, section 8; RFC 6960).
#pragma once

#include "base/clock.hpp"
#include "forensics/tls/trust.hpp"

#include <span>
#include <string>
#include <string_view>

namespace forensics {

enum class Revocation {
    not_stapled,
    good,
    revoked,  // by the CA's own word, which it cannot take back
    unusable, // not to be read, of another certificate, out of date, or not signed by the CA
};
// "not_stapled", "good", "revoked", "unusable".
std::string_view to_text(Revocation revocation);

// `response_der`: as it was stapled; empty: nothing was. `chain_der`: verified, leaf to root, that
// root one of `roots`.
Revocation judge_staple(const std::string& response_der, std::span<const std::string> chain_der,
                        const RootStore& roots, base::Instant now);

} // namespace forensics
