#include "job/order.hpp"

#include "base/hex.hpp"
#include "job/spelling.hpp"

#include <algorithm>

namespace job {

namespace {

constexpr Spelling<ClaimState> k_claim_states[] = {
    {ClaimState::pending, "pending"},
    {ClaimState::confirmed, "confirmed"},
    {ClaimState::refused, "refused"},
};

constexpr Spelling<Fate> k_fates[] = {
    {Fate::waiting, "waiting"},   {Fate::paid, "paid"}, {Fate::facilitator, "facilitator"},
    {Fate::credited, "credited"}, {Fate::gone, "gone"},
};

} // namespace

bool is_paid_back(const OrderView& order)
{
    return std::ranges::any_of(order.view.credits, [](const Credit& credit) {
        return credit.reason == "never_resubmitted" && credit.state == "refunded";
    });
}

std::optional<value::JobId> job_id_in(const value::Digest& nonce)
{
    constexpr std::size_t k_job_id_chars = 30;
    const base::ByteView bytes{nonce.bytes()};
    const auto tail = bytes.subspan(k_job_id_chars);
    if (std::ranges::any_of(tail, [](auto byte) { return byte != 0; })) return std::nullopt;
    return value::JobId::parse(base::text_of(bytes.first(k_job_id_chars)));
}

std::string_view to_text(ClaimState state)
{
    return spell(k_claim_states, state);
}

std::string_view to_text(Fate fate)
{
    return spell(k_fates, fate);
}

ClaimState claim_state_from(std::string_view text)
{
    return read_spelling(k_claim_states, text);
}

Fate fate_from(std::string_view text)
{
    return read_spelling(k_fates, text);
}

} // namespace job
