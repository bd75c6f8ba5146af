// A result is believed when its hash, its seller and the chain agree; a stranger who lies, stalls
// or talks nonsense is told apart from one who says no.
#include "cli/verify_artifact.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/quiet_output.hpp"
#include "support/scripted_http.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;
using cli::Exit;

constexpr const char* k_job = "job_01hxyzabcdefghjkmnpqrstvwx";
constexpr const char* k_service = "https://seller.example/shop";
constexpr const char* k_rpc = "http://127.0.0.1:1/key-in-path";
const std::string k_tx = concat("0x", std::string(64, '7'));
const std::string k_block_hash = concat("0x", std::string(64, '8'));
const std::string k_sender = concat("0x", std::string(40, '9'));

// Canonical, as the service keeps it.
const std::string k_artifact =
    concat(R"({"artifact":"verify/1","completed_at":"2026-11-22T00:00:00.000Z","job_id":")", k_job,
           R"(","large":100000000000000000000,"verdict":"PASS"})");

std::string hash_of(std::string_view text)
{
    return base::to_hex_0x(base::sha256(base::bytes_of(text)));
}

std::string envelope(std::string_view artifact, std::string_view hash, std::string_view anchor)
{
    return concat(R"({"job_id":")", k_job, R"(","status":"complete","artifact":)", artifact,
                  R"(,"result_hash":")", hash, R"(","anchor":)", anchor, "}");
}

std::string quoted_word(std::string_view digits)
{
    return concat("0x", std::string(64 - digits.size(), '0'), digits);
}

class VerifyArtifactTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerifyArtifactTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(what_is_no_result_is_usage);
    CPPUNIT_TEST(everyone_agrees);
    CPPUNIT_TEST(a_changed_result_is_a_mismatch);
    CPPUNIT_TEST(a_seller_who_contradicts_himself_is_a_mismatch);
    CPPUNIT_TEST(a_seller_who_talks_nonsense_is_unreachable);
    CPPUNIT_TEST(a_job_without_a_result_says_why);
    CPPUNIT_TEST(a_hash_that_is_not_on_chain_is_not_yet);
    CPPUNIT_TEST(a_node_that_talks_nonsense_is_unreachable);
    CPPUNIT_TEST(of_several_nodes_each_must_agree);
    CPPUNIT_TEST(a_transaction_counts_when_it_carries_the_hash_and_succeeded);
    CPPUNIT_TEST(the_sender_is_compared_with_the_one_that_is_published);
    CPPUNIT_TEST(a_stamp_of_nobody_knows_whom_is_undecided);
    CPPUNIT_TEST(the_report_as_json);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    support::ScriptedHttp m_http;
    std::string m_out;

    std::string file(std::string_view text)
    {
        auto path = m_folder.file("result.json");
        base::replace_file(path, text, 0644);
        return path;
    }

    Exit check(std::vector<std::string_view> words)
    {
        words.insert(words.end(), {"--rpc", k_rpc});
        const auto plan = cli::plan_proof(words);
        CPPUNIT_ASSERT_MESSAGE(plan ? "" : plan.error(), plan.has_value());
        const support::QuietOutput quiet;
        const Exit exit = cli::verify_artifact(*plan, m_http);
        m_out = concat(quiet.out(), quiet.err());
        return exit;
    }

    Exit check_job() { return check({k_job, "--service", k_service}); }

    [[nodiscard]] bool said(std::string_view text) const
    {
        return m_out.find(text) != std::string::npos;
    }

    void serve(std::string_view artifact, std::string_view hash, std::string_view anchor = "{}")
    {
        m_http.answers[concat(k_service, "/v1/job/", k_job)] = {200,
                                                                envelope(artifact, hash, anchor)};
        m_http.answers["/artifact"] = {200, std::string{artifact}};
    }

    // The endpoint has a transaction from k_sender with that calldata.
    void include(std::string_view input, std::string_view status, std::string_view block_hash)
    {
        m_http.result_json("eth_getTransactionReceipt",
                           concat(R"({"transactionHash":")", k_tx, R"(","blockNumber":"0x10",)",
                                  R"("blockHash":")", block_hash, R"(","status":")", status,
                                  R"(","logs":[]})"));
        m_http.result_json("eth_getTransactionByHash",
                           concat(R"({"hash":")", k_tx, R"(","from":")", k_sender, R"(","to":")",
                                  k_sender, R"(","input":")", input, R"("})"));
    }

