// The state machine as data: what may happen, what may not, and how it is spelled.
#include "job/transitions.hpp"

#include "base/fault.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>
#include <tuple>

namespace {

using job::Event;
using job::Phase;
using job::State;

constexpr State k_states[] = {State::awaiting_payment, State::payment_confirmed,
                              State::expired,          State::settling,
                              State::rejected,         State::queued,
                              State::running,          State::complete,
                              State::failed,           State::purged};
constexpr Event k_events[] = {
    Event::transfer_confirmed, Event::ttl_passed,     Event::transfer_found_late,
    Event::transfer_lost,      Event::resubmitted,    Event::settled,
    Event::not_paid,           Event::used_after_all, Event::claimed,
    Event::artifact_stored,    Event::attempt_failed, Event::attempts_used_up,
    Event::retention_over};

class TransitionsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TransitionsTest);
    CPPUNIT_TEST(every_other_event_in_every_state_moves_nothing);
    CPPUNIT_TEST(each_event_but_one_happens_in_one_state_only);
    CPPUNIT_TEST(complete_and_failed_are_only_purged_and_purged_is_final);
    CPPUNIT_TEST(stored_words_are_the_names_of_enumerators);
    CPPUNIT_TEST(unknown_words_are_faults);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_other_event_in_every_state_moves_nothing()
    {
        // Decisions, section 5, typed once more on purpose.
        const std::set<std::tuple<State, Event, State>> expected = {
            {State::awaiting_payment, Event::transfer_confirmed, State::payment_confirmed},
            {State::awaiting_payment, Event::ttl_passed, State::expired},
            {State::expired, Event::transfer_found_late, State::payment_confirmed},
            {State::payment_confirmed, Event::transfer_lost, State::awaiting_payment},
            {State::payment_confirmed, Event::resubmitted, State::queued},
            {State::settling, Event::settled, State::queued},
            {State::settling, Event::not_paid, State::rejected},
            {State::rejected, Event::used_after_all, State::queued},
            {State::queued, Event::claimed, State::running},
            {State::running, Event::artifact_stored, State::complete},
            {State::running, Event::attempt_failed, State::queued},
            {State::running, Event::attempts_used_up, State::failed},
            {State::complete, Event::retention_over, State::purged},
            {State::failed, Event::retention_over, State::purged},
            {State::expired, Event::retention_over, State::purged},
            {State::rejected, Event::retention_over, State::purged},
        };
        std::size_t moved = 0;
        for (const State state : k_states)
            for (const Event event : k_events)
                if (const auto to = job::next(state, event)) {
                    ++moved;
                    CPPUNIT_ASSERT(expected.contains({state, event, *to}));
                }
        CPPUNIT_ASSERT_EQUAL(expected.size(), moved);
        CPPUNIT_ASSERT_EQUAL(expected.size(), job::moves().size());
    }

    void each_event_but_one_happens_in_one_state_only()
    {
        for (const Event event : k_events) {
            if (event == Event::retention_over) continue;
            int states = 0;
            for (const State state : k_states) states += job::next(state, event) ? 1 : 0;
            CPPUNIT_ASSERT_EQUAL(1, states);
            CPPUNIT_ASSERT(job::move_of(event).event == event);
        }
    }

    void complete_and_failed_are_only_purged_and_purged_is_final()
    {
        for (const Event event : k_events) {
            CPPUNIT_ASSERT(!job::next(State::purged, event));
            if (event == Event::retention_over) continue;
            CPPUNIT_ASSERT(!job::next(State::complete, event));
            CPPUNIT_ASSERT(!job::next(State::failed, event));
        }
    }

    void stored_words_are_the_names_of_enumerators()
    {
        CPPUNIT_ASSERT(job::to_text(State::awaiting_payment) == "awaiting_payment");
        CPPUNIT_ASSERT(job::to_text(State::payment_confirmed) == "payment_confirmed");
        CPPUNIT_ASSERT(job::to_text(State::expired) == "expired");
        CPPUNIT_ASSERT(job::to_text(State::settling) == "settling");
        CPPUNIT_ASSERT(job::to_text(State::rejected) == "rejected");
        CPPUNIT_ASSERT(job::to_text(State::queued) == "queued");
        CPPUNIT_ASSERT(job::to_text(State::running) == "running");
        CPPUNIT_ASSERT(job::to_text(State::complete) == "complete");
        CPPUNIT_ASSERT(job::to_text(State::failed) == "failed");
        CPPUNIT_ASSERT(job::to_text(State::purged) == "purged");
        CPPUNIT_ASSERT(job::to_text(Phase::settled_unproven) == "settled_unproven");
        for (const State state : k_states)
            CPPUNIT_ASSERT(job::state_from(job::to_text(state)) == state);
        for (const Phase phase : {Phase::reserved, Phase::settle_sent, Phase::settled_unproven,
                                  Phase::settled, Phase::refused})
            CPPUNIT_ASSERT(job::phase_from(job::to_text(phase)) == phase);
    }

    void unknown_words_are_faults()
    {
        for (const char* word : {"", "Queued", "queued ", "done"}) {
            CPPUNIT_ASSERT_THROW(job::state_from(word), base::Fault);
            CPPUNIT_ASSERT_THROW(job::phase_from(word), base::Fault);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TransitionsTest);

} // namespace
