// The record of accounts: how many of the sentences that a model has edited a person has found in
// their quotes. It is bound as the record of reviews is (record.hpp), to the questions and the gate
// of an account.
#pragma once

#include "llm/record_parts.hpp"

namespace llm {

// Fewer say too little: of 200 three may be false (4.3 %), and four are too many (5.03 %).
inline constexpr std::int64_t k_least_judged = 200;

struct AccountRecord : Measurement {
    Share false_ones; // of the judged sentences those that their quotes do not carry
    std::int64_t edited_at_first = 0;
    std::int64_t rewritten = 0; // edited when they were asked for once more
    std::int64_t quoted = 0;    // refused twice, and shown as their quotes
    std::int64_t median_ms = 0; // what half of the accounts took at most

    // Why no account is sold by it, a plain sentence; empty: the level is "sold".
    [[nodiscard]] std::string reason() const;
    [[nodiscard]] std::string_view level() const { return reason().empty() ? "sold" : "none"; }
};

// {"format": "assay-account-record/1", ...}, a line for each member.
std::string account_record_text(const AccountRecord& record);
// The error is a plain sentence. A level or a reason that does not follow from the figures is one.
base::Result<AccountRecord, std::string> parse_account_record(std::string_view text);

// What the record of the configuration says today.
struct AccountStanding {
    std::optional<AccountRecord> record; // nullopt: there is none, or it cannot be read
    std::string why_void;                // why what is there does not hold, a plain sentence

    [[nodiscard]] bool is_sold() const
    {
        return record && why_void.empty() && record->reason().empty();
    }
};

// Reads the file at llm.account_record. `reported`: what the server calls its model; empty: not
// known yet.
AccountStanding account_standing_of(const config::Llm& llm, std::string_view reported = {});

// What everybody may read: {"level", "reason"}, and of one that holds "date" and "false".
base::json::Ref public_json(const AccountStanding& standing);

} // namespace llm
