#include "forensics/tls/revocation.hpp"

#include <openssl/err.h>
#include <openssl/ocsp.h>

#include <memory>

namespace forensics {

namespace {

using ResponseRef = std::unique_ptr<OCSP_RESPONSE, base::Closer<OCSP_RESPONSE_free>>;
using BasicRef = std::unique_ptr<OCSP_BASICRESP, base::Closer<OCSP_BASICRESP_free>>;
using IdRef = std::unique_ptr<OCSP_CERTID, base::Closer<OCSP_CERTID_free>>;

constexpr std::chrono::minutes k_skew{5};

BasicRef basic_response_of(const std::string& der)
{
    const auto* at = reinterpret_cast<const unsigned char*>(der.data());
    const ResponseRef response{d2i_OCSP_RESPONSE(nullptr, &at, static_cast<long>(der.size()))};
    if (!response || OCSP_response_status(response.get()) != OCSP_RESPONSE_STATUS_SUCCESSFUL)
        return {};
    return BasicRef{OCSP_response_get1_basic(response.get())};
}

// The answer about `leaf`, whatever digest the CA has named it by; borrowed.
OCSP_SINGLERESP* answer_about(OCSP_BASICRESP& basic, const X509& leaf, const X509& issuer)
{
    for (int i = 0; i < OCSP_resp_count(&basic); ++i) {
        OCSP_SINGLERESP* const single = OCSP_resp_get0(&basic, i);
        // OpenSSL wants it mutable although it only reads.
        auto* const named = const_cast<OCSP_CERTID*>(OCSP_SINGLERESP_get0_id(single));
        ASN1_OBJECT* digest = nullptr; // borrowed
        if (OCSP_id_get0_info(nullptr, &digest, nullptr, nullptr, named) != 1) continue;
        const EVP_MD* const kind = EVP_get_digestbyobj(digest);
        if (kind == nullptr) continue;
        const IdRef ours{OCSP_cert_to_id(kind, &leaf, &issuer)};
        if (ours && OCSP_id_cmp(ours.get(), named) == 0) return single;
    }
    return nullptr;
}

bool is_signed_by_ca(OCSP_BASICRESP& basic, STACK_OF(X509) & chain, const RootStore& roots)
{
    return OCSP_basic_verify(&basic, &chain, &roots.store(), 0) == 1;
}

// A word that names no next update is out of date: there is always newer word to be had.
bool is_in_date(const ASN1_GENERALIZEDTIME* from, const ASN1_GENERALIZEDTIME* until,
                base::Instant now)
{
    if (from == nullptr || until == nullptr) return false;
    std::time_t latest = std::chrono::system_clock::to_time_t(now + k_skew);
    std::time_t earliest = std::chrono::system_clock::to_time_t(now - k_skew);
    return X509_cmp_time(from, &latest) < 0 && X509_cmp_time(until, &earliest) > 0;
}

} // namespace

std::string_view to_text(Revocation revocation)
{
    switch (revocation) {
    case Revocation::not_stapled: return "not_stapled";
    case Revocation::good: return "good";
    case Revocation::revoked: return "revoked";
    case Revocation::unusable: return "unusable";
    }
    __builtin_unreachable();
}

Revocation judge_staple(const std::string& response_der, std::span<const std::string> chain_der,
                        const RootStore& roots, base::Instant now)
{
    if (response_der.empty()) return Revocation::not_stapled;
    const BasicRef basic = basic_response_of(response_der);
    const X509StackRef chain = stack_of(chain_der);
    ERR_clear_error();
    if (!basic || sk_X509_num(chain.get()) < 2) return Revocation::unusable;
    OCSP_SINGLERESP* const answer =
        answer_about(*basic, *sk_X509_value(chain.get(), 0), *sk_X509_value(chain.get(), 1));
    const bool is_signed = answer != nullptr && is_signed_by_ca(*basic, *chain, roots);
    ERR_clear_error();
    if (!is_signed) return Revocation::unusable;
    ASN1_GENERALIZEDTIME* from = nullptr; // borrowed
    ASN1_GENERALIZEDTIME* until = nullptr;
    const int status = OCSP_single_get0_status(answer, nullptr, nullptr, &from, &until);
    if (status == V_OCSP_CERTSTATUS_REVOKED) return Revocation::revoked;
    const bool is_good = status == V_OCSP_CERTSTATUS_GOOD && is_in_date(from, until, now);
    return is_good ? Revocation::good : Revocation::unusable;
}

} // namespace forensics
