#include "store/witnesses.hpp"

#include "base/concat.hpp"
#include "db/statement.hpp"

namespace store {

namespace {

constexpr std::string_view k_subject = "rpc_witnesses";
// A word, so that no reader reads a number out of a text.
constexpr std::string_view k_enough = "enough";
constexpr std::string_view k_too_few = "too_few";

} // namespace

Observation witness_observation(std::size_t fresh, base::Instant now)
{
    return {.subject = std::string{k_subject},
            .status = std::string{fresh >= k_witnesses_needed ? k_enough : k_too_few},
            .detail = base::concat(fresh),
            .at = now};
}

bool has_two_witnesses(db::Reader reader, base::Instant now)
{
    auto row = reader.query("SELECT at_ms FROM observation WHERE subject = ?1 AND status = ?2",
                            k_subject, k_enough);
    return row.step() &&
           std::chrono::abs(now - base::instant_from_ms(row.integer(0))) <= k_witnesses_fresh;
}

} // namespace store
