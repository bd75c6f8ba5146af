// A certificate as a server may show it: its names, dates and key, and the SCTs in it and beside
// it. The first two bytes say how much of the input is the certificate; the rest is an SCT.
#include "forensics/ct/sct_evaluation.hpp"

#include <cstdlib>

namespace {

using namespace forensics;

// A list with one log, whose key is of no consequence: no input can be signed by it.
const CtLogList& one_log()
{
    static const CtLogList s_list = [] {
        CtLog log;
        const auto key =
            base::from_hex("3059301306072a8648ce3d020106082a8648ce3d03010703420004"
                           "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                           "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
        log.key_der = *key;
        log.id = base::sha256(log.key_der);
        log.state = CtLogState::usable;
        return CtLogList{"1", base::Instant{}, {log}};
    }();
    return s_list;
}

void look_at(const X509& certificate)
{
    static_cast<void>(validity_of(certificate));
    static_cast<void>(key_digest_of(certificate));
    for (const X509_NAME* name :
         {X509_get_subject_name(&certificate), X509_get_issuer_name(&certificate)}) {
        for (const char c : text_of_name(name))
            if (c < ' ' || c > '~') std::abort();
        static_cast<void>(words_of_name(name));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const SctEvaluator s_evaluator{one_log()};
    if (size < 2) return 0;
    const base::ByteView input{data + 2, size - 2};
    const std::size_t split = std::min(input.size(), std::size_t{data[0]} << 8U | data[1]);
    const base::ByteView der = input.first(split);
    const base::ByteView sct = input.subspan(split);
    if (const X509Ref certificate = parse_certificate(der)) look_at(*certificate);
    const std::vector<ReceivedSct> received{{SctSource::tls_extension, {sct.begin(), sct.end()}}};
    const auto evaluation = s_evaluator.evaluate({der, der, &received}, base::Instant{});
    if (!evaluation) return 0;
    if (evaluation->scts.empty() || evaluation->scts.size() > k_max_scts) std::abort();
    if (evaluation->policy.embedded.logs + evaluation->policy.delivered.logs >
        evaluation->scts.size())
        std::abort();
    return 0;
}
