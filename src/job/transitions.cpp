#include "job/transitions.hpp"

#include "base/fault.hpp"
#include "job/spelling.hpp"

#include <algorithm>
#include <array>

namespace job {

namespace {

constexpr Move k_moves[] = {
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

constexpr Spelling<State> k_order_states[] = {
    {State::awaiting_payment, "awaiting_payment"},
    {State::payment_confirmed, "payment_confirmed"},
    {State::expired, "expired"},
    {State::settling, "settling"},
    {State::rejected, "rejected"},
    {State::queued, "queued"},
    {State::running, "running"},
    {State::complete, "complete"},
    {State::failed, "failed"},
    {State::purged, "purged"},
};

constexpr Spelling<Phase> k_phases[] = {
    {Phase::reserved, "reserved"},
    {Phase::settle_sent, "settle_sent"},
    {Phase::settled_unproven, "settled_unproven"},
    {Phase::settled, "settled"},
    {Phase::refused, "refused"},
};

} // namespace

std::span<const Move> moves()
{
    return k_moves;
}

std::optional<State> next(State state, Event event)
{
    for (const Move& move : k_moves)
        if (move.from == state && move.event == event) return move.to;
    return std::nullopt;
}

const Move& move_of(Event event)
{
    const auto* at = std::ranges::find(k_moves, event, &Move::event);
    if (at == std::end(k_moves)) throw base::Fault{"an event that moves nothing"};
    return *at;
}

std::string_view to_text(State state)
{
    return spell(k_order_states, state);
}

std::string_view to_text(Phase phase)
{
    return spell(k_phases, phase);
}

State state_from(std::string_view text)
{
    return read_spelling(k_order_states, text);
}

Phase phase_from(std::string_view text)
{
    return read_spelling(k_phases, text);
}

namespace {

template <typename T, std::size_t n>
std::optional<T> find_word(const Spelling<T> (&spellings)[n], std::string_view text)
{
    const auto* at = std::ranges::find(spellings, text, &Spelling<T>::text);
    return at == std::end(spellings) ? std::nullopt : std::optional{at->word};
}

} // namespace

std::optional<State> find_state(std::string_view text)
{
    return find_word(k_order_states, text);
}

std::optional<Phase> find_phase(std::string_view text)
{
    return find_word(k_phases, text);
}

} // namespace job
