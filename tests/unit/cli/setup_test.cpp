// `assay setup`: what it refuses, that nothing is left behind then, and what a whole run leaves.
#include "cli/setup.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "chain/anchor_key.hpp"
#include "cli/interview.hpp"
#include "startup/load_config.hpp"
#include "support/http_server.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using base::concat;
using cli::Exit;
using support::HttpServer;

constexpr std::string_view k_pay_to = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
constexpr std::string_view k_rpc_urls = "https://one.example/key, https://two.example";

class SetupTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SetupTest);
    CPPUNIT_TEST(each_wrong_or_missing_option_is_told_at_once);
    CPPUNIT_TEST(a_file_of_answers_is_read_as_options_are);
    CPPUNIT_TEST(input_that_ends_leaves_nothing_behind);
    CPPUNIT_TEST(a_wrong_answer_is_refused_and_asked_again);
    CPPUNIT_TEST(what_the_chain_contradicts_is_not_written);
    CPPUNIT_TEST(what_was_edited_is_left_or_kept);
    CPPUNIT_TEST(a_dry_run_names_what_it_would_write);
    CPPUNIT_TEST(a_file_that_holds_no_key_is_left);
    CPPUNIT_TEST(a_whole_run_leaves_what_the_check_takes);
    CPPUNIT_TEST(a_second_run_keeps_the_key);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_folder;
    const std::string m_root = m_folder.file("root");

    struct Ran {
        Exit exit;
        std::string out;
        std::string complaints;
    };
    // By what a shell gives. With a file of answers nothing is asked, even at a terminal.
    Ran run(std::vector<std::string> words) const
    {
        if (words.empty() || words.front() != "--answers")
            words.insert(words.begin(), {"--answers", "/dev/null"});
        words.insert(words.begin(), {"setup", "--root", m_root});
        const std::vector<std::string_view> views{words.begin(), words.end()};
        const support::QuietOutput quiet;
        const Exit exit = cli::run(views);
        return {exit, quiet.out(), quiet.err()};
    }
    Ran talk(const std::string& typed) const
    {
        const std::vector<std::string_view> words{"--root", m_root};
        constexpr cli::AcceptedOption k_options[] = {{"--root", true}};
        const auto given = cli::Arguments::parse(words, k_options, 0);
        std::istringstream in{typed};
        std::ostringstream out;
        const support::QuietOutput quiet;
        const Exit exit = cli::set_up(*given, &in, out);
        return {exit, out.str(), quiet.err()};
    }
    static std::vector<std::string> with(const std::map<std::string, std::string>& others)
    {
        std::map<std::string, std::string> options{{"--base-url", "https://assay.example"},
                                                   {"--pay-to", std::string{k_pay_to}},
                                                   {"--rpc-urls", std::string{k_rpc_urls}}};
        for (const auto& [name, value] : others) options[name] = value;
        std::vector<std::string> out;
        for (const auto& [name, value] : options) out.push_back(concat(name, '=', value));
        return out;
    }
    [[nodiscard]] std::string written(std::string_view path) const
    {
        return base::read_file(concat(m_root, path), 1U << 20U);
    }
    void demand_nothing_written() const { CPPUNIT_ASSERT(!fs::exists(m_root)); }
    static void demand(const std::string& text, std::string_view words)
    {
        CPPUNIT_ASSERT_MESSAGE(concat(words, " <- ", text), text.find(words) != std::string::npos);
    }

