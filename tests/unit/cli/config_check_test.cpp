// `assay config check` as the operator types it, and what it looks at around the file.
#include "cli/config_check.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/config_checks.hpp"
#include "cli/verbs.hpp"
#include "config/show.hpp"
#include "startup/load_config.hpp"
#include "support/bench_record.hpp"
#include "support/good_house.hpp"
#include "support/quiet_output.hpp"

#include <cppunit/extensions/HelperMacros.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

namespace {

using base::concat;
using cli::Exit;

class ConfigCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConfigCheckTest);
    CPPUNIT_TEST(strange_words_are_refused);
    CPPUNIT_TEST(mistakes_go_to_stderr_and_the_exit_is_that_of_a_bad_configuration);
    CPPUNIT_TEST(too_little_time_for_an_account_is_refused_with_its_figures);
    CPPUNIT_TEST(each_program_is_told_only_of_what_ends_it);
    CPPUNIT_TEST(a_program_that_is_started_needs_the_run_directory);
    CPPUNIT_TEST(credentials_of_units_are_looked_at_where_systemd_takes_them);
    CPPUNIT_TEST(the_users_rights_count_and_not_roots);
    CPPUNIT_TEST(what_the_sample_names_is_looked_for_and_found);
    CPPUNIT_TEST_SUITE_END();

    support::GoodHouse house;
    std::string err;

    Exit run(std::initializer_list<std::string_view> rest)
    {
        const auto file = house.config_file();
        std::vector<std::string_view> words{"config", "--config", file};
        for (const auto word : rest) words.push_back(word);
        const support::QuietOutput quiet;
        const auto exit = cli::run(words);
        err = quiet.err();
        return exit;
    }

    // The command looks by the rights of a user "assay" that this machine may have; not by hand.
    void write_by_hand(std::string_view text) const
    {
        house.write(support::with_line(text, 3, "mode = \"development\""));
    }

    // A line for each problem, then for each note.
    static std::string told(const cli::ConfigReport& report)
    {
        const support::QuietOutput quiet;
        cli::print(report);
        return quiet.err();
    }

    std::string check() const
    {
        return told(cli::check_config_file(house.config_file(), house.rules()));
    }

    std::string start(unsigned stops) const
    {
        return told(cli::check_start(house.config_file(), stops, house.rules()));
    }

    static void assert_holds(const std::string& text, std::string_view part)
    {
        CPPUNIT_ASSERT_MESSAGE(concat("no \"", part, "\" in: ", text),
                               text.find(part) != std::string::npos);
    }

    static void assert_lacks(const std::string& text, std::string_view part)
    {
        CPPUNIT_ASSERT_MESSAGE(concat('"', part, "\" in: ", text),
                               text.find(part) == std::string::npos);
    }

    void put(std::string_view name, std::string_view content, unsigned mode = 0644) const
    {
        const auto path = house.file(name);
        std::filesystem::create_directories(std::filesystem::path{path}.parent_path());
        base::replace_file(path, content, mode);
    }

