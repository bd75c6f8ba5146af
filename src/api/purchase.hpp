// A paid request on rail v2, read and valid in itself, becomes a sale: what every door that sells
// has in common. How its outcome is told is the door's.
#pragma once

#include "api/context.hpp"
#include "api/source_vetting.hpp"
#include "base/json.hpp"
#include "fcgi/message.hpp"
#include "pay/payment_payload.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace api {

struct Asked {
    const catalog::Offer& offer;
    pay::PaymentPayload payload;
    std::string checked; // canonical JSON of the known members
    std::vector<NamedPage> pages;
    bool declines_model = false;
    base::json::Ref warnings;     // of what was not read of its body
    std::chrono::seconds wait{0}; // for its result, as its buyer prefers; 0: not at all
    // Memory that is let go with `checked`, once that is needed no more.
    std::optional<base::ByteBudget::Share> room{};
};

struct Purchase {
    pay::SaleOutcome outcome;
    // The job of a pay::Accepted or pay::Repeat as it is by now, with its artifact when it is
    // complete and `shows_result`. Absent when the buyer does not wait for the result.
    std::optional<job::View> view{};
    bool shows_result = false;
    bool has_waited = false; // as `wait` asks
};

// Steps (c) to (j) (DESIGN.md, 5), and the wait for the result. `request`: who asks, and since
// when; its body is not needed. `context.rail` is there.
Purchase purchase(const fcgi::Request& request, Asked asked, Context& context);

} // namespace api
