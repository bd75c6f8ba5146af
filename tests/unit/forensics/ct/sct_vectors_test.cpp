// Certificates and SCTs of real logs, with what an independent implementation says of each. Only
// where the developers' collection of them is at hand; the same rules are tested on our own logs
// elsewhere.
#include "forensics/ct/sct_evaluation.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "support/ct_logs.hpp"

#include <cppunit/extensions/HelperMacros.h>
#include <openssl/pem.h>

namespace {

using namespace forensics;
namespace json = base::json;

constexpr std::size_t k_max_file = 1U << 20U;

class SctVectorsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SctVectorsTest);
    CPPUNIT_TEST(each_sct_verifies_to_what_it_says);
    CPPUNIT_TEST(broken_lists_and_algorithms_are_no_forgeries);
    CPPUNIT_TEST_SUITE_END();

    static std::string content_of(const std::string& name)
    {
        return base::read_file(*support::ct_vector(name), k_max_file);
    }

    static std::vector<base::Bytes> certificates_of(const std::string& name)
    {
        const std::string pem = content_of(name);
        std::unique_ptr<BIO, base::Closer<BIO_free>> in{
            BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
        std::vector<base::Bytes> certificates;
        while (const X509Ref each{PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr)})
            certificates.push_back(support::der_of(*each));
        return certificates;
    }

    // Every log of every list, in use and without an interval, and the test log whose key is a
    // file.
    static CtLogList all_logs()
    {
        std::vector<CtLog> logs;
        for (const char* name : {"appmattus/log_list_80.14.json", "appmattus/old_log_list.json",
                                 "appmattus/old_log_list_tiled_logs.json",
                                 "appmattus/old_log_list_valid_until.json", "ctgo/loglist3.json"}) {
            const auto list = parse_ct_log_list(content_of(name));
            for (CtLog log : list->logs()) {
                log.state = CtLogState::usable;
                log.interval.reset();
                logs.push_back(std::move(log));
            }
        }
        const std::string pem = content_of("appmattus/ct-server-key-public.pem");
        const auto begin = pem.find('\n');
        std::string base64 = pem.substr(begin, pem.find("-----END") - begin);
        std::erase(base64, '\n');
        const std::string key = *base::from_base64(base64);
        CtLog test_log;
        test_log.key_der.assign(key.begin(), key.end());
        test_log.id = base::sha256(test_log.key_der);
        test_log.state = CtLogState::usable;
        logs.push_back(std::move(test_log));
        return {"all", base::Instant{}, std::move(logs)};
    }

    static std::string class_by(std::string_view status)
    {
        return std::string{status == "invalid_signature" ? "bad_signature" : status};
    }

    // As the collection counts: forged and unknown go before what cannot be verified.
    static void check_file(const SctEvaluator& evaluator, const std::string& file,
                           const json_t* expected_view)
    {
        const auto chain = certificates_of(file);
        const auto issuer_file = json::text_member(expected_view, "issuer");
        base::Bytes issuer;
        if (issuer_file && issuer_file->ends_with(".pem"))
            issuer = certificates_of(std::string{*issuer_file})[0];
        else if (issuer_file)
            issuer = chain[1];
        const auto now = base::from_rfc3339("2026-06-01T00:00:00Z");
        const auto evaluation = evaluator.evaluate({chain[0], issuer}, *now);
        CPPUNIT_ASSERT_MESSAGE(file, evaluation && !evaluation->is_list_malformed);
        const json_t* scts_view = json::array_member(expected_view, "scts");
        CPPUNIT_ASSERT_EQUAL_MESSAGE(file, json_array_size(scts_view), evaluation->scts.size());
        for (std::size_t i = 0; i < evaluation->scts.size(); ++i) {
            const JudgedSct& sct = evaluation->scts[i];
            const json_t* each_view = json_array_get(scts_view, i);
            const std::string log_id{*json::text_member(each_view, "log_id")};
            CPPUNIT_ASSERT_EQUAL_MESSAGE(file, log_id, base::to_base64(*sct.log_id));
            CPPUNIT_ASSERT_MESSAGE(file, base::from_rfc3339(*json::text_member(
                                             each_view, "timestamp")) == sct.timestamp);
            // Without the issuer the collection does not say whether a log is known.
            if (issuer.empty() && sct.kind == SctClass::unknown_log) continue;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(file, class_by(*json::text_member(each_view, "status")),
                                         std::string{to_text(sct.kind)});
        }
    }

public:
    void each_sct_verifies_to_what_it_says()
    {
        if (!support::ct_vector("expected-scts.json")) return;
        const auto expected = json::parse(content_of("expected-scts.json"));
        const CtLogList list = all_logs();
        const SctEvaluator evaluator{list};
        std::size_t files = 0;
        json::for_each_member(expected->get(), [&](std::string_view file, const json_t* each_view) {
            check_file(evaluator, std::string{file}, each_view);
            ++files;
        });
        CPPUNIT_ASSERT(files >= 13);
    }

    void broken_lists_and_algorithms_are_no_forgeries()
    {
        if (!support::ct_vector("expected-scts.json")) return;
        const CtLogList list = all_logs();
        const SctEvaluator evaluator{list};
        for (const char* name :
             {"pyca/badssl-sct-anonymous-sig.der", "pyca/badssl-sct-none-hash.der",
              "pyca/invalid-sct-length.der", "pyca/invalid-sct-version.der"}) {
            const std::string der = content_of(name);
            const auto evaluation = evaluator.evaluate({base::bytes_of(der), {}}, base::Instant{});
            CPPUNIT_ASSERT_MESSAGE(name, evaluation);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, std::size_t{0},
                                         evaluation->count(SctClass::bad_signature));
            CPPUNIT_ASSERT_MESSAGE(name, evaluation->is_list_malformed ||
                                             evaluation->count(SctClass::unverifiable) ==
                                                 evaluation->scts.size());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SctVectorsTest);

} // namespace
