// Judgements of one thing each, for tests of what the ledger makes of them.
#pragma once

#include "store/ledger.hpp"

namespace support {

inline store::Recorded record(store::Ledger& ledger, const store::Judgement& judgement)
{
    return ledger.record(judgement,
                         [](const store::Recorded&) { return std::vector<store::ClaimAnswer>{}; });
}

inline store::Confirmed confirm(store::Ledger& ledger, const store::NamedOrder& order,
                                const job::Transfer& transfer)
{
    return record(ledger, {.payments = {{order, transfer}}}).payments.at(0);
}

// False: it had another fate, or was credited before.
inline bool credit(store::Ledger& ledger, const job::Transfer& transfer,
                   std::optional<std::int64_t> job_seq, std::string_view reason)
{
    if (ledger.fate_of(transfer) == job::Fate::credited) return false;
    record(ledger, {.owed = {{transfer, job_seq, reason}}});
    return ledger.fate_of(transfer) == job::Fate::credited;
}

inline void note(store::Ledger& ledger, const job::Transfer& transfer)
{
    record(ledger, {.came = {transfer}});
}

} // namespace support
