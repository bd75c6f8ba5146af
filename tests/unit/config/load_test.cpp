// The operator's file: every mistake at once, with its place and the nearest right word.
#include "config/load.hpp"

#include "base/concat.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <filesystem>

namespace {

using support::k_sample_toml;
using support::try_config;

std::string problems_of(std::string_view toml)
{
    const auto loaded = try_config(toml);
    std::string out;
    if (!loaded)
        for (const auto& problem : loaded.error()) out += problem.text() + '\n';
    return out;
}

class ConfigLoadTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConfigLoadTest);
    CPPUNIT_TEST(unknown_keys_get_the_nearest_known_one);
    CPPUNIT_TEST(all_mistakes_are_named_at_once_in_order);
    CPPUNIT_TEST(wrong_types_are_refused_for_every_key);
    CPPUNIT_TEST(values_out_of_bounds_are_refused);
    CPPUNIT_TEST(missing_required_keys_are_named);
    CPPUNIT_TEST(garbage_is_a_problem_with_a_place);
    CPPUNIT_TEST(a_file_too_large_or_absent_is_a_problem);
    CPPUNIT_TEST(terminal_controls_never_come_back);
    CPPUNIT_TEST(retention_has_bounds);
    CPPUNIT_TEST(anchoring_has_bounds);
    CPPUNIT_TEST(chain_reading_has_bounds);
    CPPUNIT_TEST(mistyped_addresses_are_refused);
    CPPUNIT_TEST(http_origins_are_for_development);
    CPPUNIT_TEST(a_bearer_needs_a_credential_and_tls);
    CPPUNIT_TEST(cdp_needs_key_credential_and_tls);
    CPPUNIT_TEST(a_cdp_key_without_cdp_is_refused);
    CPPUNIT_TEST(defaults_are_those_of_the_specification);
    CPPUNIT_TEST(given_values_arrive);
    CPPUNIT_TEST_SUITE_END();

    static void assert_holds(const std::string& text, std::string_view part)
    {
        CPPUNIT_ASSERT_MESSAGE(base::concat("no \"", part, "\" in: ", text),
                               text.find(part) != std::string::npos);
    }

    static std::string with(std::string_view more) { return base::concat(k_sample_toml, more); }

    // One line of [service], [payment] ... in a file of its own, beside what is required.
    static std::string problems_with_line(std::string_view section, std::string_view line)
    {
        std::string toml{k_sample_toml};
        const auto header = base::concat('[', section, "]\n");
        const auto at = toml.find(header);
        if (at == std::string::npos) return problems_of(toml + header + std::string{line} + '\n');
        toml.insert(at + header.size(), std::string{line} + '\n');
        return problems_of(toml);
    }

