// A job that was sold with a model: it has a line to one, its record is kept, and whatever the
// model does the buyer has a review or their money. Real store, real children.
#include "lane_case.hpp"

#include "base/json.hpp"

namespace {

using namespace std::chrono_literals;
using job::State;

class ModelLaneTest : public lane_test::LaneCase {
    CPPUNIT_TEST_SUITE(ModelLaneTest);
    CPPUNIT_TEST(the_record_is_kept_beside_the_artifact);
    CPPUNIT_TEST(a_model_that_was_away_is_paid_back_and_looked_at);
    CPPUNIT_TEST(a_model_that_did_our_text_meanwhile_was_not_away);
    CPPUNIT_TEST(an_artifact_without_its_record_is_a_failed_attempt);
    CPPUNIT_TEST(without_a_model_the_line_is_closed);
    CPPUNIT_TEST(an_attempt_ends_within_half_the_sla);
    CPPUNIT_TEST(an_account_is_written_in_the_first_attempt_alone);
    CPPUNIT_TEST(half_the_price_of_an_account_is_owed_without_a_model);
    CPPUNIT_TEST(a_job_that_waits_for_pages_keeps_no_other_from_the_model);
    CPPUNIT_TEST_SUITE_END();

    config::Llm llm;
    work::ModelNews news;
    work::ModelPlan model{.program = "/bin/true", .llm = llm, .token = "secret", .news = news};
    work::ModelLook model_look{{.programs = {engine, engine}, .patience = 5s}, model};
    work::Places asking{1};
    work::Places reading{1};

    std::unique_ptr<work::Lane> start_lane(const std::string& lane = "model")
    {
        const bool fetches = lane == "model_pages";
        return std::make_unique<work::Lane>(
            work::LanePlan{.share = {.lane = lane, .is_in_turn = fetches},
                           .worker = "worker-a",
                           .programs = {engine, engine},
                           .database = {.path = world.database.path()},
                           .analysing = &asking,
                           .reading = fetches ? &reading : nullptr,
                           .model = &model,
                           .model_look = &model_look},
            clock, world.waker, watcher);
    }

    value::JobId queue(unsigned number = 1, const char* product = "verify_deep")
    {
        auto order = support::reservation_order(number);
        order.goods.lane = "model";
        order.goods.product = product;
        return world.queue(order).job_id;
    }

    job::View run(const char* product = "verify_deep")
    {
        const auto id = queue(1, product);
        const auto lane = start_lane();
        return wait_until(id,
                          [](State now) { return now == State::complete || now == State::failed; });
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
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"calls":[],"z":1})"},
                             world.reading.transcript(view.job));
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
        CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::model)); // our text failed, too
        CPPUNIT_ASSERT(news.take());
        CPPUNIT_ASSERT(!news.take());
    }

    // The buyer's text used up the budget: it is reviewed, and its price is kept.
    void a_model_that_did_our_text_meanwhile_was_not_away()
    {
        write_engine(
            "[[ $1 == verify_standard ]] && lack=null || lack='\"model_away\"'\n"
            R"(echo '{"artifact":{"engine":{"degraded_reason":'$lack'}},"transcript":{}}')");
        const auto view = run();
        CPPUNIT_ASSERT_EQUAL(std::string{}, credits(view));
        CPPUNIT_ASSERT(view.result->artifact.find(R"("degraded_reason":"model_budget")") !=
                       std::string::npos);
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::model));
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

    // Whatever job_time says: the deadline is told, and the child killed by it.
    void an_attempt_ends_within_half_the_sla()
    {
        write_engine("told=$(cat <&4)\n[[ $told =~ \\\"deadline_ms\\\":([0-9]+) ]] || exit 70\n"
                     R"(echo "{\"artifact\":{\"ms\":${BASH_REMATCH[1]}},\"transcript\":{}}")");
        llm.job_time = 3600s;
        const auto view = run();
        CPPUNIT_ASSERT_MESSAGE(view.job.error, view.job.state == State::complete);
        CPPUNIT_ASSERT(view.result->artifact.find("\"ms\":110000") != std::string::npos);
    }

    // Behind a crash what is sold beside an account is made, within the sla, and nothing is asked.
    void an_account_is_written_in_the_first_attempt_alone()
    {
        const auto times = directory.file("times");
        const auto tries = directory.file("tries");
        llm.url = "http://127.0.0.1:1/v1";
        llm.job_time = 3600s;
        model.program = directory.file("courier");
        base::replace_file(model.program,
                           "#!/bin/bash\n"
                           R"([[ $(cat <&4) =~ \"time_ms\":([0-9]+) ]])"
                           "\necho -n \"${BASH_REMATCH[1]} \" >>" +
                               times + "\nexec sleep 20",
                           0700);
        // It ends once the courier of its attempt has told its time.
        write_engine("echo >>" + tries + "\nuntil [ $(wc -w <" + times + ") = $(wc -l <" + tries +
                     ") ]; do sleep .02; done 2>/dev/null\n[ $(wc -l <" + tries +
                     ") = 2 ] || exit 70\n"
                     R"(echo '{"artifact":{"engine":{"degraded_reason":"model_budget"}},)"
                     R"("transcript":{}}')");
        const auto view = run("synthesis");
        CPPUNIT_ASSERT_MESSAGE(view.job.error, view.job.state == State::complete);
        CPPUNIT_ASSERT_EQUAL(std::string{"180000 0 "}, base::read_file(times, 100));
        CPPUNIT_ASSERT_EQUAL(std::string{}, credits(view));
    }

    void half_the_price_of_an_account_is_owed_without_a_model()
    {
        write_engine(
            R"(echo '{"artifact":{"engine":{"degraded_reason":"model_away"}},"transcript":{}}')");
        const auto view = run("brief");
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away "}, credits(view));
        CPPUNIT_ASSERT_EQUAL(view.job.price.atoms() / 2, view.credits.front().value.atoms());
    }

    void a_job_that_waits_for_pages_keeps_no_other_from_the_model()
    {
        base::replace_file(engine,
                           "#!/bin/bash\ncase $1 in fetch) until [ -e " + directory.file("go") +
                               R"( ]; do sleep 0.02; done
               echo '{"pages":[{"status":"unreachable","reason":"not_in_time"}]}' ;;
               *) echo '{"artifact":{"verdict":"PASS"},"transcript":{}}' ;; esac)",
                           0700);
        const auto texts = start_lane();
        const auto pages = start_lane("model_pages");
        auto order = support::reservation_order(2);
        order.goods.lane = "model_pages";
        order.request = R"({"query":"?","sources":["https://a.example"]})";
        const auto slow = world.queue(order).job_id;
        wait_until(slow, State::running);
        wait_until(queue(), State::complete);
        CPPUNIT_ASSERT(world.state(slow) == State::running);
        base::replace_file(directory.file("go"), "", 0644);
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"},
                             wait_until(slow, State::complete).result->verdict);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelLaneTest);

} // namespace
