// A chain as a server may show it, judged against a public root and one that only this host has.
// The first byte chooses the host that was asked and the time; certificates in DER follow, one
// after the other, and whatever is left is one more.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "forensics/tls/trust.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace {

using namespace forensics;

// Their keys are lost: nothing but the seeds can be signed by them.
constexpr std::string_view k_public_root =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBejCCAR+gAwIBAgIUZFWunzSZ7WFkW15p+Qt8dw8X77wwCgYIKoZIzj0EAwIw\n"
    "ETEPMA0GA1UEAwwGcHVibGljMCAXDTI2MTEyMjA3MDcyMVoYDzIxMjYxMDI5MDcw\n"
    "NzIxWjARMQ8wDQYDVQQDDAZwdWJsaWMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC\n"
    "AARqB7K1oMgrV5yvVsJlzYwlUiD1JP37fqbvlf7J1hd94sx0xZ3GD8KUbFfxtfsT\n"
    "o+cBC1WKIWK6D/BMm0ETQKepo1MwUTAdBgNVHQ4EFgQUK1LMLLpH8uf0vab8M1uM\n"
    "RSKkG6IwHwYDVR0jBBgwFoAUK1LMLLpH8uf0vab8M1uMRSKkG6IwDwYDVR0TAQH/\n"
    "BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA4wzBVdfjaIrbZQ2z3Odb6eVeA16K\n"
    "/7I9XlITcdyYJTUCIQDRuIr75wmq1J319zNZ1vZ7MijHFKFKtem7T2vnk3xLYQ==\n"
    "-----END CERTIFICATE-----\n";
constexpr std::string_view k_local_root =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBeDCCAR2gAwIBAgIUWoEezVKnXP31ersBgCe8ODE8MMIwCgYIKoZIzj0EAwIw\n"
    "EDEOMAwGA1UEAwwFbG9jYWwwIBcNMjYxMTIyMDcwNzIxWhgPMjEyNjEwMjkwNzA3\n"
    "MjFaMBAxDjAMBgNVBAMMBWxvY2FsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n"
    "rmEqtXrLSfcsAI3y4MVtsT4E+/pIFlsl/hopsopTbi1DFiq3U+lvhgIljB2/DLxC\n"
    "BVUvzhP9KD9j006Uy0vF6qNTMFEwHQYDVR0OBBYEFG1PoXXL4goxDbKPB9/klY+f\n"
    "kavsMB8GA1UdIwQYMBaAFG1PoXXL4goxDbKPB9/klY+fkavsMA8GA1UdEwEB/wQF\n"
    "MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAOfjDOAcK8eMUnyjESvw9DN8jyfTzlTQ\n"
    "kD4D1D45TeNBAiEAx826NOokR2lB3yGUO2H8q4pFDykGKncPpt/iW1V8jU8=\n"
    "-----END CERTIFICATE-----\n";

constexpr const char* k_hosts[] = {"a.example", "9.9.9.9", "2001:db8::1", "x.b.example"};
constexpr std::uint8_t k_host_bits = 3;
constexpr std::uint8_t k_long_ago_bit = 4;
constexpr auto k_in_2030 = base::instant_from_ms(1'900'000'000'000);
constexpr std::size_t k_most_certificates = 8;

void require(bool holds)
{
    if (!holds) std::abort();
}

RootStore store_of(const std::string& pem)
{
    const base::Fd file{::memfd_create("roots", MFD_CLOEXEC)};
    if (::write(file.get(), pem.data(), pem.size()) != static_cast<ssize_t>(pem.size()))
        throw base::Fault::from_errno("memfd");
    return RootStore{base::concat("/proc/self/fd/", file.get())};
}

// A SEQUENCE whose length takes two bytes, as that of nearly every certificate does.
std::size_t length_of_first(std::string_view text)
{
    constexpr std::size_t k_header = 4;
    if (text.size() < k_header || !text.starts_with("\x30\x82")) return text.size();
    const std::size_t high = static_cast<std::uint8_t>(text[2]);
    const std::size_t low = static_cast<std::uint8_t>(text[3]);
    return std::min(text.size(), k_header + (high << 8U) + low);
}

std::vector<std::string> chain_of(std::string_view text)
{
    std::vector<std::string> out;
    while (!text.empty() && out.size() < k_most_certificates) {
        const std::size_t length = length_of_first(text);
        out.emplace_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return out;
}

base::Sha256 digest_of_root(const RootStore& store)
{
    const std::unique_ptr<STACK_OF(X509), decltype([](STACK_OF(X509) * each) {
                              sk_X509_pop_free(each, X509_free);
                          })>
        roots{X509_STORE_get1_all_certs(&store.store())};
    base::Sha256 out{};
    unsigned size = 0;
    require(X509_digest(sk_X509_value(roots.get(), 0), EVP_sha256(), out.data(), &size) == 1);
    return out;
}

struct Stores {
    RootStore local = store_of(std::string{k_local_root});
    RootStore everyones = store_of(std::string{k_public_root});
    base::Sha256 local_digest = digest_of_root(local);
    base::Sha256 public_digest = digest_of_root(everyones);
};

void check(const ChainVerdict& verdict, const Stores& stores)
{
    const bool has_root = verdict.root_digest.has_value();
    require(has_root == !verdict.verified_der.empty());
    require(verdict.error.empty() == (verdict.kind == TlsClass::is_public));
    switch (verdict.kind) {
    case TlsClass::is_public:
    case TlsClass::name_mismatch:
    case TlsClass::expired:
        require(verdict.has_public_root && verdict.root_digest == stores.public_digest);
        break;
    case TlsClass::local_root:
        require(!verdict.has_public_root && verdict.root_digest == stores.local_digest);
        break;
    case TlsClass::untrusted: require(!verdict.has_public_root && !has_root); break;
    case TlsClass::name_not_judged: std::abort(); // that depends on who has named the host
    case TlsClass::handshake_failed:
    case TlsClass::unreachable:
    case TlsClass::not_tried: std::abort(); // there was a handshake
    }
    for (const std::string& der : verdict.verified_der)
        require(parse_certificate(base::bytes_of(der)) != nullptr);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Stores s_stores;
    if (size == 0) return 0;
    const auto chain = chain_of(base::text_of(base::ByteView{data + 1, size - 1}));
    const std::string host = k_hosts[data[0] & k_host_bits];
    const bool is_long_ago = (data[0] & k_long_ago_bit) != 0;
    const base::Instant now = is_long_ago ? base::Instant{} : k_in_2030;
    const auto judge = [&] {
        return judge_chain(s_stores.local, s_stores.everyones, chain, host, now);
    };
    const ChainVerdict verdict = judge();
    check(verdict, s_stores);
    // None was certified then.
    require(!is_long_ago || verdict.kind != TlsClass::is_public);
    // What one chain leaves behind in OpenSSL must not decide the next.
    require(judge().kind == verdict.kind);
    return 0;
}
