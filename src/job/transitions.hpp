// The state machine of a job as data (DESIGN.md, 7). Every SQL update of a state is made
// from this table and says `WHERE state = <from>`.
#pragma once

#include "job/job.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace job {

enum class Event {
    transfer_confirmed,
    ttl_passed,          // in chain time
    transfer_found_late, // sent in time, seen after the order had expired
    transfer_lost,       // it fell out of the chain
    resubmitted,         // the request came again, paid for
    settled,             // the facilitator's money is in (and proven, where asked)
    not_paid,            // refused, released, or decided unpaid
    used_after_all,      // a refused authorization was used on-chain
    claimed,             // by a worker
    artifact_stored,
    attempt_failed, // or lease lost, with attempts left
    attempts_used_up,
    retention_over, // nothing of it is owed or undecided, and it ended long ago
};

struct Move {
    State from;
    Event event;
    State to;
};

std::span<const Move> moves();

// nullopt: the event does not happen in that state.
std::optional<State> next(State state, Event event);

// The one move an event makes: each event but retention_over, for which there is next(), happens in
// one state only (a test keeps it so).
const Move& move_of(Event event);

std::string_view to_text(State state);
std::string_view to_text(Phase phase);
// Throws Fault: the text comes from our own database.
State state_from(std::string_view text);
Phase phase_from(std::string_view text);
// Words that an operator typed: nullopt when the text is not one of them.
std::optional<State> find_state(std::string_view text);
std::optional<Phase> find_phase(std::string_view text);

} // namespace job