public:
    void each_wrong_or_missing_option_is_told_at_once()
    {
        const auto nothing = run({});
        CPPUNIT_ASSERT(nothing.exit == Exit::usage);
        for (const auto* option : {"--base-url", "--pay-to", "--rpc-urls"})
            demand(nothing.complaints, concat(option, " is missing"));

        const auto wrong =
            run({"--base-url=http://assay.example", "--pay-to=0x12", "--rpc-urls=ftp://a",
                 "--contact=me", "--facilitator-urls=x", "--anchor=maybe"});
        CPPUNIT_ASSERT(wrong.exit == Exit::usage);
        for (const auto* words :
             {"--base-url must be https://", "--pay-to must be an address", "--rpc-urls must hold",
              "--contact must be", "--facilitator-urls must hold", "--anchor must be"})
            demand(wrong.complaints, words);

        const std::pair<const char*, std::string> refused[] = {
            {"--base-url", "https://192.0.2.7"},
            {"--base-url", "https://assay.example:8443"},
            {"--base-url", "https://assay.example/shop"},
            {"--pay-to", "0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC"},
            {"--pay-to", "0x0000000000000000000000000000000000000000"},
            {"--rpc-urls", "none"},
            {"--contact", "mailto:a@b\"\n[llm]"},
            {"--contact", "\xff\xfe"},
            {"--contact", std::string(100'000, 'a')},
            {"--certificate", "/nonexistent"},
            {"--certificate", "/a;b"},
        };
        for (const auto& [option, value] : refused) {
            const auto told = run(with({{option, value}}));
            CPPUNIT_ASSERT_MESSAGE(value, told.exit == Exit::usage);
            demand(told.complaints, concat("assay setup: ", option, ' '));
        }
        demand_nothing_written();
    }

    void a_file_of_answers_is_read_as_options_are()
    {
        const auto file = m_folder.file("answers");
        const auto told = [&](std::string_view text) {
            base::replace_file(file, text, 0600);
            return run({"--answers", file});
        };
        for (const auto* text : {"nonsense\n", "pay_to = 0x12\n", "--pay-to = 0x12\n", "= x\n",
                                 "contact = none\ncontact = none\n", "replace = yes\n"})
            CPPUNIT_ASSERT_MESSAGE(text, told(text).exit == Exit::usage);
        demand_nothing_written();

        const auto good =
            told(concat("# for the image\n\nbase-url = https://assay.example\npay-to=", k_pay_to,
                        "\r\nrpc-urls = ", k_rpc_urls, "\nanchor = off\n"));
        CPPUNIT_ASSERT_MESSAGE(good.complaints, good.exit == Exit::ok);
        demand(written("/etc/assay/assay.toml"),
               "\nrpc_urls = [\"https://one.example/key\", \"https://two.example\"]\n");
    }

    void input_that_ends_leaves_nothing_behind()
    {
        const std::string whole =
            concat("https://assay.example\n", k_pay_to, "\n\n", k_rpc_urls, "\n\n\nnone\n");
        for (std::size_t lines = 0, at = 0; at < whole.size(); ++lines) {
            const auto told = talk(whole.substr(0, at));
            CPPUNIT_ASSERT_MESSAGE(concat(lines), told.exit == Exit::usage);
            demand(told.complaints, "the input ended");
            at = whole.find('\n', at) + 1;
        }
        const auto cut = talk(whole.substr(0, whole.size() - 2));
        CPPUNIT_ASSERT(cut.exit == Exit::usage);
        demand_nothing_written();
        CPPUNIT_ASSERT(talk(whole).exit == Exit::ok);
    }

    void a_wrong_answer_is_refused_and_asked_again()
    {
        const auto told = talk(concat(
            "\nassay.example\n", std::string(5'000, 'x'), "\n\x1b[2J\nhttps://assay.example\n",
            k_pay_to.substr(1), "\n  ", k_pay_to, " \nme\nmailto:me@assay.example\n", k_rpc_urls,
            "\nhttps://facilitator.example\noff\n", "/nonexistent\n\n"));
        CPPUNIT_ASSERT_MESSAGE(told.complaints, told.exit == Exit::ok);
        for (const auto* words : {"Not taken: must be an origin", "must be one line",
                                  "must be an address", "must be \"mailto:", "[none]", "[eas]",
                                  "Not taken: /nonexistent/fullchain.pem cannot be read"})
            demand(told.out, words);
        demand(written("/etc/assay/assay.toml"), "\ncontact = \"mailto:me@assay.example\"\n");
    }

    void what_the_chain_contradicts_is_not_written()
    {
        HttpServer other_chain{[](HttpServer::Peer& peer, const std::string&) {
            return peer.write(
                support::http_answer(200, R"({"jsonrpc":"2.0","id":1,"result":"0x1"})"));
        }};
        auto words = with({{"--rpc-urls", other_chain.url("/")}});
        words.emplace_back("--online");
        const auto told = run(words);
        CPPUNIT_ASSERT(told.exit == Exit::usage);
        demand(told.complaints, "nothing was written");
        demand_nothing_written();

        // An endpoint that is silent may be well later.
        words = with({{"--rpc-urls", "http://127.0.0.1:9"}});
        words.emplace_back("--online");
        CPPUNIT_ASSERT(run(words).exit == Exit::unreachable);
        demand(written("/etc/assay/assay.toml"), "http://127.0.0.1:9");
    }

    void what_was_edited_is_left_or_kept()
    {
        const std::string file = concat(m_root, "/etc/assay/assay.toml");
        fs::create_directories(fs::path{file}.parent_path());
        base::replace_file(file, "# mine\n", 0640);
        const auto refused = run(with({}));
        CPPUNIT_ASSERT(refused.exit == Exit::error);
        demand(refused.complaints, "--replace keeps it");
        CPPUNIT_ASSERT_EQUAL(std::string{"# mine\n"}, written("/etc/assay/assay.toml"));
        CPPUNIT_ASSERT(!fs::exists(concat(m_root, "/etc/assay/nginx")));
        CPPUNIT_ASSERT(!fs::exists(concat(m_root, "/etc/assay/credentials")));

        auto words = with({});
        words.emplace_back("--replace");
        CPPUNIT_ASSERT(run(words).exit == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"# mine\n"}, written("/etc/assay/assay.toml.before"));
    }

    void a_dry_run_names_what_it_would_write()
    {
        auto words = with({});
        words.emplace_back("--dry-run");
        const auto told = run(words);
        CPPUNIT_ASSERT_MESSAGE(told.complaints, told.exit == Exit::only_told);
        for (const auto* path : {"/etc/assay/assay.toml", "/etc/assay/credentials/anchor-key",
                                 "/etc/assay/nginx/server.conf"})
            demand(told.out, concat("would be written: ", m_root, path, '\n'));
        CPPUNIT_ASSERT(told.out.find("Next:") == std::string::npos);
        demand_nothing_written();

        // It refuses what a run would refuse.
        fs::create_directories(concat(m_root, "/etc/assay"));
        base::replace_file(concat(m_root, "/etc/assay/assay.toml"), "# mine\n", 0640);
        CPPUNIT_ASSERT(run(words).exit == Exit::error);
        words.emplace_back("--replace");
        const auto replacing = run(words);
        CPPUNIT_ASSERT(replacing.exit == Exit::only_told);
        demand(replacing.out, concat("would be kept: ", m_root, "/etc/assay/assay.toml.before"));
        CPPUNIT_ASSERT_EQUAL(std::string{"# mine\n"}, written("/etc/assay/assay.toml"));
        CPPUNIT_ASSERT(!fs::exists(concat(m_root, "/etc/assay/assay.toml.before")));
    }

    void a_file_that_holds_no_key_is_left()
    {
        const std::string file = concat(m_root, "/etc/assay/credentials/anchor-key");
        fs::create_directories(fs::path{file}.parent_path());
        base::replace_file(file, "garbage", 0600);
        const auto told = run(with({}));
        CPPUNIT_ASSERT(told.exit == Exit::error);
        demand(told.complaints, "holds no key");
        CPPUNIT_ASSERT(!fs::exists(concat(m_root, "/etc/assay/assay.toml")));
    }

    void a_whole_run_leaves_what_the_check_takes()
    {
        // As an installation leaves it.
        const std::string file = concat(m_root, "/etc/assay/assay.toml");
        fs::create_directories(fs::path{file}.parent_path());
        base::replace_file(file, config::sample_file(startup::knowledge().products), 0640);
        const auto told = run(with({{"--facilitator-urls", "https://facilitator.example"}}));
        CPPUNIT_ASSERT_MESSAGE(told.complaints, told.exit == Exit::ok);

        const auto reading = startup::read_config(file);
        CPPUNIT_ASSERT_MESSAGE(reading.problems.empty() ? "" : reading.problems.front().text(),
                               reading.problems.empty());
        const auto& config = reading.loaded.config;
        CPPUNIT_ASSERT_EQUAL(std::string{k_pay_to}, config.payment.pay_to_text);
        demand(told.out, config.anchor.address_text);
        const auto key = written("/etc/assay/credentials/anchor-key");
        CPPUNIT_ASSERT(
            chain::SigningKey::parse(std::string_view{key}.substr(0, key.size() - 1))->address() ==
            config.anchor.address);
        for (const auto& [path, mode] :
             {std::pair{"/etc/assay/assay.toml", 0640U}, std::pair{"/etc/assay/credentials", 0700U},
              std::pair{"/etc/assay/credentials/anchor-key", 0600U}}) {
            struct stat status = {};
            CPPUNIT_ASSERT_EQUAL(0, ::stat(concat(m_root, path).c_str(), &status));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(path, mode, status.st_mode & 07777U);
        }
        demand(written("/etc/systemd/system/assay-worker.service.d/anchor-key.conf"),
               "[Service]\nLoadCredential=anchor-key:/etc/assay/credentials/anchor-key\n");
        demand(written("/etc/assay/nginx/server.conf"), "server_name assay.example;");
        for (const auto* step :
             {"systemctl daemon-reload", "assay config check --online",
              "systemctl enable --now assay.target", "certbot certonly --webroot", "ln -s "})
            demand(told.out, step);
    }

    void a_second_run_keeps_the_key()
    {
        CPPUNIT_ASSERT(run(with({})).exit == Exit::ok);
        const auto key = written("/etc/assay/credentials/anchor-key");
        CPPUNIT_ASSERT(run(with({})).exit == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(key, written("/etc/assay/credentials/anchor-key"));
        CPPUNIT_ASSERT(!fs::exists(concat(m_root, "/etc/assay/assay.toml.before")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SetupTest);

} // namespace
