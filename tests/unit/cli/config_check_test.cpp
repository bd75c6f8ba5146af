// `assay config check` as the operator types it.
#include "cli/verbs.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/bench_record.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using cli::Exit;

class ConfigCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConfigCheckTest);
    CPPUNIT_TEST(too_little_time_for_an_account_is_refused_with_its_figures);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string err;

    Exit check(std::string_view more)
    {
        const auto file = folder.file("assay.toml");
        base::replace_file(file, base::concat(support::k_sample_toml, more), 0644);
        const std::vector<std::string_view> words{"config", "check", "--config", file};
        const support::QuietOutput quiet;
        const auto exit = cli::run(words);
        err = quiet.err();
        return exit;
    }

public:
    void too_little_time_for_an_account_is_refused_with_its_figures()
    {
        const auto record = folder.file("record.json");
        const auto with = [&](std::string_view lines) {
            return check(base::concat("[llm]\nurl = \"http://127.0.0.1:9/v1\"\nmodel = \"small\"\n",
                                      "account_record = \"", record, "\"\n", lines));
        };
        // Without a record no account is sold.
        CPPUNIT_ASSERT(with("job_time = \"40s\"\n") == Exit::ok);
        base::replace_file(record, llm::account_record_text(tests::good_account_record()), 0644);
        CPPUNIT_ASSERT(with("job_time = \"40s\"\n") == Exit::usage);
        for (const char* part : {"a model 40 s", "took longer than 41 s", "llm.job_time (40 s)"})
            CPPUNIT_ASSERT_MESSAGE(err, err.find(part) != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(err, with("job_time = \"41s\"\n") == Exit::ok);
        CPPUNIT_ASSERT(with("[sla]\nbrief = \"160s\"\n") == Exit::usage);
        CPPUNIT_ASSERT_MESSAGE(err, err.find("the sla of brief leave a model 40 s") !=
                                        std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConfigCheckTest);

} // namespace
