// Whether what asks a model is sold: what a look at it says, and who is told.
#include "work/model_session.hpp"

#include "base/fd.hpp"
#include "support/bench_record.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>
#include <thread>

namespace {

using namespace std::chrono_literals;

constexpr const char* k_did_all = R"(echo '{"artifact":{"engine":{}},"transcript":{}}')";

class ModelSessionTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ModelSessionTest);
    CPPUNIT_TEST(a_model_that_does_all_of_it_is_sold);
    CPPUNIT_TEST(one_that_lacks_something_is_not);
    CPPUNIT_TEST(one_that_comes_back_is_sold_again);
    CPPUNIT_TEST(a_look_that_ends_otherwise_is_no_proof);
    CPPUNIT_TEST(while_all_is_well_nobody_looks_until_a_review_lacks_something);
    CPPUNIT_TEST(a_look_that_is_stopped_says_nothing);
    CPPUNIT_TEST(a_record_that_does_not_hold_is_an_alarm);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    std::string engine = world.file("engine");
    config::Llm llm;
    work::ModelNews news;
    work::ModelPlan model{.program = "/bin/true", .llm = llm, .token = {}, .news = news};
    work::ModelLook model_look{{.programs = {engine, engine}, .patience = 5s}, model};
    work::ModelDeskPlan plan{.database = {.path = world.database.path()},
                             .look = model_look,
                             .news = news,
                             .first_pause = 0ms,
                             .least_period = 0ms};
    std::unique_ptr<work::DeskSession> session =
        work::make_model_session(plan, world.clock, world.waker);

    // Reads what it is told, notes its words and the envelope, and says `said`.
    void engine_says(const std::string& said) const
    {
        base::replace_file(engine,
                           "#!/bin/bash\ncat > " + world.file("request") + "\necho \"$*\" >> " +
                               world.file("looks") + "\ncat <&4 > " + world.file("envelope") +
                               "\n" + said + "\n",
                           0700);
    }

    // "ok", or "away: model_canary"
    std::string told()
    {
        const auto seen = world.bulletin.observation(store::k_model);
        if (!seen) return "nothing";
        return seen->detail.empty() ? seen->status : seen->status + ": " + seen->detail;
    }
    std::string look()
    {
        session->round([] { return true; });
        return told();
    }
    std::string alarms()
    {
        std::string out;
        for (const auto& each : world.bulletin.alarms()) out += each.code + ' ';
        return out;
    }
    std::string looks() { return base::read_file(world.file("looks"), 10'000); }

public:
    void a_model_that_does_all_of_it_is_sold()
    {
        engine_says(k_did_all);
        CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::model));
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, look());
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::model));
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_standard\n"}, looks());
        CPPUNIT_ASSERT(base::read_file(world.file("envelope"), 10'000).find("\"nonce\"") !=
                       std::string::npos);
        CPPUNIT_ASSERT(base::read_file(world.file("request"), 10'000).starts_with("{\"payload\""));
    }

    void one_that_lacks_something_is_not()
    {
        engine_says(
            R"(echo '{"artifact":{"engine":{"degraded_reason":"model_canary"}},"transcript":{}}')");
        CPPUNIT_ASSERT_EQUAL(std::string{"away: model_canary"}, look());
        CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::model));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away "}, alarms());
    }

    void one_that_comes_back_is_sold_again()
    {
        one_that_lacks_something_is_not();
        engine_says(k_did_all);
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, look());
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
    }

    void a_look_that_ends_otherwise_is_no_proof()
    {
        for (const char* said : {"exit 70", "kill -9 $$", "echo '{}'", "echo nonsense", "exit 3"}) {
            engine_says(said);
            CPPUNIT_ASSERT_MESSAGE(said, look().starts_with("away: review "));
        }
        std::filesystem::remove(engine);
        CPPUNIT_ASSERT_EQUAL(std::string{"away: review exit 127"}, look());
    }

    void while_all_is_well_nobody_looks_until_a_review_lacks_something()
    {
        engine_says(k_did_all);
        look();
        look();
        news.tell(/*was_complete=*/true);
        look();
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_standard\n"}, looks());
        news.tell(/*was_complete=*/false);
        look();
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_standard\nverify_standard\n"}, looks());
        look();
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_standard\nverify_standard\n"}, looks());
    }

    void a_look_that_is_stopped_says_nothing()
    {
        engine_says("sleep 60");
        session->round([] { return false; });
        CPPUNIT_ASSERT_EQUAL(std::string{"nothing"}, told());
    }

    void a_record_that_does_not_hold_is_an_alarm()
    {
        llm.model = "small";
        llm.record = world.file("record");
        base::replace_file(llm.record, llm::record_text(tests::good_record()), 0600);
        const auto calls_itself = [&](const std::string& name) {
            engine_says(R"(echo '{"artifact":{"engine":{"llm":{"reported_model":")" + name +
                        R"("}}},"transcript":{}}')");
            news.tell(/*was_complete=*/false);
            look();
            return world.bulletin.observation(store::k_model_record)->status + ' ' + alarms();
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"A "}, calls_itself("small-1"));
        // The settings of the look itself are those of a job.
        const auto envelope = base::read_file(world.file("envelope"), 10'000);
        for (const char* member : {R"("measured":"small-1")", R"("found":148)", R"("of":197)",
                                   R"("set":"made/1")", R"("on":"2026-11-29")"})
            CPPUNIT_ASSERT_MESSAGE(member, envelope.find(member) != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"none llm_record_void "}, calls_itself("small-2"));
        CPPUNIT_ASSERT_EQUAL(std::string{"A "}, calls_itself("small-1"));
        base::replace_file(llm.record, "garbage", 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"none llm_record_void "}, calls_itself("small-1"));
        std::filesystem::remove(llm.record);
        CPPUNIT_ASSERT_EQUAL(std::string{"none "}, calls_itself("small-1"));
        llm.account_record = world.file("account_record");
        base::replace_file(llm.account_record,
                           llm::account_record_text(tests::good_account_record()), 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"none "}, calls_itself("small-1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"sold"},
                             world.bulletin.observation(store::k_account_record)->status);
        CPPUNIT_ASSERT_EQUAL(std::string{"none llm_record_void "}, calls_itself("small-2"));
        const auto seen = world.bulletin.observation(store::k_account_record);
        CPPUNIT_ASSERT(seen->status == "none" &&
                       seen->detail.starts_with(R"({"level":"none","reason":"the model called)"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelSessionTest);

} // namespace