public:
    void unknown_keys_get_the_nearest_known_one()
    {
        assert_holds(problems_of(with("[logs]\nlevel = \"info\"\n")), "did you mean log?");
        assert_holds(problems_with_line("log", "levle = \"info\""), "did you mean log.level?");
        // Less than a cent is dust, which pays for nothing.
        assert_holds(problems_with_line("prices", "verify_basic = \"0.009999\""),
                     "between \"0.01\" and \"100000.00\"");
        assert_holds(problems_with_line("prices", "verify_basik = \"1.00\""),
                     "unknown key prices.verify_basik; did you mean prices.verify_basic?");
        assert_holds(problems_with_line("sla", "zzzzzzzzzzzzzz = \"1s\""),
                     "unknown key sla.zzzzzzzzzzzzzz\n");
        assert_holds(problems_of(with("").insert(0, "listen = \"x\"\n")), "unknown section or key");
    }

    void all_mistakes_are_named_at_once_in_order()
    {
        const auto text = problems_of("[service]\n"
                                      "base_url = \"https://assay.example/\"\n"
                                      "nmae = \"Assay\"\n"
                                      "[http]\n"
                                      "fast_threads = \"8\"\n"
                                      "poll_wait_max = \"26s\"\n"
                                      "[payment]\n"
                                      "pay_to = \"0x12\"\n");
        const auto at = [&](std::string_view part) {
            assert_holds(text, part);
            return text.find(part);
        };
        const std::size_t places[] = {
            at("assay.toml:2:12: service.base_url"),
            at("assay.toml:3:1: unknown key service.nmae; did you mean service.name?"),
            at("assay.toml:5:16: http.fast_threads must be a whole number from 1 to 256"),
            at("assay.toml:6:17: http.poll_wait_max"),
            at("assay.toml:7:1: payment.rpc_urls is required"),
            at("assay.toml:8:10: payment.pay_to")};
        CPPUNIT_ASSERT(std::is_sorted(std::begin(places), std::end(places)));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{6}, std::count(text.begin(), text.end(), '\n'));
    }

    void wrong_types_are_refused_for_every_key()
    {
        const config::OptionTable table{catalog_rows()};
        for (const auto& option : table.rows()) {
            for (const char* value :
                 {"1.5", "true", "2026-01-01", "[1, 2]", "{a = 1}", "[[\"x\"]]"}) {
                const auto toml =
                    base::concat('[', option.section, "]\n", option.key, " = ", value, '\n');
                assert_holds(problems_of(toml), base::concat(":2:", option.key.size() + 4, ": ",
                                                             option.section, '.', option.key, ' '));
            }
        }
        assert_holds(problems_of("service = 3\n"), "\"service\" must be a section: [service]");
        assert_holds(problems_of("[[service]]\n"), "\"service\" must be a section");
    }

    void values_out_of_bounds_are_refused()
    {
        const struct {
            const char* section;
            const char* line;
        } k_rows[] = {
            {"prices", "verify_basic = \"0\""},
            {"prices", "verify_basic = \"0.0000001\""},
            {"prices", "verify_basic = \"0.009999\""},
            {"prices", "verify_basic = \"-1\""},
            {"prices", "verify_basic = \"100000.01\""},
            {"sla", "verify_basic = \"0s\""},
            {"sla", "verify_basic = \"2d\""},
            {"sla", "verify_basic = \"5\""},
            {"sla", "verify_basic = \"99999999999d\""},
            {"http", "listen = \"8402\""},
            {"http", "listen = \"127.0.0.1:0\""},
            {"http", "listen = \"[::1]\""},
            {"http", "fast_processes = 0"},
            {"http", "fast_processes = 65"},
            {"limits", "ipv6_prefix = 129"},
            {"payment", "network = \"base\""},
            {"payment", "asset = \"0x0000000000000000000000000000000000000000\""},
            {"payment", "max_timeout = \"1s\""},
            {"store", "url = \"sqlite:assay.db\""},
            {"store", "url = \"postgresql:///assay?password=x\""},
            {"discovery", "proof_path = \"/proof.txt\""},
            {"discovery", "proof_path = \"/.well-known/../x\""},
            {"discovery", "proof_path = \"/.well-known/x402\""},
            {"discovery", "document_root = \"www\""},
            {"discovery", "document_root = \"\""},
            {"log", "level = \"loud\""},
            {"service", "contact = \"me\""},
            {"service", "contact = \"mailto:a b@c\""},
            {"service", "name = \"\""},
            {"service", "name = \"a\\u0007b\""},
            {"service", "credentials_dir = \"etc\""},
            {"facilitator", "auth_credential = \"../key\""},
        };
        for (const auto& [section, line] : k_rows)
            assert_holds(problems_with_line(section, line), base::concat(section, '.'));
        for (const char* url :
             {"ftp://x", "https://", "https://a b", "https://u:p@host", "https://h/#f",
              "https://HOST", "https://h:0", "https://h:99999", "https://[::1"})
            assert_holds(
                problems_with_line("payment", "")
                    .append(problems_of(base::concat("[payment]\nrpc_urls = [\"", url, "\"]\n"))),
                "payment.rpc_urls must hold");
    }

    void missing_required_keys_are_named()
    {
        const auto text = problems_of("");
        assert_holds(text, "service.base_url is required");
        assert_holds(text, "payment.pay_to is required");
        assert_holds(text, "payment.rpc_urls is required");
        assert_holds(problems_of("[payment]\nrpc_urls = []\n"),
                     "payment.rpc_urls must have 1 to 8");
    }

    void garbage_is_a_problem_with_a_place()
    {
        for (const auto* text :
             {"[service", "= 1", "[service]\nname = \"a\nb\"", "\xff\xfe", "a = 1\na = 2",
              "[a]\n[a]\n", "x = 999999999999999999999999", "\"\\uD800\" = 1"}) {
            const auto loaded = try_config(text);
            CPPUNIT_ASSERT_MESSAGE(text, !loaded);
            CPPUNIT_ASSERT_MESSAGE(text, loaded.error().front().line > 0);
        }
        CPPUNIT_ASSERT(!try_config(std::string(10'000, '\0')));
        CPPUNIT_ASSERT(!try_config("x = " + std::string(10'000, '[')));
    }

    void a_file_too_large_or_absent_is_a_problem()
    {
        assert_holds(problems_of(std::string(1'000'000, '#')), "longer than 262144 bytes");
        const config::Knowledge knowledge{catalog_rows(), support::address_text};
        const auto absent = config::load("/nonexistent/assay.toml", knowledge);
        assert_holds(absent.error().front().text(), "No such file or directory");
        const auto folder = config::load(std::filesystem::temp_directory_path(), knowledge);
        CPPUNIT_ASSERT(!folder);
        const auto endless = config::load("/dev/zero", knowledge);
        assert_holds(endless.error().front().text(), "longer than");
    }

    void terminal_controls_never_come_back()
    {
        for (const char* toml : {"\"\\u001b[2J\" = 1\n", "[service]\n\"\\u001b[2J\" = 1\n",
                                 "[\"\\u009b\"]\n", "[service]\nname = \"\\u001b\"\n"})
            for (const char c : problems_of(toml))
                CPPUNIT_ASSERT(c == '\n' || (c >= 0x20 && c < 0x7f));
    }

    void retention_has_bounds()
    {
        for (const char* line :
             {"request_retention = \"23h\"", "request_retention = \"forever\"",
              "result_retention = \"86399s\"", "result_retention = \"3651d\"",
              "result_retention = \"0s\"", "result_retention = \"-1d\"",
              "result_retention = \"1y\"", "result_retention = \"\"", "result_retention = 365"})
            assert_holds(problems_with_line("store", line), "_retention must be");
        for (const char* lines : {"result_retention = \"6d\"", "request_retention = \"366d\"",
                                  "request_retention = \"3d\"\nresult_retention = \"2d\""})
            assert_holds(problems_with_line("store", lines),
                         "store.request_retention must not be longer than store.result_retention");
        for (const char* lines : {"request_retention = \"365d\"", "result_retention = \"3650d\"",
                                  "request_retention = \"24h\"\nresult_retention = \"1d\""})
            CPPUNIT_ASSERT_EQUAL(std::string{}, problems_with_line("store", lines));
    }

    void anchoring_has_bounds()
    {
        for (const char* line : {"mode = \"on\"",
                                 "contract = \"0x42\"",
                                 "key_credential = \"\"",
                                 "key_credential = \"../key\"",
                                 "batch_interval = \"61m\"",
                                 "batch_max = 0",
                                 "batch_max = 501",
                                 "max_fee_gwei = 1.0",
                                 "max_fee_gwei = \"\"",
                                 "max_fee_gwei = \"1.\"",
                                 "max_fee_gwei = \".5\"",
                                 "max_fee_gwei = \"-1\"",
                                 "max_fee_gwei = \"1e3\"",
                                 "max_fee_gwei = \"0.0009\"",
                                 "max_fee_gwei = \"101\"",
                                 "max_fee_gwei = \"0.0000000001\"",
                                 "max_fee_gwei = \"9999999999999999999\"",
                                 "bump_after = \"4s\"",
                                 "address = \"0x42\"",
                                 "address = 7",
                                 "address = \"0x0000000000000000000000000000000000000000\""})
            CPPUNIT_ASSERT_MESSAGE(line, !problems_with_line("anchor", line).empty());
        for (const char* line :
             {"mode = \"eas\"", "mode = \"selfsend\"", "mode = \"off\"", "batch_interval = \"0s\"",
              "batch_max = 1", "max_fee_gwei = \"0.001\"", "max_fee_gwei = \"100\"",
              "address = \"\"", "address = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\""})
            CPPUNIT_ASSERT_EQUAL(std::string{}, problems_with_line("anchor", line));
    }

    void chain_reading_has_bounds()
    {
        for (const char* line :
             {"rpc_timeout = \"0s\"", "rpc_timeout = \"31s\"", "confirmations = 0",
              "confirmations = 65", "single_source_max = \"-1\"", "single_source_max = \"1e3\""})
            CPPUNIT_ASSERT_MESSAGE(line, !problems_with_line("payment", line).empty());
        for (const char* line :
             {"rpc_timeout = \"1s\"", "rpc_timeout = \"30s\"", "confirmations = 1",
              "confirmations = 64", "single_source_max = \"5000.00\""})
            CPPUNIT_ASSERT_EQUAL(std::string{}, problems_with_line("payment", line));
        // In bounds; what it asks for is another key's business.
        assert_holds(problems_with_line("payment", "single_source_max = \"0\""),
                     "payment.rpc_urls must name two endpoints");
    }

    void mistyped_addresses_are_refused()
    {
        const auto toml = [](std::string_view pay_to) {
            return base::concat("[service]\nbase_url = \"https://assay.example\"\n[payment]\n"
                                "rpc_urls = [\"https://rpc.assay.example\"]\npay_to = \"",
                                pay_to, "\"\n");
        };
        assert_holds(problems_of(toml("0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC")),
                     "assay.toml:5:10: payment.pay_to is mistyped");
        const auto loaded = try_config(toml("0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"));
        CPPUNIT_ASSERT_EQUAL(std::string{"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"},
                             loaded->config.payment.pay_to_text);
    }

    void http_origins_are_for_development()
    {
        const auto toml = [](std::string_view mode) {
            return base::concat("[service]\nbase_url = \"http://127.0.0.1:8402\"\nmode = \"", mode,
                                "\"\n[payment]\nrpc_urls = [\"http://127.0.0.1:8545\"]\n"
                                "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n");
        };
        assert_holds(problems_of(toml("production")), "must be https:// in mode production");
        CPPUNIT_ASSERT(try_config(toml("development")));
    }

    void a_bearer_needs_a_credential_and_tls()
    {
        assert_holds(problems_with_line("facilitator", "auth = \"bearer\""),
                     "facilitator.auth_credential is required");
        const auto text =
            problems_of("[service]\nbase_url = \"https://assay.example\"\n"
                        "[payment]\nrpc_urls = [\"https://rpc.assay.example\"]\n"
                        "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n"
                        "[facilitator]\nauth = \"bearer\"\nauth_credential = \"key\"\n"
                        "urls = [\"http://127.0.0.1:1\", \"http://far.example\"]\n");
        assert_holds(text, "would travel in clear text");
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{1}, std::count(text.begin(), text.end(), '\n'));
    }

    void cdp_needs_key_credential_and_tls()
    {
        const auto alone = problems_with_line("facilitator", "auth = \"cdp\"");
        assert_holds(alone, "facilitator.auth_credential is required when facilitator.auth is cdp");
        assert_holds(alone, "facilitator.cdp_key_id is required when facilitator.auth is cdp");
        const auto text = problems_of("[service]\nbase_url = \"https://assay.example\"\n"
                                      "[payment]\nrpc_urls = [\"https://rpc.assay.example\"]\n"
                                      "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n"
                                      "[facilitator]\nauth = \"cdp\"\nauth_credential = \"key\"\n"
                                      "cdp_key_id = \"id\"\n"
                                      "urls = [\"http://127.0.0.1:1\", \"http://far.example\"]\n");
        assert_holds(text, "must be https:// when facilitator.auth is cdp");
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{1}, std::count(text.begin(), text.end(), '\n'));
        const auto config = support::sample_config(
            "auth = \"cdp\"\nauth_credential = \"key\"\ncdp_key_id = \"org/1\"\n");
        CPPUNIT_ASSERT(config.facilitator.auth == config::FacilitatorAuth::cdp);
        CPPUNIT_ASSERT_EQUAL(std::string{"org/1"}, config.facilitator.cdp_key_id);
    }

    void a_cdp_key_without_cdp_is_refused()
    {
        for (const char* auth : {"none", "bearer"})
            assert_holds(
                problems_with_line("facilitator",
                                   base::concat("cdp_key_id = \"id\"\nauth_credential = \"key\"\n"
                                                "auth = \"",
                                                auth, '"')),
                "facilitator.cdp_key_id is only for facilitator.auth = \"cdp\"");
    }

    void defaults_are_those_of_the_specification()
    {
        const auto config = support::sample_config();
        CPPUNIT_ASSERT_EQUAL(std::string{"Assay"}, config.service.entity);
        CPPUNIT_ASSERT_EQUAL(std::string{"https://assay.example"}, config.service.identity);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{25}, std::int64_t{config.http.poll_wait_max.count()});
        CPPUNIT_ASSERT(config.store.result_retention == std::chrono::hours{365 * 24});
        CPPUNIT_ASSERT(config.store.request_retention == std::chrono::hours{7 * 24});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{500'000}, config.prices.at("verify_basic").atoms());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{300},
                             std::int64_t{config.slas.at("verify_basic").count()});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{8453}, config.payment.network.chain_id());
        CPPUNIT_ASSERT_EQUAL(std::string{"/var/lib/assay/assay.db"}, config.store.path);
        CPPUNIT_ASSERT(config.anchor.mode == config::AnchorMode::eas);
        CPPUNIT_ASSERT(config.log.level == base::log::Level::info);
    }

    void given_values_arrive()
    {
        const auto config =
            support::sample_config("auth = \"none\"\ntimeout = \"7s\"\n"
                                   "[prices]\nverify_basic = \"0.10\"\n"
                                   "[sla]\nverify_basic = \"15m\"\n"
                                   "[log]\nlevel = \"error\"\nclient_ip = \"none\"\n"
                                   "[http]\nslow_threads = 9\n");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, std::int64_t{config.facilitator.timeout.count()});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{100'000}, config.prices.at("verify_basic").atoms());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{900},
                             std::int64_t{config.slas.at("verify_basic").count()});
        CPPUNIT_ASSERT(config.log.level == base::log::Level::error);
        CPPUNIT_ASSERT(config.log.client_ip == config::ClientIp::none);
        CPPUNIT_ASSERT_EQUAL(9, config.http.slow_threads);
    }

private:
    static std::span<const config::ProductDefault> catalog_rows()
    {
        static constexpr config::ProductDefault k_rows[] = {
            {"verify_basic", value::AtomicUsd::from_atoms(500'000), std::chrono::seconds{300}}};
        return k_rows;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConfigLoadTest);

} // namespace
