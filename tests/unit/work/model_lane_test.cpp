// A job that was sold with a model: it has a line to one, its record is kept, and whatever the
// model does the buyer has a review or their money. Real store, real children.
#include "work/lane.hpp"

#include "base/fd.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;
using job::State;

constexpr std::chrono::seconds k_patience{20};

class ModelLaneTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ModelLaneTest);
    CPPUNIT_TEST(the_record_is_kept_beside_the_artifact);
    CPPUNIT_TEST(a_model_that_was_away_is_paid_back_and_looked_at);
    CPPUNIT_TEST(an_artifact_without_its_record_is_a_failed_attempt);
    CPPUNIT_TEST(without_a_model_the_line_is_closed);
    CPPUNIT_TEST(who_hangs_beside_their_model_is_ended);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    base::SystemClock clock;
    support::TempDir directory;
    job::WakeWatcher watcher{world.file("wake")};
    std::string engine = directory.file("engine");
    base::config::Llm llm;
    work::ModelNews news;
    work::Places reading{1};

    void write_engine(const std::string& script) const
    {
        base::replace_file(engine, "#!/bin/bash\ncat >/dev/null\n" + script, 0700);
    }

    job::View run()
    {
        const work::ModelPlan model{
            .program = "/bin/true", .llm = llm, .token = "secret", .news = news};
        auto order = support::reservation_order(1);
        order.lane = "model";
        const auto id = world.queue(order).job_id;
        const work::Lane lane{{.share = {.lane = "model", .is_in_turn = true},
                               .worker = "worker-a",
                               .run_program = engine,
                               .database = {.path = world.connection.path()},
                               .reading = &reading,
                               .model = &model},
                              clock,
                              world.waker,
                              watcher};
        const auto ends = std::chrono::steady_clock::now() + k_patience;
        for (;;) {
            const auto ticket = watcher.ticket();
            auto view = world.jobs.find(id, job::Store::Artifact::fetch);
            if (view->job.state == State::complete || view->job.state == State::failed)
                return std::move(*view);
            CPPUNIT_ASSERT_MESSAGE("the job did not end", std::chrono::steady_clock::now() < ends);
            watcher.wait(ticket, 50ms);
        }
    }

    static std::string credits(const job::View& view)
    {
        std::string out;
        for (const auto& each : view.credits) out += each.reason + ' ';
        return out;
    }

public:
    void the_record_is_kept_beside_the_artifact()
    {
        // The line stands beside the envelope, and no token is in what an analysis is told.
        write_engine("told=$(cat <&4)\n[[ -e /proc/self/fd/5 && $told == *nonce* && $told != "
                     "*secret* ]] || exit 70\n"
                     R"(echo '{"artifact":{"verdict":"PASS"},"transcript":{"z":1,"calls":[]}}')");
        const auto view = run();
        CPPUNIT_ASSERT(view.job.state == State::complete);
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, view.result->verdict);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"calls":[],"z":1})"}, world.jobs.transcript(view.job));
        CPPUNIT_ASSERT(view.result->artifact.find("calls") == std::string::npos);
        CPPUNIT_ASSERT(view.credits.empty());
        CPPUNIT_ASSERT(!news.take());
    }

    void a_model_that_was_away_is_paid_back_and_looked_at()
    {
        write_engine(
            R"(echo '{"artifact":{"engine":{"degraded_reason":"model_away"}},"transcript":{}}')");
        const auto view = run();
        CPPUNIT_ASSERT(view.job.state == State::complete); // the built-in review is theirs
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away "}, credits(view));
        CPPUNIT_ASSERT(news.take());
        CPPUNIT_ASSERT(!news.take());
    }

    void an_artifact_without_its_record_is_a_failed_attempt()
    {
        write_engine(R"(echo '{"verdict":"PASS"}')");
        const auto view = run();
        CPPUNIT_ASSERT(view.job.state == State::failed);
        CPPUNIT_ASSERT_EQUAL(std::string{"job_failed "}, credits(view));
    }

    // As after [llm] was taken out of the configuration.
    void without_a_model_the_line_is_closed()
    {
        write_engine("[[ -z $(timeout 5 cat <&5) ]] || exit 70\n"
                     R"(echo '{"artifact":{"verdict":"PASS"},"transcript":{}}')");
        llm.url.clear();
        CPPUNIT_ASSERT(run().job.state == State::complete);
    }

    void who_hangs_beside_their_model_is_ended()
    {
        // The deadline of an attempt is told, and lies within half the sla.
        write_engine("told=$(cat <&4)\n[[ $told =~ \\\"deadline_ms\\\":([0-9]+) ]] || exit 70\n"
                     R"(echo "{\"artifact\":{\"ms\":${BASH_REMATCH[1]}},\"transcript\":{}}")");
        llm.job_time = 3600s;
        const auto view = run();
        CPPUNIT_ASSERT_MESSAGE(view.job.error, view.job.state == State::complete);
        CPPUNIT_ASSERT(view.result->artifact.find("\"ms\":110000") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelLaneTest);

} // namespace
