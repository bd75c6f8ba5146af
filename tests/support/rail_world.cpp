#include "support/rail_world.hpp"

#include "base/json.hpp"
#include "pay/request_digest.hpp"

#include <array>

namespace support {

pay::VerifyOutcome FakeFacilitator::verify(const pay::PaymentPayload&, const pay::Terms&,
                                           pay::Deadline deadline)
{
    ++verifies;
    verify_deadline = deadline;
    during_verify();
    return verify_outcome;
}

pay::SettleOutcome FakeFacilitator::settle(const pay::PaymentPayload&, const pay::Terms&,
                                           std::size_t endpoint, pay::Deadline deadline)
{
    ++settles;
    settle_deadline = deadline;
    settled_at = endpoint;
    during_settle();
    return settle_outcome;
}

pay::SaleOutcome RailWorld::sell(const PaymentText& text, const std::string& body,
                                 pay::FacilitatorRail& by)
{
    const pay::PaymentPayload payload = text.parsed();
    return by.sell({.payload = payload,
                    .terms = terms,
                    .goods = {.product = "verify_basic",
                              .lane = std::string{k_lane},
                              .price = terms.price,
                              .sla = std::chrono::seconds{300},
                              .lane_capacity = lane_capacity,
                              .stands_in = stands_in},
                    .request = body,
                    .request_digest = pay::request_digest("verify_basic", body),
                    .buyer = {.client = client},
                    .deadline = std::chrono::steady_clock::now() + budget,
                    .client_gone = client_gone});
}

std::string RailWorld::body_of(const PaymentText& text) const
{
    const bool is_first = text.nonce == good_payment(wallet, terms, clock.now()).nonce;
    return is_first ? std::string{k_body}
                    : base::json::dump(base::json::object("payload", text.nonce).get());
}

std::optional<job::Payment> RailWorld::reservation(const PaymentText& text)
{
    const auto payload = text.parsed();
    return reservations.find_payment({terms.token.network, terms.token.contract,
                                      payload.authorization.from, payload.authorization.nonce});
}

std::string name_of(const pay::SaleOutcome& outcome)
{
    constexpr std::array k_names{
        "Accepted", "Repeat",             "PaymentRequiredAgain", "Spent",
        "Lost",     "Reused",             "IdentifierConflict",   "Busy",
        "Unfit",    "FacilitatorDown",    "Pending"};
    static_assert(k_names.size() == std::variant_size_v<pay::SaleOutcome>);
    return k_names[outcome.index()];
}

} // namespace support
