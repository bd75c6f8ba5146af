// Which steps a lane's plan asks for, and that what was held is free before the finish. Real store,
// real children.
#include "work/steps.hpp"

#include "lane_case.hpp"

#include <utility>

namespace {

using job::State;

class StepsTest : public lane_test::LaneCase {
    CPPUNIT_TEST_SUITE(StepsTest);
    CPPUNIT_TEST(a_plan_has_the_steps_that_it_needs);
    CPPUNIT_TEST(a_stop_ends_the_waiting_for_a_place_and_uses_no_attempt_up);
    CPPUNIT_TEST(a_place_is_free_before_the_finish);
    CPPUNIT_TEST_SUITE_END();

    config::Llm llm;
    work::ModelNews news;
    work::ModelPlan model{.program = "/bin/true", .llm = llm, .token = "", .news = news};
    work::ModelLook model_look{{.programs = {engine, engine}, .patience = std::chrono::seconds{5}},
                               model};
    work::Places analysing{1};
    work::Places reading{1};

    work::LanePlan plan()
    {
        return {.share = {.lane = std::string{support::k_lane}},
                .worker = std::string{support::k_worker},
                .programs = {engine, engine},
                .database = {.path = world.database.path()}};
    }

    work::Attempt attempt_at(const store::ClaimedJob& claimed, store::Queue& queue,
                             bool may_wait = true)
    {
        return {.claimed = claimed,
                .queue = queue,
                .bulletin = world.bulletin,
                .clock = clock,
                .keep_going = [] { return true; },
                .keep_waiting = [may_wait] { return may_wait; },
                .is_staying = [] { return true; },
                .on_progress = [](const job::Progress&) {}};
    }

public:
    void a_plan_has_the_steps_that_it_needs()
    {
        work::LanePlan scans = plan();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, work::steps_of(scans).all.size());
        CPPUNIT_ASSERT(work::steps_of(scans).before_claim == nullptr);
        work::LanePlan texts = plan();
        texts.analysing = &analysing;
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, work::steps_of(texts).all.size());
        CPPUNIT_ASSERT(work::steps_of(texts).before_claim == &analysing);
        work::LanePlan pages = texts;
        pages.reading = &reading;
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, work::steps_of(pages).all.size());
        CPPUNIT_ASSERT(work::steps_of(pages).before_claim == nullptr);
        work::LanePlan asks = pages;
        asks.model = &model;
        asks.model_look = &model_look;
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, work::steps_of(asks).all.size());
    }

    void a_stop_ends_the_waiting_for_a_place_and_uses_no_attempt_up()
    {
        work::LanePlan pages = plan();
        pages.reading = &reading;
        pages.analysing = &analysing;
        const auto steps = work::steps_of(pages);
        const auto held = analysing.take(0, [] { return true; });
        const auto claimed = world.start(support::reservation_order(1), support::k_worker);
        store::Queue queue{{world.database, clock, world.waker}};
        auto attempt = attempt_at(claimed, queue, /*may_wait=*/false);
        for (const auto& step : steps.all)
            if (!attempt.is_over) step->take(attempt);
        CPPUNIT_ASSERT(attempt.is_over && attempt.outcome.end == work::ChildEnd::stopped);
        steps.last->take(attempt);
        CPPUNIT_ASSERT(world.state(claimed.job.id) == State::queued);
    }

    void a_place_is_free_before_the_finish()
    {
        write_engine(R"(echo '{"verdict":"PASS"}')");
        work::LanePlan texts = plan();
        texts.analysing = &analysing;
        const auto steps = work::steps_of(texts);
        const auto claimed = world.start(support::reservation_order(1), support::k_worker);
        store::Queue queue{{world.database, clock, world.waker}};
        auto attempt = attempt_at(claimed, queue);
        attempt.place = analysing.take(0, [] { return true; });
        bool was_free = false;
        attempt.is_staying = [&] {
            was_free = analysing.take(0, [] { return false; }) != nullptr;
            return true;
        };
        for (const auto& step : steps.all) step->take(attempt);
        CPPUNIT_ASSERT(!attempt.is_over && attempt.place);
        steps.last->take(attempt);
        CPPUNIT_ASSERT(was_free);
        CPPUNIT_ASSERT(world.state(claimed.job.id) == State::complete);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StepsTest);

} // namespace
