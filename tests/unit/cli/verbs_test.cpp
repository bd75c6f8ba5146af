// `assay` as the operator types it: exit codes, and what ends up on disk.
#include "cli/verbs.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "documents/site.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sys/stat.h>

#include <filesystem>
#include <vector>

namespace {

using base::concat;
using cli::Exit;

class VerbsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerbsTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(every_verb_has_its_help);
    CPPUNIT_TEST(a_wrong_configuration_is_usage_with_every_problem);
    CPPUNIT_TEST(the_configuration_is_named_in_front_or_behind);
    CPPUNIT_TEST(a_key_is_made_once_and_its_account_told);
    CPPUNIT_TEST(an_unreadable_credential_is_found);
    CPPUNIT_TEST(a_secret_pasted_into_the_configuration_is_never_echoed);
    CPPUNIT_TEST(a_secret_of_another_kind_is_found);
    CPPUNIT_TEST(render_writes_what_nginx_can_read);
    CPPUNIT_TEST(what_a_registry_takes_is_only_printed);
    CPPUNIT_TEST(render_touches_only_what_differs);
    CPPUNIT_TEST(a_check_writes_nothing_and_finds_stale_files);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    std::string m_out;
    std::string m_err;

    [[nodiscard]] std::string root() const { return m_folder.file("www"); }

    Exit run(std::vector<std::string> words)
    {
        const std::vector<std::string_view> views{words.begin(), words.end()};
        const support::QuietOutput quiet;
        const auto exit = cli::run(views);
        m_out = quiet.out();
        m_err = quiet.err();
        return exit;
    }

    std::string config(std::string_view more = "")
    {
        auto file = m_folder.file("assay.toml");
        base::replace_file(
            file,
            concat(support::k_sample_toml, more, "[discovery]\ndocument_root = \"", root(), "\"\n"),
            0644);
        return file;
    }

    static unsigned mode_of(const std::string& file)
    {
        struct stat status = {};
        CPPUNIT_ASSERT_EQUAL(0, ::stat(file.c_str(), &status));
        return status.st_mode & 07777U;
    }

public:
    void wrong_words_are_usage()
    {
        CPPUNIT_ASSERT(run({}) == Exit::usage);
        CPPUNIT_ASSERT(run({"rendr"}) == Exit::usage);
        CPPUNIT_ASSERT(m_err.find("did you mean render?") != std::string::npos);
        for (const auto& words :
             std::vector<std::vector<std::string>>{{"config"},
                                                   {"config", "chek"},
                                                   {"config", "show", "--online"},
                                                   {"render", "x"},
                                                   {"version", "x"},
                                                   {"help", "x"},
                                                   {"help", "help", "help"},
                                                   {"render", "--config"}})
            CPPUNIT_ASSERT_MESSAGE(words.front(), run(words) == Exit::usage && !m_err.empty());
    }

