#include "forensics/tls/trust.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "net/ip_address.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace forensics {

namespace {

using VerificationRef = std::unique_ptr<X509_STORE_CTX, base::Closer<X509_STORE_CTX_free>>;

constexpr std::size_t k_max_store_bytes = std::size_t{4} << 20U;

struct Question {
    const X509_STORE* store = nullptr;
    X509* leaf = nullptr;
    STACK_OF(X509) * others = nullptr;
    base::Instant now;
    const std::string* host = nullptr; // nullptr: any name is right
    bool ignores_dates = false;
};

struct Answer {
    int error = X509_V_ERR_UNSPECIFIED;
    std::vector<std::string> verified_der;
    std::optional<base::Sha256> root_digest;

    [[nodiscard]] bool is_good() const { return error == X509_V_OK; }
};

std::string der_of(const X509* certificate)
{
    std::string der(static_cast<std::size_t>(std::max(i2d_X509(certificate, nullptr), 0)), '\0');
    auto* at = reinterpret_cast<unsigned char*>(der.data());
    if (der.empty() || i2d_X509(certificate, &at) <= 0) return {};
    return der;
}

void set_rules(X509_STORE_CTX& verification, const Question& question)
{
    X509_VERIFY_PARAM* const rules = X509_STORE_CTX_get0_param(&verification); // borrowed
    // A server's, by its purpose; and a leaf a user has put into a store is not a root.
    bool is_set = X509_VERIFY_PARAM_set_purpose(rules, X509_PURPOSE_SSL_SERVER) == 1;
    if (question.ignores_dates)
        is_set &= X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_NO_CHECK_TIME) == 1;
    else // a time to check at would win over that flag
        X509_VERIFY_PARAM_set_time(rules, base::to_ms(question.now) / 1000);
    if (question.host != nullptr) {
        const std::string& host = *question.host;
        is_set &= net::IpAddress::parse(host)
                      ? X509_VERIFY_PARAM_set1_ip_asc(rules, host.c_str()) == 1
                      : X509_VERIFY_PARAM_set1_host(rules, host.data(), host.size()) == 1;
    }
    if (!is_set) throw base::Fault{"OpenSSL refuses a rule of verification"};
}

Answer ask(const Question& question)
{
    const VerificationRef verification{X509_STORE_CTX_new()};
    // OpenSSL wants a mutable store although it only reads (it locks it for that).
    auto* const store = const_cast<X509_STORE*>(question.store);
    if (!verification ||
        X509_STORE_CTX_init(verification.get(), store, question.leaf, question.others) != 1)
        throw base::Fault{"no memory for a verification"};
    set_rules(*verification, question);
    const bool is_good = X509_verify_cert(verification.get()) == 1;
    ERR_clear_error();
    Answer answer{.error = X509_STORE_CTX_get_error(verification.get()),
                  .verified_der = {},
                  .root_digest = {}};
    if (!is_good) return answer;
    answer.error = X509_V_OK;
    STACK_OF(X509)* const chain = X509_STORE_CTX_get0_chain(verification.get()); // borrowed
    for (int i = 0; i < sk_X509_num(chain); ++i)
        answer.verified_der.push_back(der_of(sk_X509_value(chain, i)));
    answer.root_digest = base::sha256(base::bytes_of(answer.verified_der.back()));
    return answer;
}

void take(ChainVerdict& verdict, Answer answer)
{
    verdict.verified_der = std::move(answer.verified_der);
    verdict.root_digest = answer.root_digest;
}

// What a chain that leads to a public root is short of: nothing, the name, or valid dates.
void judge_public(ChainVerdict& verdict, Question question, const std::string& host)
{
    verdict.has_public_root = true;
    question.host = &host;
    question.ignores_dates = false;
    const Answer strict = ask(question);
    question.ignores_dates = true;
    const Answer dateless = ask(question);
    verdict.error = X509_verify_cert_error_string(strict.error);
    if (strict.is_good()) verdict.error.clear();
    verdict.kind = strict.is_good()     ? TlsClass::is_public
                   : dateless.is_good() ? TlsClass::expired
                                        : TlsClass::name_mismatch;
}

} // namespace

Reason to_text(TlsClass kind)
{
    switch (kind) {
    case TlsClass::is_public: return "public";
    case TlsClass::local_root: return "local_root";
    case TlsClass::untrusted: return "untrusted";
    case TlsClass::name_mismatch: return "name_mismatch";
    case TlsClass::name_not_judged: return "name_not_judged";
    case TlsClass::expired: return "expired";
    case TlsClass::handshake_failed: return "handshake_failed";
    case TlsClass::unreachable: return "unreachable";
    case TlsClass::not_tried: return "not_tried";
    }
    __builtin_unreachable();
}

bool has_handshake(TlsClass kind)
{
    return kind != TlsClass::handshake_failed && kind != TlsClass::unreachable &&
           kind != TlsClass::not_tried;
}

RootStore::RootStore(const std::string& pem_path) : m_store{X509_STORE_new()}
{
    const std::string pem = base::read_file(pem_path, k_max_store_bytes);
    const std::unique_ptr<BIO, base::Closer<BIO_free>> in{
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
    if (!m_store || !in) throw base::Fault{"no memory for a trust store"};
    std::size_t roots = 0;
    while (const X509Ref root{PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr)}) {
        if (X509_STORE_add_cert(m_store.get(), root.get()) != 1)
            throw base::Fault{"OpenSSL refuses a root of " + pem_path};
        ++roots;
    }
    ERR_clear_error(); // the end of the file
    if (roots == 0) throw base::Fault{base::concat("no certificate in ", pem_path)};
}

ChainVerdict judge_chain(const RootStore& system_roots, const RootStore& public_roots,
                         std::span<const std::string> chain_der, const std::string& host,
                         base::Instant now)
{
    ChainVerdict verdict;
    const X509Ref leaf =
        chain_der.empty() ? X509Ref{} : parse_certificate(base::bytes_of(chain_der[0]));
    if (!leaf) {
        verdict.error = "no certificate";
        return verdict;
    }
    const X509StackRef others = stack_of(chain_der.subspan(1));
    Question question{.store = &public_roots.store(),
                      .leaf = leaf.get(),
                      .others = others.get(),
                      .now = now,
                      .host = {}, // any
                      .ignores_dates = true};
    Answer by_public = ask(question);
    if (by_public.is_good()) {
        take(verdict, std::move(by_public));
        judge_public(verdict, question, host);
        return verdict;
    }
    verdict.error = X509_verify_cert_error_string(by_public.error);
    // A wrong name or date does not make the owner of a root that was installed here any better.
    question.store = &system_roots.store();
    Answer by_system = ask(question);
    if (by_system.is_good()) {
        verdict.kind = TlsClass::local_root;
        take(verdict, std::move(by_system));
    }
    return verdict;
}

} // namespace forensics
