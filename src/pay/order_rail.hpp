// The gate of rail v1 (DESIGN.md, 6): what an order comes to, and what the request that was ordered
// comes to when it is sent again. What comes in for it meanwhile is the transfer judge's.
#pragma once

#include "job/goods.hpp"
#include "pay/busy.hpp"
#include "store/orders.hpp"

#include <optional>
#include <string_view>
#include <variant>

namespace pay {

// A request to order, already parsed and valid.
struct Wish {
    job::Goods goods;
    job::Buyer buyer;
    value::Digest request_digest; // pay::request_digest of the product and the request
    // Names an Idempotency-Key of this client on this route.
    std::optional<value::Digest> repeat_key;
};

// --- what the buyer is told ---

// The order as it stands: made just now, by an earlier request with the same key, or by a twin.
struct Stands {
    job::OrderView order;
};
// 409: the same Idempotency-Key with another request.
struct KeyConflict {};
using OrderOutcome = std::variant<Stands, KeyConflict, Busy>;

// 409: the order is for another request.
struct Mismatch {};
// 503: it stays paid; the same request again.
struct NoRoom {};
using ResubmitOutcome = std::variant<Stands, Mismatch, NoRoom>;

struct OrderSettings {
    // The network, the token and the recipient of the buyer's payment.
    value::EvmNetwork network;
    value::EvmAddress asset;
    value::EvmAddress pay_to;
    int max_awaiting = 0; // orders of a client
    int max_per_hour = 0;
};

// Not thread-safe: one per thread, as its Database.
class OrderRail {
public:
    OrderRail(const store::Access& at, const OrderSettings& settings);

    OrderOutcome place(const Wish& wish);

    // `request`: canonical JSON of the known members, whose digest `digest` is.
    ResubmitOutcome resubmit(const job::OrderView& order, const value::Digest& digest,
                             std::string_view request);

private:
    store::Orders m_orders;
    const base::Clock& m_clock;
    OrderSettings m_settings;
};

} // namespace pay