    void every_verb_has_its_help()
    {
        CPPUNIT_ASSERT(run({"--help"}) == Exit::ok);
        for (const auto& verb : cli::verbs()) {
            CPPUNIT_ASSERT(run({"help", std::string{verb.name}}) == Exit::ok);
            CPPUNIT_ASSERT(m_out.find(verb.summary) != std::string::npos);
            const auto told = m_out;
            CPPUNIT_ASSERT(run({std::string{verb.name}, "--help"}) == Exit::ok);
            CPPUNIT_ASSERT_EQUAL(told, m_out);
        }
        CPPUNIT_ASSERT(run({"help", "alarms"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find("rpc_silent\n    a JSON-RPC endpoint gives no") !=
                       std::string::npos);
        CPPUNIT_ASSERT(run({"--version"}) == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"assay " ASSAY_VERSION "\n"}, m_out);
    }

    void a_wrong_configuration_is_usage_with_every_problem()
    {
        const auto file = config("timeout = 3\n[log]\nlevel = \"loud\"\n");
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"config", "check"}, {"config", "show"}, {"render"}}) {
            auto with_file = words;
            with_file.push_back(concat("--config=", file));
            CPPUNIT_ASSERT(run(with_file) == Exit::usage);
            CPPUNIT_ASSERT(m_err.find("facilitator.timeout") != std::string::npos);
            CPPUNIT_ASSERT(m_err.find("log.level") != std::string::npos);
        }
        CPPUNIT_ASSERT(!std::filesystem::exists(root()));
    }

    void the_configuration_is_named_in_front_or_behind()
    {
        const auto file = config();
        CPPUNIT_ASSERT(run({"config", "show", "--config", file}) == Exit::ok);
        const auto told = m_out;
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"--config", file, "config", "show"}, {"--config=" + file, "config", "show"}}) {
            CPPUNIT_ASSERT(run(words) == Exit::ok);
            CPPUNIT_ASSERT_EQUAL(told, m_out);
        }
        for (const auto& words :
             std::vector<std::vector<std::string>>{{"--config"}, {"--config", file}})
            CPPUNIT_ASSERT(run(words) == Exit::usage);
    }

    // Without a database, or a worker that has run.
    void a_key_is_made_once_and_its_account_told()
    {
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"key"}, {"key", "new"}, {"key", "new", "anchor"}, {"key", "new", "wallet", "x"}})
            CPPUNIT_ASSERT(run(words) == Exit::usage);
        const auto file = m_folder.file("anchor-key");
        CPPUNIT_ASSERT(run({"key", "new", "anchor", file}) == Exit::ok);
        const auto address = m_out;
        const auto key = base::read_file(file, 1'000);
        CPPUNIT_ASSERT_EQUAL(0600U, mode_of(file));
        CPPUNIT_ASSERT_EQUAL(std::size_t{67}, key.size());
        CPPUNIT_ASSERT(m_err.find(key.substr(0, 10)) == std::string::npos);
        CPPUNIT_ASSERT(run({"key", "new", "anchor", file}) == Exit::error);
        CPPUNIT_ASSERT_EQUAL(key, base::read_file(file, 1'000));
        const auto lines =
            concat("[service]\nbase_url = \"https://assay.example\"\ncredentials_dir = \"",
                   m_folder.path(),
                   "\"\n[payment]\npay_to = "
                   "\"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\nrpc_urls = "
                   "[\"https://rpc.assay.example\"]\n[store]\nurl = \"sqlite:",
                   m_folder.file("none.db"), "\"\n");
        const auto shop = m_folder.file("shop.toml");
        base::replace_file(shop, lines, 0644);
        CPPUNIT_ASSERT_MESSAGE(m_err, run({"anchor", "address", "--config", shop}) == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(address, m_out);
        std::filesystem::remove(file);
        CPPUNIT_ASSERT(run({"anchor", "address", "--config", shop}) == Exit::error);
        CPPUNIT_ASSERT_MESSAGE(m_err, m_err.find("anchor.key_credential") != std::string::npos);
    }

    void an_unreadable_credential_is_found()
    {
        const auto file = config("auth = \"bearer\"\nauth_credential = \"nowhere\"\n");
        CPPUNIT_ASSERT(run({"config", "check", "--config", file}) == Exit::usage);
        CPPUNIT_ASSERT(m_err.find("facilitator.auth_credential") != std::string::npos);
        run({"config", "check", "--config", config()});
        CPPUNIT_ASSERT(m_err.find("facilitator.auth_credential") == std::string::npos);
    }

    void a_secret_pasted_into_the_configuration_is_never_echoed()
    {
        constexpr std::string_view k_secret = "sk-0123456789abcdef0123456789abcdef";
        for (const std::string& written :
             {concat('"', k_secret, '"'), concat('"', k_secret, "+/==\""), std::string{k_secret},
              concat("[\"", k_secret, "\"]"), concat('"', k_secret),
              concat('\'', k_secret, '\'')}) {
            const auto file =
                config(concat("auth = \"bearer\"\nauth_credential = ", written, '\n'));
            for (const std::vector<std::string>& words :
                 {std::vector<std::string>{"config", "check"}, {"config", "show"}, {"render"}}) {
                auto with_file = words;
                with_file.push_back(concat("--config=", file));
                run(with_file);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(written, std::string::npos,
                                             concat(m_out, m_err).find("0123456789abcdef"));
            }
        }
    }

    void a_secret_of_another_kind_is_found()
    {
        const auto file =
            config("auth = \"cdp\"\nauth_credential = \"cdp-key\"\ncdp_key_id = \"id\"\n");
        base::replace_file(m_folder.file("cdp-key"), "anothersecret\n", 0600);
        CPPUNIT_ASSERT_EQUAL(0, ::setenv("CREDENTIALS_DIRECTORY", m_folder.path().c_str(), 1));
        const Exit exit = run({"config", "check", "--config", file});
        ::unsetenv("CREDENTIALS_DIRECTORY");
        CPPUNIT_ASSERT(exit == Exit::usage);
        CPPUNIT_ASSERT(m_err.find("credential cdp-key is neither base64") != std::string::npos);
        CPPUNIT_ASSERT(m_err.find("anothersecret") == std::string::npos);
    }

    void render_writes_what_nginx_can_read()
    {
        const auto nginx = m_folder.file("nginx");
        CPPUNIT_ASSERT(run({"render", "--config", config(), "--nginx", nginx}) == Exit::ok);
        for (const char* name :
             {"index.json", "x402.json", "openapi.json", "llms.txt", "ui.html", "favicon.ico",
              "favicon.svg", "robots.txt", "samples/verify_basic.json", "routes.digest"})
            CPPUNIT_ASSERT_EQUAL(0644U, mode_of(concat(root(), '/', name)));
        CPPUNIT_ASSERT_EQUAL(0755U, mode_of(root()));
        CPPUNIT_ASSERT_EQUAL(0644U, mode_of(concat(root(), documents::assets_path(), "/page.css")));
        CPPUNIT_ASSERT_EQUAL(0755U, mode_of(concat(root(), documents::assets_path())));
        for (const char* name : {"clients.conf", "limits.conf", "routes.conf"})
            CPPUNIT_ASSERT_EQUAL(0644U, mode_of(concat(nginx, '/', name)));
    }

    void what_a_registry_takes_is_only_printed()
    {
        const auto file = config();
        CPPUNIT_ASSERT(run({"render", "--mcp-server-json", "--config", file}) == Exit::ok);
        CPPUNIT_ASSERT(!std::filesystem::exists(root()));
        const auto told = base::json::parse(m_out);
        CPPUNIT_ASSERT_MESSAGE(m_out, told);
        CPPUNIT_ASSERT(base::json::text_member(told->get(), "name") == "example.assay/assay");
    }

    void render_touches_only_what_differs()
    {
        const auto file = config();
        CPPUNIT_ASSERT(run({"render", "--config", file}) == Exit::ok);
        base::replace_file(concat(root(), "/llms.txt"), "old", 0644);
        CPPUNIT_ASSERT(run({"render", "--config", file}) == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(concat("wrote ", root(), "/llms.txt\n"), m_out);
    }

    void a_check_writes_nothing_and_finds_stale_files()
    {
        const auto file = config();
        CPPUNIT_ASSERT(run({"render", "--check", "--config", file}) == Exit::error);
        CPPUNIT_ASSERT(!std::filesystem::exists(root()));
        CPPUNIT_ASSERT(run({"render", "--config", file}) == Exit::ok);
        CPPUNIT_ASSERT(run({"render", "--check", "--config", file}) == Exit::ok);
        base::replace_file(
            file, concat(base::read_file(file, 10'000), "[prices]\nverify_basic = \"0.60\"\n"),
            0644);
        CPPUNIT_ASSERT(run({"render", "--check", "--config", file}) == Exit::error);
        CPPUNIT_ASSERT(m_out.find("stale ") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerbsTest);

} // namespace
