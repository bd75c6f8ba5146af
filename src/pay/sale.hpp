// A sale on rail v2: what was asked for, and what it can come to.
#pragma once

#include "base/result.hpp"
#include "job/goods.hpp"
#include "pay/busy.hpp"
#include "pay/facilitator.hpp"
#include "pay/terms.hpp"
#include "pay/terms_check.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace pay {

// The request as it is stored; nullopt: as it is.
using Prepared = std::optional<std::string>;
struct Unprepared {
    // The array of validation errors of a 422, JSON text; nullopt: no look is possible now.
    std::optional<std::string> problems;
};

// One paid request, already parsed and valid.
struct Sale {
    const PaymentPayload& payload;
    const Terms& terms;
    job::Goods goods;
    std::string_view request;     // canonical JSON of the known members, until `let_go`
    value::Digest request_digest; // pay::request_digest of `product` and `request`
    job::Buyer buyer;
    // What the signature shows of the payer: the rail finds out.
    Signer signer = Signer::none;
    // End of the inline budget: 55 s after the request's first byte.
    Deadline deadline;
    // Asked now and then while waiting; true ends the wait.
    std::function<bool()> client_gone;
    // What takes time and only a payment that is good is worth: asked when the facilitator has
    // called it valid, and before anything is sent. Empty: there is nothing to prepare.
    std::function<base::Result<Prepared, Unprepared>()> prepare{};
    // Takes a place among those that wait for their result; false: none is free, and it is not
    // sold. Empty: it need not wait.
    std::function<bool()> take_place{};
    // The request is needed no longer: the caller lets it go before it is waited for anything.
    std::function<void()> let_go = [] {};
};

// --- what the buyer is told ---

// 202: sold and queued just now.
struct Accepted {
    value::JobId job_id;
    std::string payment_response; // SettleResponse, JSON text for PAYMENT-RESPONSE
};
// The purchase that stands in for the same request under a new authorization, which is not used.
struct Earlier {
    base::Instant created;
    std::optional<base::Instant> until; // when the request is sold again; nullopt: once it is done
};
// As the first answer, with status and progress of now: the same payment and request again.
struct Repeat {
    value::JobId job_id;
    std::string payment_response;
    std::optional<Earlier> earlier{};
};
// 402 with fresh terms: no money moved. `error` is the facilitators' word for it.
struct PaymentRequiredAgain {
    std::string error;
    std::string detail;           // one sentence for the buyer
    std::string payment_response; // success:false, JSON text; empty when no facilitator was asked
};
// 409 payment_spent, charged:true: settled, and so on the chain for anybody to read; who shows it
// has not shown to be its buyer.
struct Spent {
    bool is_free_anew = false; // the same request, signed anew by its payer, is not charged now
};
// 410 paid_before_restore, charged:true: it was used while that was sold which the database, an
// older copy, lacks. What it paid is owed to its payer.
struct Lost {};
// 409 payment_reused: this authorization paid for another request.
struct Reused {};
// 409 idempotency_conflict: the payer has used this payment-identifier for another request, or the
// authorization came with another identifier before.
struct IdentifierConflict {
    // The very payment, or the very request under its name by a payer who cannot be proven, has
    // bought: whether it is settled. nullopt: nothing was bought with what was shown.
    std::optional<bool> is_settled{};
};
// 503, charged:false: no facilitator answered in time and nothing was sent to settle.
struct FacilitatorDown {
    std::string detail; // for the log
};
// 503 settlement_pending, charged:null: undecided as yet. The same header again.
struct Pending {
    value::JobId job_id;
    std::string detail; // for the log
    std::optional<Earlier> earlier{};
    bool shows_job = true; // false: who asks has not shown to be its buyer
};

// 422: the request is not one that can be carried out; the header stays good, and it counts as a
// refusal: it took a look outside.
struct Unfit {
    std::string detail; // the array of validation errors, JSON text
};

using SaleOutcome = std::variant<Accepted, Repeat, PaymentRequiredAgain, Spent, Lost, Reused,
                                 IdentifierConflict, Busy, Unfit, FacilitatorDown, Pending>;

} // namespace pay
