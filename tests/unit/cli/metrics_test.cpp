// What Prometheus is told, and that promtool takes it and our rules, where it is installed.
#include "cli/metric_rows.hpp"
#include "cli/verbs.hpp"

#include "api/replies.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "db/transaction.hpp"
#include "store/bulletin.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cstdlib>
#include <iostream>
#include <vector>

namespace {

class MetricsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MetricsTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(nothing_sold_is_told_without_a_sale);
    CPPUNIT_TEST(what_ended_is_counted_with_its_money_and_time);
    CPPUNIT_TEST(refusals_and_commits_are_counted_by_the_pools);
    CPPUNIT_TEST(an_alarm_that_stands_is_one);
    CPPUNIT_TEST(a_balance_that_is_no_number_is_left_out);
    CPPUNIT_TEST(promtool_takes_metrics_and_rules);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    catalog::Tally tally{catalog::Tally::Use::count, world.file("tally")};

    std::string text()
    {
        return cli::metrics_text({.at = world.at,
                                  .tally = tally,
                                  .ended = store::Measures{world.at.database}.ended(),
                                  .certificate_ends = world.clock.now()});
    }
    void says(const std::string& line)
    {
        CPPUNIT_ASSERT_MESSAGE(line, ('\n' + text()).find('\n' + line + '\n') != std::string::npos);
    }
    // One that took 1.5 s.
    void complete(unsigned number)
    {
        const auto job = world.start(support::reservation_order(number), support::k_worker).job;
        world.clock.advance(std::chrono::milliseconds{1500});
        CPPUNIT_ASSERT(world.lanes.complete(job, support::k_worker, support::result_of("{}"),
                                            world.clock.now()));
    }

public:
    void wrong_words_are_usage()
    {
        for (const std::vector<std::string_view>& words :
             {std::vector<std::string_view>{"x"}, {"--textfile"}, {"--json"}}) {
            const support::QuietOutput quiet;
            CPPUNIT_ASSERT(cli::run_metrics(words) == cli::Exit::usage);
            CPPUNIT_ASSERT(quiet.err().find("usage: assay metrics") != std::string::npos);
        }
    }

    void nothing_sold_is_told_without_a_sale()
    {
        CPPUNIT_ASSERT_EQUAL(std::string::npos, text().find("assay_jobs_ended_total"));
        says("assay_jobs{lane=\"analysis\",state=\"waiting\"} 0");
        says("assay_settlements_undecided 0");
    }

    void what_ended_is_counted_with_its_money_and_time()
    {
        complete(1);
        complete(2);
        const std::string labels = R"({product="verify_basic",rail="v2",outcome="complete"})";
        says("assay_jobs_ended_total" + labels + " 2");
        says("assay_job_seconds_bucket{product=\"verify_basic\",le=\"1\"} 0");
        says("assay_job_seconds_bucket{product=\"verify_basic\",le=\"2\"} 2");
        says("assay_job_seconds_bucket{product=\"verify_basic\",le=\"+Inf\"} 2");
        says("assay_job_seconds_sum{product=\"verify_basic\"} 3.000");
        const auto price = support::reservation_order(1).goods.price.atoms();
        std::string digits = base::concat(2 * price);
        digits.insert(0, digits.size() < 7 ? 7 - digits.size() : 0, '0');
        digits.insert(digits.size() - 6, ".");
        says("assay_sold_usdc_total" + labels + " " + digits);
    }

    void refusals_and_commits_are_counted_by_the_pools()
    {
        const api::Replies replies{"https://assay.example", &tally};
        static_cast<void>(replies.problem(catalog::ProblemCode::busy));
        says("assay_refusals_total{code=\"busy\"} 1");
        says("assay_refusals_total{code=\"job_gone\"} 0");
        db::Database timed{
            {.path = world.database.path(), .took = [&](auto time) { tally.committed(time); }}};
        db::write(timed, "kept", [](db::Writer& writer) { writer.run("DELETE FROM alarm"); });
        db::write(timed, "dropped", [](db::Writer&) { return false; });
        tally.committed(std::chrono::milliseconds{30});
        says("assay_commit_seconds_bucket{le=\"0.025\"} 1");
        says("assay_commit_seconds_bucket{le=\"0.100\"} 2");
        says("assay_commit_seconds_count 2");
    }

    void an_alarm_that_stands_is_one()
    {
        world.bulletin.raise_alarm("rpc_silent", "");
        world.bulletin.raise_alarm("of_yesterday", "");
        says("assay_alarm{code=\"rpc_silent\"} 1");
        says("assay_alarm{code=\"wal_large\"} 0");
        CPPUNIT_ASSERT_EQUAL(std::string::npos, text().find("of_yesterday"));
    }

    void a_balance_that_is_no_number_is_left_out()
    {
        for (const char* garbage : {"", "-1", "1 2", "x\n# TYPE y gauge"}) {
            world.bulletin.observe({"anchor_balance", "ok", garbage, world.clock.now()});
            CPPUNIT_ASSERT_EQUAL(std::string::npos, text().find("assay_anchor_balance_wei"));
        }
        world.bulletin.observe({"anchor_balance", "ok", "12", world.clock.now()});
        says("assay_anchor_balance_wei 12");
    }

    void promtool_takes_metrics_and_rules()
    {
        if (std::system("command -v promtool >/dev/null 2>&1") != 0) {
            std::cerr << "skipped: promtool is not installed (Debian's package prometheus)\n";
            return;
        }
        complete(1);
        const auto file = world.file("metrics");
        base::replace_file(file, text(), 0600);
        for (const auto& command : {"promtool check metrics <" + file,
                                    std::string{"promtool check rules systemd/assay.rules.yml"}})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(command, 0, std::system((command + " >&2").c_str()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MetricsTest);

} // namespace
