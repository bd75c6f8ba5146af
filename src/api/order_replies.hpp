// What rail v1 answers: terms of a route, terms of one order, and how its payment stands
// (DESIGN.md, 6).
#pragma once

#include "api/replies.hpp"
#include "catalog/catalog.hpp"
#include "job/order.hpp"

#include <optional>
#include <string_view>

namespace api {

// Immutable once made; threads may share it.
class OrderReplies {
public:
    // Both must outlive the object.
    OrderReplies(const catalog::Catalog& catalog, const Replies& replies)
        : m_catalog{catalog}, m_replies{replies}
    {
    }

    // The terms of everything the route sells: 402 to a probe, 200 to GET.
    [[nodiscard]] fcgi::Response terms_of_route(const catalog::Family& family, int status) const;

    // 402: the order's own terms, and how to pay it. `code` and `detail` say why a claim did not
    // count, `found` (JSON) what its transaction moved; empty when nothing was claimed. `hints`:
    // more members, or nullptr.
    [[nodiscard]] fcgi::Response unpaid(const job::OrderView& order, std::string_view code = {},
                                        std::string_view detail = {}, std::string_view found = {},
                                        const json_t* hints = nullptr) const;
    // 202: a claim is undecided. The buyer must not pay again.
    [[nodiscard]] fcgi::Response pending(const job::OrderView& order,
                                         const job::Claim& claim) const;
    // 200 to the webhook, 202 to a poll: paid for, and what to do next.
    [[nodiscard]] fcgi::Response confirmed(const job::OrderView& order, int status) const;
    // 410 to who wants the result or to pay for it: the money was sent back (job::is_paid_back).
    [[nodiscard]] fcgi::Response paid_back(const job::OrderView& order) const;
    // 200: its time is over.
    [[nodiscard]] fcgi::Response expired(const job::OrderView& order) const;

private:
    [[nodiscard]] const catalog::Offer& offer_of(const job::Job& job) const;
    [[nodiscard]] base::json::Ref terms(const catalog::Family& family, base::json::Ref accepts,
                                        std::string_view error) const;
    [[nodiscard]] fcgi::Response status_reply(int status, const job::OrderView& order,
                                              base::json::Ref members) const;

    const catalog::Catalog& m_catalog;
    const Replies& m_replies;
};

} // namespace api
