// Rows of the job tables as values, for the stores. Corrupt rows throw Fault.
#pragma once

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/columns.hpp"
#include "db/database.hpp"
#include "job/goods.hpp"
#include "job/transitions.hpp"
#include "job/view.hpp"
#include "store/bulletin.hpp"
#include "store/settlements.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace store::rows {

// A value our own database must hold well-formed.
template <typename T> T sound(std::optional<T> value, std::string_view what)
{
    if (!value) throw base::Fault{base::concat("corrupt row: ", what)};
    return *std::move(value);
}
value::EvmAddress address(base::ByteView bytes);
value::AtomicUsd amount(std::int64_t atoms);

// In one snapshot of its own, if no transaction is open. nullopt: unknown id.
std::optional<job::View> view(db::Reader reader, const value::JobId& id, bool with_artifact);

// Throw Fault when the row is not there: the caller has seen its key.
job::View view(db::Reader reader, std::int64_t seq);
std::string request(db::Reader reader, std::int64_t seq);
DuePayment due_payment(db::Reader reader, std::int64_t job_seq);
std::vector<job::Credit> credits(db::Reader reader, std::int64_t job_seq);
std::optional<job::Credit> credit(db::Reader reader, std::int64_t seq);

// What a row must begin with for read_credit().
inline constexpr db::Columns k_credit{
    "credit.seq, credit.rail, credit.payer, credit.value_atoms, credit.tx_hash, credit.reason, "
    "credit.state, credit.refund_tx"};
job::Credit read_credit(const db::Statement& row);

// Whether the disk has room for the outcome of what is sold now, beside that of what is sold
// already.
bool has_space(const db::Database& database);

// The last word on the subject; nullopt: there is none.
std::optional<Observation> observation(db::Reader reader, std::string_view subject);
// Whether the worker has beaten lately: see k_heartbeat_fresh.
bool is_worker_fresh(db::Reader reader, base::Instant now);
// Whether what needs it may be sold: see k_vantage.
bool is_met(db::Reader reader, job::Need need);
// Whether the last look saw nothing of the network: what needs pages is not sold.
bool is_offline(db::Reader reader);
// Whether the last look found no list of certificate logs: no scan is sold.
bool lacks_log_list(db::Reader reader);
// Whether a record of accounts holds for the model as the worker saw it last.
bool are_accounts_judged(db::Reader reader);
// Whether analyses are: see k_engine.
bool is_engine_fit(db::Reader reader);

// A block of the chain. Blocks go by their time, and those of one second by their number; zeros
// come before all.
struct BlockPlace {
    std::int64_t time_s = 0;
    std::uint64_t number = 0;

    auto operator<=>(const BlockPlace&) const = default;
};

// The newest block that the worker has seen, its time never one that is still to come.
BlockPlace newest_block(db::Reader reader, const value::EvmNetwork& network, base::Instant now);

// When the worker looks for the first time whether a refused authorization was used after all.
inline constexpr std::chrono::seconds k_first_refusal_look{15};

// The owner of a payment that is not sent, and of one that the worker has taken over.
inline constexpr std::string_view k_nobody_sends = "-";
inline constexpr std::string_view k_worker_sends = "";

// Whether the job fits into its lane, beside those that are settling, queued and running.
bool has_room(db::Reader reader, const job::Goods& goods);

// The first column of the first row; nullopt without a row.
std::optional<std::int64_t> first_integer(db::Statement row);

} // namespace store::rows
