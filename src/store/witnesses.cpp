#include "store/witnesses.hpp"

#include "base/concat.hpp"
#include "store/rows.hpp"

#include <algorithm>

namespace store {

namespace {

constexpr std::string_view k_subject = "rpc_witnesses";
// Words, so that no reader reads a number out of a text; the place of each is the number.
constexpr std::string_view k_words[] = {"none", "one", "enough"};

} // namespace

Observation witness_observation(std::size_t fresh, base::Instant now)
{
    return {.subject = std::string{k_subject},
            .status = std::string{k_words[std::min(fresh, k_most_witnesses_needed)]},
            .detail = base::concat(fresh),
            .at = now};
}

std::size_t count_witnesses(db::Reader reader, base::Instant now)
{
    const auto told = rows::observation(reader, k_subject);
    if (!told || std::chrono::abs(now - told->at) > k_witnesses_fresh) return 0;
    const auto* word = std::ranges::find(k_words, told->status);
    return word == std::end(k_words) ? 0 : static_cast<std::size_t>(word - std::begin(k_words));
}

} // namespace store