public:
    void strange_words_are_refused()
    {
        for (const char* program : {"", "assay-run", "nginx", "assay-worker2", "\x1b[2J"})
            CPPUNIT_ASSERT(run({"check", "--start", program}) == Exit::usage);
        assert_holds(err, "--start takes assay-api or assay-worker");
        CPPUNIT_ASSERT(run({"check", "--start"}) == Exit::usage);
        CPPUNIT_ASSERT(run({"show", "--start", "assay-api"}) == Exit::usage);
        CPPUNIT_ASSERT(run({"check", "--online", "--start", "assay-api"}) == Exit::usage);
        assert_holds(err, "--start belongs to check alone");
    }

    void mistakes_go_to_stderr_and_the_exit_is_that_of_a_bad_configuration()
    {
        write_by_hand(house.text());
        CPPUNIT_ASSERT_MESSAGE(err, run({"check"}) == Exit::ok);
        write_by_hand(house.with_line(34, "levle = \"info\""));
        CPPUNIT_ASSERT(run({"check"}) == Exit::usage);
        assert_holds(err, concat(house.config_file(), ":34:1: unknown key log.levle"));
        write_by_hand(house.with_line(14, "auth = \"none\""));
        std::filesystem::permissions(house.file("keys/anchor-key"), std::filesystem::perms{0644});
        CPPUNIT_ASSERT(run({"check"}) == Exit::usage);
        assert_holds(err, ":18:18: credential ");
    }

    void too_little_time_for_an_account_is_refused_with_its_figures()
    {
        const auto record = house.file("record.json");
        const auto with = [&](std::string_view lines, std::string_view sla = "300s") {
            auto text = house.with_line(23, concat("account_record = \"", record, "\"\n", lines));
            const auto at = text.find("verify_basic = \"300s\"");
            write_by_hand(text.insert(at, concat("brief = \"", sla, "\"\n")));
            return run({"check"});
        };
        // Without a record no account is sold.
        CPPUNIT_ASSERT_MESSAGE(err, with("job_time = \"40s\"") == Exit::ok);
        base::replace_file(record, llm::account_record_text(tests::good_account_record()), 0644);
        CPPUNIT_ASSERT(with("job_time = \"40s\"") == Exit::usage);
        for (const char* part :
             {":24:12: ", "a model 40 s", "took longer than 41 s", "llm.job_time (40 s)"})
            assert_holds(err, part);
        CPPUNIT_ASSERT_MESSAGE(err, with("job_time = \"41s\"") == Exit::ok);
        CPPUNIT_ASSERT(with("", "160s") == Exit::usage);
        assert_holds(err, "the sla of brief leave a model 40 s");
    }

    void each_program_is_told_only_of_what_ends_it()
    {
        ::setenv("ASSAY_RUN_DIR", house.file("www").c_str(), 1);
        constexpr unsigned k_each[] = {cli::k_stops_fast, cli::k_stops_slow, cli::k_stops_agents,
                                       cli::k_stops_worker};
        for (const unsigned stops : k_each) CPPUNIT_ASSERT_EQUAL(std::string{}, start(stops));
        for (const char* gone : {"basket.json", "keys/anchor-key", "keys/facilitator", "www"})
            std::filesystem::remove_all(house.file(gone));
        ::setenv("ASSAY_RUN_DIR", house.file("keys").c_str(), 1);
        // The basket and the documents keep none of them from selling what needs neither.
        CPPUNIT_ASSERT_EQUAL(std::string{}, start(cli::k_stops_fast));
        for (const unsigned stops : {cli::k_stops_slow, cli::k_stops_agents}) {
            const auto pool = start(stops);
            assert_holds(pool, ":15:19: facilitator.auth_credential");
            assert_lacks(pool, "anchor");
        }
        const auto worker = start(cli::k_stops_worker);
        assert_holds(worker, ":18:18: anchor.key_credential");
        assert_lacks(worker, "facilitator");
        house.write(house.with_line(34, "level = \"loud\""));
        for (const unsigned stops : k_each) assert_holds(start(stops), ":34:9: log.level");
        ::unsetenv("ASSAY_RUN_DIR");
    }

    void a_program_that_is_started_needs_the_run_directory()
    {
        ::setenv("ASSAY_RUN_DIR", house.file("gone").c_str(), 1);
        assert_holds(start(cli::k_stops_fast), "systemd-tmpfiles --create makes it");
        assert_lacks(check(), house.file("gone")); // a stack started by hand makes its own
        ::unsetenv("ASSAY_RUN_DIR");
    }

    void credentials_of_units_are_looked_at_where_systemd_takes_them()
    {
        house.write(support::with_line(house.with_line(4, ""), 23, ""));
        put("units/assay-worker.service", "[Service]\nLoadCredential=anchor-key:/nonexistent\n");
        for (const auto* pool : {"slow", "agents"})
            put(concat("units/assay-", pool, "@.service"), "[Service]\n");
        const auto drop_in = [&](std::string_view path) {
            put("units/assay-worker.service.d/keys.conf",
                concat("[Service]\nLoadCredential=facilitator:", house.file("keys/facilitator"),
                       "\nLoadCredential=anchor-key:", path, " \n"));
        };
        drop_in("/nonexistent/anchor");
        auto text = check();
        assert_holds(text, concat(house.file("units/assay-worker.service.d/keys.conf"),
                                  ":3:1: LoadCredential=anchor-key names /nonexistent/anchor"));
        assert_holds(text, "systemd does not start assay-worker.service");
        // The pools that sell have no such line.
        for (const auto* pool : {"slow", "agents"}) {
            assert_holds(check(), ":15:19: facilitator.auth_credential names a credential");
            put(concat("units/assay-", pool, "@.service.d/keys.conf"),
                concat("[Service]\nLoadCredential=facilitator:", house.file("keys/facilitator"),
                       '\n'));
        }
        put("elsewhere/of-another-name", "0x12", 0644);
        drop_in(house.file("elsewhere/of-another-name"));
        text = check();
        assert_holds(text, ":18:18: credential of-another-name is not a key");
        put("elsewhere/of-another-name", support::k_house_key, 0644);
        text = check();
        assert_lacks(text, "assay.toml:");
        assert_holds(text, concat("note: ", house.file("elsewhere/of-another-name"),
                                  " holds a secret and is open to others: chmod 0600"));

        put("units/assay-worker.service.d/last.conf", "[Service]\nLoadCredential=\n");
        assert_holds(check(), ":18:18: anchor.key_credential names a credential");
    }

    void the_users_rights_count_and_not_roots()
    {
        if (::geteuid() != 0) {
            std::cout << "skipped: only root can look by another user's rights\n";
            return;
        }
        auto rules = house.rules();
        rules.user = "nobody";
        const auto text = told(cli::check_config_file(house.config_file(), rules));
        assert_holds(text, "assay.toml: the user nobody cannot read it (Permission denied): chgrp");
        for (const char* part : {":15:19: ", ":18:18: ", ":25:10: ", ":27:7: "})
            assert_holds(text, part);
        ::chmod(std::filesystem::path{house.config_file()}.parent_path().c_str(), 0755);
        const auto database = house.file("assay.db");
        base::replace_file(database, "", 0600);
        const auto less = told(cli::check_config_file(house.config_file(), rules));
        assert_lacks(less, "cannot read it");
        assert_lacks(less, ":25:10: ");
        assert_holds(less, ":27:7: store.url needs the folder");
        // As `assay db check` tells it, and nothing else.
        const auto report = cli::check_key(house.config_file(), "store.url", rules);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, report.problems.size());
        assert_holds(told(report), ":27:7: store.url needs the folder");
    }

    void what_the_sample_names_is_looked_for_and_found()
    {
        auto text = config::sample_file(startup::knowledge().products);
        const auto set = [&](std::string_view line, std::string_view by) {
            const auto at = text.find(concat('\n', line));
            CPPUNIT_ASSERT_MESSAGE(std::string{line}, at != std::string::npos);
            text.replace(at + 1, text.find('\n', at + 1) - at - 1, by);
        };
        house.write(text);
        const auto empty = check();
        for (const char* part :
             {"service.base_url must", "payment.pay_to must", "payment.rpc_urls must"})
            assert_holds(empty, part);
        set("base_url", "base_url = \"https://assay.example\"");
        set("pay_to", "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"");
        set("rpc_urls", "rpc_urls = [\"https://rpc.assay.example\"]");
        set("#mode = \"eas\"", "mode = \"off\"");
        set("#basket", concat("basket = \"", house.file("basket.json"), '"'));
        set("#url = \"sqlite", concat("url = \"sqlite:", house.file("assay.db"), '"'));
        set("#document_root", concat("document_root = \"", house.file("www"), '"'));
        house.write(text);
        assert_lacks(check(), "assay.toml:");
        // As `make run` has it.
        set("base_url", "base_url = \"http://127.0.0.1:8402\"");
        set("#mode = \"production\"", "mode = \"development\"");
        house.write(text);
        CPPUNIT_ASSERT_MESSAGE(err, run({"check"}) == Exit::ok);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConfigCheckTest);

} // namespace
