#include "job/transitions.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>
#include <array>

namespace job {

namespace {

constexpr Move k_moves[] = {
    {State::settling, Event::settled, State::queued},
    {State::settling, Event::not_paid, State::rejected},
    {State::rejected, Event::used_after_all, State::queued},
    {State::queued, Event::claimed, State::running},
    {State::running, Event::artifact_stored, State::complete},
    {State::running, Event::attempt_failed, State::queued},
    {State::running, Event::attempts_used_up, State::failed},
};

template <typename Word> struct Spelling {
    Word word;
    std::string_view text;
};

constexpr Spelling<State> k_states[] = {
    {State::settling, "settling"}, {State::rejected, "rejected"}, {State::queued, "queued"},
    {State::running, "running"},   {State::complete, "complete"}, {State::failed, "failed"},
};

constexpr Spelling<Phase> k_phases[] = {
    {Phase::reserved, "reserved"},       {Phase::verified, "verified"},
    {Phase::settle_sent, "settle_sent"}, {Phase::settled_unproven, "settled_unproven"},
    {Phase::settled, "settled"},         {Phase::refused, "refused"},
};

template <typename Word, std::size_t N>
std::string_view spell(const Spelling<Word> (&table)[N], Word word)
{
    const auto* at = std::ranges::find(table, word, &Spelling<Word>::word);
    if (at == std::end(table)) throw base::Fault{"a word without spelling"};
    return at->text;
}

template <typename Word, std::size_t N>
Word read(const Spelling<Word> (&table)[N], std::string_view text)
{
    const auto* at = std::ranges::find(table, text, &Spelling<Word>::text);
    if (at == std::end(table))
        throw base::Fault{base::concat("unknown word in the database: ", text)};
    return at->word;
}

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
    return spell(k_states, state);
}

std::string_view to_text(Phase phase)
{
    return spell(k_phases, phase);
}

State state_from(std::string_view text)
{
    return read(k_states, text);
}

Phase phase_from(std::string_view text)
{
    return read(k_phases, text);
}

std::optional<Phase> find_phase(std::string_view text)
{
    const auto* at = std::ranges::find(k_phases, text, &Spelling<Phase>::text);
    return at == std::end(k_phases) ? std::nullopt : std::optional{at->word};
}

} // namespace job
