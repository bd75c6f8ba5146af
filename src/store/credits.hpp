// What became of money that is owed: the operator says that it was sent back, or that it will not
// be. Both are said once and for all. The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/job.hpp"

#include "base/result.hpp"
#include "value/evm.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace store {

enum class CloseRefused {
    unknown,        // no credit has this number
    own_receipt,    // the transaction is the one that brought the money
    closed,         // it is waived, or was paid back by another transaction
    amount_missing, // a sum of dust grows: how much was sent back must be said
    amount_differs  // it is not what is owed; of a sum, more than that
};

class Credits {
public:
    // `is_trial`: each answers as ever, and nothing is kept.
    explicit Credits(const Access& at, bool is_trial = false) : m_at{at}, m_is_trial{is_trial} {}

    // open -> refunded by `refund_tx`, which may pay back several credits. The same again changes
    // nothing. Returns the credit as it is now. `amount`: what was sent; nullopt: what is owed. Of
    // a sum of dust, which may have grown since it was read, what was not sent stays owed as a
    // credit of its own.
    base::Result<job::Credit, CloseRefused> refunded(std::int64_t seq,
                                                     const value::TxHash& refund_tx,
                                                     std::optional<value::AtomicUsd> amount = {});
    // open -> waived: it will not be paid back. The same again changes nothing.
    base::Result<job::Credit, CloseRefused> waive(std::int64_t seq);

private:
    struct Closing {
        std::string_view state;
        std::string refund_tx{};
        std::optional<value::AtomicUsd> amount{};
    };
    base::Result<job::Credit, CloseRefused> close(std::int64_t seq, const Closing& closing);
    // In the caller's transaction. One that was closed so before is a success that changes nothing.
    base::Result<job::Credit, CloseRefused> close_now(db::Writer& writer, std::int64_t seq,
                                                      const Closing& closing);
    // What is left of a sum when so much of it is sent back.
    void keep_rest(db::Writer& writer, const job::Credit& sum, value::AtomicUsd sent);

    Access m_at;
    bool m_is_trial;
};

} // namespace store