public:
    void setUp() override
    {
        serve(k_artifact, hash_of(k_artifact));
        m_http.result("eth_chainId", "0x2105");
        m_http.result_json(
            "eth_getBlockByNumber",
            concat(R"({"number":"0x10","timestamp":"0x69210000","hash":")", k_block_hash, R"("})"));
        m_http.result("eth_call", quoted_word("69210000"));
    }

    void wrong_words_are_usage()
    {
        const std::string url = concat(k_service, "/v1/job/", k_job);
        const std::string_view id = k_job;
        for (const auto& words : std::vector<std::vector<std::string_view>>{
                 {},
                 {"a", "b"},
                 {id},
                 {id, "--service", "seller.example"},
                 {id, "--service", "https://u:p@seller.example"},
                 {id, "--service", "https://seller.example/?a=b"},
                 {"https://seller.example/v1/job/job_1"},
                 {"https://seller.example/"},
                 {url, "--service", k_service},
                 {"file", "--rpc", "ws://node"},
                 {"file", "--rpc", ""},
                 {"file", "--rpc", "http://a,"},
                 {"file", "--rpc", "http://a,http://b,http://c,http://d,http://e,http://f"},
                 {"file", "--tx", "0x12"},
                 {"file", "--chain-id", "0"},
                 {"file", "--chain-id", "base"},
                 {"file", "--contract", "0x12"}})
            CPPUNIT_ASSERT(!cli::plan_proof(words));
        for (const auto& each : {url, concat(url, "/artifact")}) {
            const auto plan = cli::plan_proof(std::vector<std::string_view>{each});
            CPPUNIT_ASSERT(plan && plan->service == k_service);
            CPPUNIT_ASSERT_EQUAL(std::string{k_job}, std::get<value::JobId>(plan->target).text());
        }
    }

    void what_is_no_result_is_usage()
    {
        for (const std::string& text :
             {std::string{}, std::string{"{"}, std::string{"[]"}, std::string{"{}"},
              std::string{R"({"artifact":{}})"}, std::string{R"({"job_id":7})"},
              concat(R"({"job_id":")", k_job, R"(","status":"running"})"),
              concat(R"({"job_id":"x","completed_at":"now"})"),
              concat(R"({"a":1,"a":2,"job_id":")", k_job, R"("})"), std::string{"\xff\xfe"},
              std::string(200, '[')})
            CPPUNIT_ASSERT_MESSAGE(text, check({file(text)}) == Exit::usage);
        CPPUNIT_ASSERT(check({m_folder.file("nowhere")}) == Exit::usage);
        CPPUNIT_ASSERT(check({m_folder.file("")}) == Exit::usage);
        CPPUNIT_ASSERT(check({file(std::string((std::size_t{8} << 20U) + 1, ' '))}) == Exit::usage);
        CPPUNIT_ASSERT(m_http.requests.empty());
    }

    void everyone_agrees()
    {
        CPPUNIT_ASSERT(check_job() == Exit::ok);
        CPPUNIT_ASSERT_MESSAGE(m_out, said(hash_of(k_artifact)) && said("2025-11-2"));
        // A key in the endpoint's path is not shown.
        CPPUNIT_ASSERT(!said("key-in-path"));
        const std::string path = file(k_artifact);
        CPPUNIT_ASSERT(check({path}) == Exit::ok);
        CPPUNIT_ASSERT(said("note: service: was not asked"));
        CPPUNIT_ASSERT(check({path, "--service", k_service}) == Exit::ok);
        // Any way to write it is the same result.
        CPPUNIT_ASSERT(check({file(concat(" ", k_artifact, "\n"))}) == Exit::ok);
        CPPUNIT_ASSERT(said("not in canonical form"));
        CPPUNIT_ASSERT(check({file(envelope(k_artifact, hash_of(k_artifact), "{}"))}) == Exit::ok);
    }

    void a_changed_result_is_a_mismatch()
    {
        std::string changed = k_artifact;
        changed.replace(changed.find("PASS"), 4, "FAIL");
        CPPUNIT_ASSERT(check({file(changed), "--service", k_service}) == Exit::error);
        CPPUNIT_ASSERT(check({file(envelope(changed, hash_of(k_artifact), "{}"))}) == Exit::error);
        // Only the chain was asked, and it does not know the hash.
        m_http.result("eth_call", quoted_word(""));
        CPPUNIT_ASSERT(check({file(changed)}) == Exit::not_yet);
    }

    void a_seller_who_contradicts_himself_is_a_mismatch()
    {
        serve(k_artifact, hash_of("another"));
        CPPUNIT_ASSERT(check_job() == Exit::error);
        serve(k_artifact, "none");
        CPPUNIT_ASSERT(check_job() == Exit::error);
        serve(k_artifact, hash_of(k_artifact));
        m_http.answers["/artifact"] = {200, k_artifact + "\n"};
        CPPUNIT_ASSERT(check_job() == Exit::error);
        std::string of_another = k_artifact;
        of_another.replace(of_another.find("job_01"), 6, "job_02");
        serve(of_another, hash_of(of_another));
        CPPUNIT_ASSERT(check_job() == Exit::error);
        m_http.answers[k_service] = {404, "{}"};
        m_http.answers.erase(concat(k_service, "/v1/job/", k_job));
        CPPUNIT_ASSERT(check_job() == Exit::error);
    }

    void a_seller_who_talks_nonsense_is_unreachable()
    {
        auto& answer = m_http.answers[concat(k_service, "/v1/job/", k_job)];
        for (const std::string& body :
             {std::string{}, std::string{"<html>"}, std::string{"{}"}, k_artifact,
              std::string{R"({"status":"complete","artifact":7})"}, std::string(100'000, '[')}) {
            answer = {200, body};
            CPPUNIT_ASSERT_MESSAGE(body.substr(0, 80), check_job() == Exit::unreachable);
        }
        for (const int status : {301, 302, 308, 429, 500, 503, 204}) {
            answer = {status, "{}"};
            CPPUNIT_ASSERT(check_job() == Exit::unreachable);
        }
        answer = {200, envelope(k_artifact, hash_of(k_artifact), "{}")};
        m_http.answers["/artifact"] = {302, ""};
        CPPUNIT_ASSERT(check_job() == Exit::unreachable);
        m_http.answers.erase("/artifact");
        m_http.answers.erase(concat(k_service, "/v1/job/", k_job));
        CPPUNIT_ASSERT(check_job() == Exit::unreachable);
        for (const net::HttpRequest& each : m_http.requests)
            CPPUNIT_ASSERT(each.total_timeout.count() > 0 && each.response_limit > 0);
    }

    void a_job_without_a_result_says_why()
    {
        auto& answer = m_http.answers[concat(k_service, "/v1/job/", k_job)];
        for (const int status : {202, 402}) {
            answer = {status, "{}"};
            CPPUNIT_ASSERT(check_job() == Exit::not_yet);
        }
        answer = {200, concat(R"({"job_id":")", k_job, R"(","status":"failed"})")};
        CPPUNIT_ASSERT(check_job() == Exit::error && said("it is failed"));
        // Nothing contradicts a result that is kept no longer.
        answer = {410, "{}"};
        CPPUNIT_ASSERT(check_job() == Exit::unreachable && said("a file with it can be checked"));
        // Who has the file does not need a seller with a long memory.
        CPPUNIT_ASSERT(check({file(k_artifact), "--service", k_service}) == Exit::ok);
    }

    void a_hash_that_is_not_on_chain_is_not_yet()
    {
        m_http.result("eth_call", quoted_word(""));
        CPPUNIT_ASSERT(check_job() == Exit::not_yet && said("not yet anchored"));
        m_http.result("eth_call", "0x");
        CPPUNIT_ASSERT(check_job() == Exit::not_yet && said("no contract is at"));
    }

    void a_node_that_talks_nonsense_is_unreachable()
    {
        for (const std::string& text :
             {std::string{"1"}, std::string{"0x1"}, quoted_word("7") + "0",
              concat("0x", std::string(64, 'f')), quoted_word("ffffffffffff")}) {
            m_http.result("eth_call", text);
            CPPUNIT_ASSERT_MESSAGE(text, check_job() == Exit::unreachable);
        }
        m_http.answers["eth_call"] = {
            200, R"({"jsonrpc":"2.0","id":ID,"error":{"code":3,"message":"execution reverted"}})"};
        CPPUNIT_ASSERT(check_job() == Exit::unreachable);
        m_http.result("eth_call", quoted_word("69210000"));
        m_http.result("eth_chainId", "0x1");
        CPPUNIT_ASSERT(check_job() == Exit::unreachable);
        CPPUNIT_ASSERT(check({k_job, "--service", k_service, "--chain-id", "1"}) == Exit::ok);
        m_http.answers.erase("eth_chainId");
        CPPUNIT_ASSERT(check_job() == Exit::unreachable);
    }

    void of_several_nodes_each_must_agree()
    {
        const auto ask_two = [this] {
            const auto plan = cli::plan_proof(std::vector<std::string_view>{
                k_job, "--service", k_service, "--rpc", "http://honest,http://other"});
            const support::QuietOutput quiet;
            const Exit exit = cli::verify_artifact(*plan, m_http);
            m_out = quiet.out();
            return exit;
        };
        CPPUNIT_ASSERT(ask_two() == Exit::ok);
        CPPUNIT_ASSERT(said("the endpoint http://honest") && said("the endpoint http://other"));
        m_http.answers["//other"] = {503, ""};
        CPPUNIT_ASSERT(ask_two() == Exit::unreachable);
    }

    void a_transaction_counts_when_it_carries_the_hash_and_succeeded()
    {
        const std::string carrying = concat("0xe71ff365", hash_of(k_artifact).substr(2));
        const std::vector<std::string_view> words{k_job, "--service", k_service, "--tx", k_tx};
        m_http.result("eth_call", quoted_word(""));
        m_http.result_json("eth_getTransactionReceipt", "null");
        m_http.result_json("eth_getTransactionByHash", "null");
        CPPUNIT_ASSERT(check(words) == Exit::not_yet);
        include(carrying, "0x0", k_block_hash);
        CPPUNIT_ASSERT(check(words) == Exit::not_yet);
        include(carrying, "0x1", k_tx); // of a block that the chain has not
        CPPUNIT_ASSERT(check(words) == Exit::not_yet);
        include("0x1234", "0x1", k_block_hash);
        CPPUNIT_ASSERT(check(words) == Exit::error);
        include(carrying, "0x1", k_block_hash);
        CPPUNIT_ASSERT(check(words) == Exit::ok && said("sent by 0x9"));
        // The envelope may name it as well.
        serve(k_artifact, hash_of(k_artifact), concat(R"({"tx_hash":")", k_tx, R"("})"));
        CPPUNIT_ASSERT(check_job() == Exit::ok);
        CPPUNIT_ASSERT(check({file(k_artifact), "--service", k_service}) == Exit::ok);
    }

    void the_sender_is_compared_with_the_one_that_is_published()
    {
        include(hash_of(k_artifact), "0x1", k_block_hash);
        const std::vector<std::string_view> words{k_job, "--service", k_service, "--tx", k_tx};
        const auto publish = [this](std::string_view provenance) {
            m_http.answers["/.well-known/x402.json"] = {
                200, concat(R"({"provenance":)", provenance, "}")};
        };
        publish(concat(R"({"address":")", k_sender, R"("})"));
        CPPUNIT_ASSERT(check(words) == Exit::ok);
        CPPUNIT_ASSERT_MESSAGE(m_out, said("ok: chain: its sender is the account that"));
        publish(concat(R"({"address":"0x)", std::string(40, '8'), R"("})"));
        CPPUNIT_ASSERT(check(words) == Exit::doubtful && said("\nundecided\n"));
        CPPUNIT_ASSERT_MESSAGE(m_out, said("unproven: chain: its sender is not the account that"));
        // What is wrong counts before it.
        m_http.answers["/artifact"] = {200, k_artifact + "\n"};
        CPPUNIT_ASSERT(check(words) == Exit::error);
        serve(k_artifact, hash_of(k_artifact));
        for (const char* nonsense : {"7", "[]", "{}", R"({"address":7})", R"({"address":"0x12"})",
                                     R"({"address":null})"}) {
            publish(nonsense);
            CPPUNIT_ASSERT(check(words) == Exit::ok);
            CPPUNIT_ASSERT_MESSAGE(nonsense, said("note: service: publishes no account"));
        }
        m_http.answers["/.well-known/x402.json"] = {200, "<html>"};
        CPPUNIT_ASSERT(check(words) == Exit::ok && said("publishes no account"));
        m_http.answers.erase("/.well-known/x402.json");
        CPPUNIT_ASSERT(check(words) == Exit::ok && said("publishes no account"));
    }

    // Anyone may stamp any hash: of a service that says who anchors, its transaction is looked for.
    void a_stamp_of_nobody_knows_whom_is_undecided()
    {
        m_http.answers["/.well-known/x402.json"] = {
            200, concat(R"({"provenance":{"address":")", k_sender, R"("}})")};
        CPPUNIT_ASSERT(check_job() == Exit::doubtful);
        CPPUNIT_ASSERT_MESSAGE(m_out, said("unproven: chain: no transaction of the service's"));
        serve(k_artifact, hash_of(k_artifact), concat(R"({"tx_hash":")", k_tx, R"("})"));
        include(hash_of(k_artifact), "0x1", k_block_hash);
        CPPUNIT_ASSERT(check_job() == Exit::ok);
        // Never stamped and not carried: it may still come.
        serve(k_artifact, hash_of(k_artifact));
        m_http.result("eth_call", quoted_word(""));
        CPPUNIT_ASSERT(check_job() == Exit::not_yet);
    }

    void the_report_as_json()
    {
        CPPUNIT_ASSERT(check({k_job, "--service", k_service, "--json"}) == Exit::ok);
        const auto report = base::json::parse(m_out).value().release();
        const base::json::Ref owner{report};
        CPPUNIT_ASSERT(base::json::text_member(report, "verdict") == "match");
        CPPUNIT_ASSERT(base::json::text_member(report, "result_hash") == hash_of(k_artifact));
        const json_t* steps = base::json::array_member(report, "steps");
        for (std::size_t i = 0; i < json_array_size(steps); ++i)
            CPPUNIT_ASSERT(!base::json::text_member(json_array_get(steps, i), "trusted")->empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerifyArtifactTest);

} // namespace
