#include "store/rows.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/sha256.hpp"

#include <algorithm>

namespace store::rows {

value::EvmAddress address(base::ByteView bytes)
{
    value::EvmAddress::Raw raw{};
    if (bytes.size() != raw.size()) throw base::Fault{"corrupt row: address"};
    std::ranges::copy(bytes, raw.begin());
    return value::EvmAddress{raw};
}

value::AtomicUsd amount(std::int64_t atoms)
{
    return sound(value::AtomicUsd::checked(atoms), "amount");
}

namespace {

constexpr db::Columns k_view{
    "jobs.job_id, rail, product, "
    "CASE WHEN kept = 'books' THEN 'purged' ELSE jobs.state END AS state, lane, "
    "price_atoms, sla_sec, attempt, progress_stage, progress_done, progress_total, "
    "jobs.created_ms, jobs.updated_ms, completed_ms, error, jobs.seq, request_id, "
    "payment.network, asset, payer, payment.nonce, phase, value_atoms, signature, request_digest, "
    "response, payment.tx_hash, reason, payment.lease_until_ms, identifier, payment.block_number, "
    "payment.updated_ms, "
    "result_hash, verdict, anchor_outbox.status, CASE WHEN ?3 = 1 THEN artifact END AS artifact, "
    "method, anchor_tx.network, callee, anchor_tx.tx_hash, anchor_tx.block_number, block_time_s"};
constexpr auto k_find_view =
    "SELECT " + k_view +
    " FROM jobs "
    "LEFT JOIN payment ON payment.job_seq = jobs.seq "
    "LEFT JOIN anchor_outbox ON anchor_outbox.job_seq = jobs.seq "
    "LEFT JOIN anchor_tx ON anchor_tx.seq = anchor_outbox.tx_seq "
    "LEFT JOIN job_body ON job_body.job_seq = jobs.seq "
    "WHERE jobs.seq = coalesce(?1, (SELECT seq FROM jobs WHERE job_id = ?2))";

job::Job read_job(const db::Statement& row)
{
    job::Job out{
        .seq = row.integer(k_view.at("jobs.seq")),
        .id = sound(value::JobId::parse(row.text(k_view.at("jobs.job_id"))), "job_id"),
        .rail = std::string{row.text(k_view.at("rail"))},
        .product = std::string{row.text(k_view.at("product"))},
        .state = job::state_from(row.text(k_view.at("state"))),
        .lane = std::string{row.text(k_view.at("lane"))},
        .price = amount(row.integer(k_view.at("price_atoms"))),
        .sla = std::chrono::seconds{row.integer(k_view.at("sla_sec"))},
        .attempt = static_cast<int>(row.integer(k_view.at("attempt"))),
        .progress = std::nullopt,
        .created = base::instant_from_ms(row.integer(k_view.at("jobs.created_ms"))),
        .updated = base::instant_from_ms(row.integer(k_view.at("jobs.updated_ms"))),
        .completed = std::nullopt,
        .error = std::string{row.text(k_view.at("error"))},
        .request_id = std::string{row.text(k_view.at("request_id"))},
    };
    // What an earlier attempt reported is not progress of the job.
    if (out.state == job::State::running && !row.is_null(k_view.at("progress_stage")))
        out.progress = job::Progress{std::string{row.text(k_view.at("progress_stage"))},
                                     row.integer(k_view.at("progress_done")),
                                     row.integer(k_view.at("progress_total"))};
    if (!row.is_null(k_view.at("completed_ms")))
        out.completed = base::instant_from_ms(row.integer(k_view.at("completed_ms")));
    return out;
}

// nullopt: the job was not bought by an authorization.
std::optional<job::Payment> read_payment(const db::Statement& row, const job::Job& job)
{
    if (row.is_null(k_view.at("payment.network"))) return std::nullopt;
    const base::ByteView signature = row.blob(k_view.at("signature"));
    return job::Payment{
        .job_seq = job.seq,
        .job_id = job.id,
        .rail = job.rail,
        .key = {sound(value::EvmNetwork::parse(row.text(k_view.at("payment.network"))), "network"),
                address(row.blob(k_view.at("asset"))), address(row.blob(k_view.at("payer"))),
                value::Digest::from_bytes(row.blob(k_view.at("payment.nonce")))},
        .phase = job::phase_from(row.text(k_view.at("phase"))),
        .value = amount(row.integer(k_view.at("value_atoms"))),
        .signature = {signature.begin(), signature.end()},
        .request_digest = sound(value::Digest::from_bytes(row.blob(k_view.at("request_digest"))),
                                "request_digest"),
        .response = std::string{row.text(k_view.at("response"))},
        .tx_hash = std::string{row.text(k_view.at("payment.tx_hash"))},
        .reason = std::string{row.text(k_view.at("reason"))},
        .lease_until = base::instant_from_ms(row.integer(k_view.at("payment.lease_until_ms"))),
        .identifier = row.is_null(k_view.at("identifier"))
                          ? std::nullopt
                          : std::optional{std::string{row.text(k_view.at("identifier"))}},
        .block_number = row.is_null(k_view.at("payment.block_number"))
                            ? std::nullopt
                            : std::optional{static_cast<std::uint64_t>(
                                  row.integer(k_view.at("payment.block_number")))},
        .updated = base::instant_from_ms(row.integer(k_view.at("payment.updated_ms"))),
    };
}

job::Result read_result(const db::Statement& row, bool with_artifact)
{
    if (with_artifact && row.is_null(k_view.at("artifact")))
        throw base::Fault{"a complete job without artifact"};
    return {.artifact = std::string{row.text(k_view.at("artifact"))},
            .hash =
                sound(value::Digest::from_bytes(row.blob(k_view.at("result_hash"))), "result_hash"),
            .verdict = std::string{row.text(k_view.at("verdict"))},
            .anchor_status = row.is_null(k_view.at("anchor_outbox.status"))
                                 ? std::string{"off"}
                                 : std::string{row.text(k_view.at("anchor_outbox.status"))}};
}

std::optional<job::AnchorView> read_anchor(const db::Statement& row)
{
    if (row.is_null(k_view.at("method"))) return std::nullopt;
    job::AnchorView out{
        .method = std::string{row.text(k_view.at("method"))},
        .network =
            sound(value::EvmNetwork::parse(row.text(k_view.at("anchor_tx.network"))), "network"),
        .callee = address(row.blob(k_view.at("callee"))),
        .tx_hash = std::string{row.text(k_view.at("anchor_tx.tx_hash"))},
        .block_number = std::nullopt,
        .block_time = std::nullopt,
    };
    if (row.is_null(k_view.at("anchor_tx.block_number"))) return out;
    out.block_number = static_cast<std::uint64_t>(row.integer(k_view.at("anchor_tx.block_number")));
    out.block_time = base::instant_from_ms(1000 * row.integer(k_view.at("block_time_s")));
    return out;
}

// By its row, or without one by its public name. The artifact, which may be megabytes, is left
// where it is unless it was asked for. Polls are made of this: one statement, and credits are read
// while it pins the snapshot.
std::optional<job::View> find_view(db::Reader reader, std::optional<std::int64_t> seq,
                                   std::string_view id, bool with_artifact)
{
    auto row = reader.query(k_find_view, seq, id, std::int64_t{with_artifact});
    if (!row.step()) return std::nullopt;
    job::View view{read_job(row), std::nullopt, {}, std::nullopt, std::nullopt};
    view.payment = read_payment(row, view.job);
    if (view.job.state == job::State::complete) view.result = read_result(row, with_artifact);
    view.anchor = read_anchor(row);
    view.credits = credits(reader, view.job.seq);
    return view;
}

} // namespace

std::optional<job::View> view(db::Reader reader, const value::JobId& id, bool with_artifact)
{
    return find_view(reader, std::nullopt, id.text(), with_artifact);
}

job::View view(db::Reader reader, std::int64_t seq)
{
    auto found = find_view(reader, seq, {}, false);
    if (!found) throw base::Fault{base::concat("no job has the row ", seq)};
    return *std::move(found);
}

std::string request(db::Reader reader, std::int64_t seq)
{
    auto row = reader.query("SELECT request FROM job_body WHERE job_seq = ?1", seq);
    if (!row.step()) throw base::Fault{base::concat("no request has the row ", seq)};
    return std::string{row.text(0)};
}

namespace {

constexpr db::Columns k_due{
    "payload, requirements, pay_to, valid_before_s, endpoint, log_index, looks, created_ms, "
    "updated_ms, owner, due_ms, CASE WHEN payload <> '' THEN 1 ELSE 0 END AS has_request, "
    "awaits_payer"};
constexpr auto k_find_due = "SELECT " + k_due + " FROM payment WHERE job_seq = ?1";

} // namespace

DuePayment due_payment(db::Reader reader, std::int64_t job_seq)
{
    auto known = view(reader, job_seq).payment;
    auto row = reader.query(k_find_due, job_seq);
    if (!known || !row.step()) throw base::Fault{base::concat("no payment has the row ", job_seq)};
    return {
        .payment = *std::move(known),
        .payload = std::string{row.text(k_due.at("payload"))},
        .requirements = std::string{row.text(k_due.at("requirements"))},
        .pay_to = address(row.blob(k_due.at("pay_to"))),
        .valid_before = row.integer(k_due.at("valid_before_s")),
        .endpoint = static_cast<std::size_t>(row.integer(k_due.at("endpoint"))),
        .is_proven = !row.is_null(k_due.at("log_index")),
        .is_taken_over = row.text(k_due.at("owner")) == k_worker_sends,
        .is_never_sent = row.text(k_due.at("owner")) == k_nobody_sends,
        .has_request = row.integer(k_due.at("has_request")) != 0,
        .awaits_payer = row.integer(k_due.at("awaits_payer")) != 0,
        .looks = static_cast<int>(row.integer(k_due.at("looks"))),
        .due = row.is_null(k_due.at("due_ms"))
                   ? std::nullopt
                   : std::optional{base::instant_from_ms(row.integer(k_due.at("due_ms")))},
        .created = base::instant_from_ms(row.integer(k_due.at("created_ms"))),
        .updated = base::instant_from_ms(row.integer(k_due.at("updated_ms"))),
    };
}

std::optional<Observation> observation(db::Reader reader, std::string_view subject)
{
    auto row =
        reader.query("SELECT status, detail, at_ms FROM observation WHERE subject = ?1", subject);
    if (!row.step()) return std::nullopt;
    return Observation{std::string{subject}, std::string{row.text(0)}, std::string{row.text(1)},
                       base::instant_from_ms(row.integer(2))};
}

bool is_worker_fresh(db::Reader reader, base::Instant now)
{
    auto row = reader.query("SELECT at_ms FROM heartbeat WHERE id = 1");
    return row.step() && is_fresh_beat(base::instant_from_ms(row.integer(0)), now);
}

BlockPlace newest_block(db::Reader reader, const value::EvmNetwork& network, base::Instant now)
{
    auto row =
        reader.query("SELECT head_s, head_block FROM scan WHERE network = ?1", network.text());
    if (!row.step()) return {};
    return {std::min(row.integer(0), base::to_ms(now) / 1000),
            static_cast<std::uint64_t>(row.integer(1))};
}

bool is_engine_fit(db::Reader reader)
{
    const auto seen = observation(reader, k_engine);
    return !seen || seen->status == k_need_met;
}

bool is_offline(db::Reader reader)
{
    const auto seen = observation(reader, k_vantage);
    return seen && seen->status == k_offline;
}

bool lacks_log_list(db::Reader reader)
{
    const auto seen = observation(reader, k_vantage);
    return seen && seen->status == k_without_log_list;
}

bool are_accounts_judged(db::Reader reader)
{
    const auto seen = observation(reader, k_account_record);
    return seen && seen->status == k_accounts_sold;
}

bool is_met(db::Reader reader, job::Need need)
{
    switch (need) {
    case job::Need::nothing: return true;
    case job::Need::vantage: {
        const auto seen = observation(reader, k_vantage);
        return !seen || seen->status == k_need_met;
    }
    case job::Need::model: {
        const auto seen = observation(reader, k_model);
        return seen && seen->status == k_need_met;
    }
    case job::Need::account: return is_met(reader, job::Need::model);
    }
    __builtin_unreachable();
}

namespace {

constexpr auto k_credits_of_job =
    "SELECT " + k_credit + " FROM credit WHERE job_seq = ?1 ORDER BY seq";
constexpr auto k_find_credit = "SELECT " + k_credit + " FROM credit WHERE seq = ?1";

} // namespace

job::Credit read_credit(const db::Statement& row)
{
    return {
        .seq = row.integer(k_credit.at("credit.seq")),
        .rail = std::string{row.text(k_credit.at("credit.rail"))},
        .payer = std::string{row.text(k_credit.at("credit.payer"))},
        .value = amount(row.integer(k_credit.at("credit.value_atoms"))),
        .tx_hash = std::string{row.text(k_credit.at("credit.tx_hash"))},
        .reason = std::string{row.text(k_credit.at("credit.reason"))},
        .state = std::string{row.text(k_credit.at("credit.state"))},
        .refund_tx = std::string{row.text(k_credit.at("credit.refund_tx"))},
    };
}

std::vector<job::Credit> credits(db::Reader reader, std::int64_t job_seq)
{
    std::vector<job::Credit> out;
    auto row = reader.query(k_credits_of_job, job_seq);
    while (row.step()) out.push_back(read_credit(row));
    return out;
}

std::optional<job::Credit> credit(db::Reader reader, std::int64_t seq)
{
    auto row = reader.query(k_find_credit, seq);
    if (!row.step()) return std::nullopt;
    return read_credit(row);
}

bool has_space(const db::Database& database)
{
    // What the jobs that are sold already may still write, into the log and into the database.
    constexpr std::int64_t k_room_kept = std::int64_t{32} * 1024 * 1024;
    return database.free_bytes() >= k_room_kept;
}

bool has_room(db::Reader reader, const job::Goods& goods)
{
    auto row =
        reader.query("SELECT coalesce(sum(places), 0) FROM lane_load WHERE lane = ?1", goods.lane);
    row.step();
    const std::int64_t taken = row.integer(0);
    // What is larger than its lane is done when that is empty.
    return taken + std::min(goods.places, goods.lane_capacity) <= goods.lane_capacity &&
           taken < goods.lane_capacity;
}

std::optional<std::int64_t> first_integer(db::Statement row)
{
    if (!row.step()) return std::nullopt;
    return row.integer(0);
}

} // namespace store::rows
