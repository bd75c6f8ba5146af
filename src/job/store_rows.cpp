#include "job/store_rows.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>

namespace job::rows {

namespace {

// A value our own database must hold well-formed.
template <typename T> T sound(std::optional<T> value, std::string_view what)
{
    if (!value) throw base::Fault{base::concat("corrupt row: ", what)};
    return *std::move(value);
}

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

} // namespace

std::optional<std::int64_t> seq_of(db::Connection& connection, const value::JobId& id)
{
    auto row = connection.query("SELECT seq FROM jobs WHERE job_id = ?1", id.text());
    if (!row.step()) return std::nullopt;
    return row.integer(0);
}

Job job(db::Connection& connection, std::int64_t seq)
{
    auto row = connection.query(
        "SELECT job_id, rail, product, state, lane, price_atoms, sla_sec, attempt, progress_stage, "
        "progress_done, progress_total, created_ms, updated_ms, completed_ms, error "
        "FROM jobs WHERE seq = ?1",
        seq);
    if (!row.step()) throw base::Fault{base::concat("no job has the row ", seq)};
    Job out{
        .seq = seq,
        .id = sound(value::JobId::parse(row.text(0)), "job_id"),
        .rail = std::string{row.text(1)},
        .product = std::string{row.text(2)},
        .state = state_from(row.text(3)),
        .lane = std::string{row.text(4)},
        .price = amount(row.integer(5)),
        .sla = std::chrono::seconds{row.integer(6)},
        .attempt = static_cast<int>(row.integer(7)),
        .progress = std::nullopt,
        .created = base::instant_from_ms(row.integer(11)),
        .updated = base::instant_from_ms(row.integer(12)),
        .completed = std::nullopt,
        .error = std::string{row.text(14)},
    };
    // What an earlier attempt reported is no progress of the job.
    if (out.state == State::running && !row.is_null(8))
        out.progress = Progress{std::string{row.text(8)}, row.integer(9), row.integer(10)};
    if (!row.is_null(13)) out.completed = base::instant_from_ms(row.integer(13));
    return out;
}

std::string request(db::Connection& connection, std::int64_t seq)
{
    auto row = connection.query("SELECT request FROM job_body WHERE job_seq = ?1", seq);
    if (!row.step()) throw base::Fault{base::concat("no request has the row ", seq)};
    return std::string{row.text(0)};
}

std::optional<Payment> payment(db::Connection& connection, const Job& job)
{
    auto row = connection.query(
        "SELECT network, asset, payer, nonce, phase, value_atoms, signature, request_digest, "
        "response, tx_hash, reason, lease_until_ms, identifier FROM payment WHERE job_seq = ?1",
        job.seq);
    if (!row.step()) return std::nullopt;
    const base::ByteView signature = row.blob(6);
    return Payment{
        .job_seq = job.seq,
        .job_id = job.id,
        .key = {sound(value::EvmNetwork::parse(row.text(0)), "network"), address(row.blob(1)),
                address(row.blob(2)), sound(value::Digest::from_bytes(row.blob(3)), "nonce")},
        .phase = phase_from(row.text(4)),
        .value = amount(row.integer(5)),
        .signature = {signature.begin(), signature.end()},
        .request_digest = sound(value::Digest::from_bytes(row.blob(7)), "request_digest"),
        .response = std::string{row.text(8)},
        .tx_hash = std::string{row.text(9)},
        .reason = std::string{row.text(10)},
        .lease_until = base::instant_from_ms(row.integer(11)),
        .identifier = row.is_null(12) ? std::nullopt : std::optional{std::string{row.text(12)}},
    };
}

DuePayment due_payment(db::Connection& connection, std::int64_t job_seq)
{
    auto known = payment(connection, job(connection, job_seq));
    auto row = connection.query(
        "SELECT payload, requirements, pay_to, valid_before_s, endpoint, log_index, looks, "
        "created_ms, updated_ms FROM payment WHERE job_seq = ?1",
        job_seq);
    if (!known || !row.step()) throw base::Fault{base::concat("no payment has the row ", job_seq)};
    return {
        .payment = *std::move(known),
        .payload = std::string{row.text(0)},
        .requirements = std::string{row.text(1)},
        .pay_to = address(row.blob(2)),
        .valid_before = row.integer(3),
        .endpoint = static_cast<std::size_t>(row.integer(4)),
        .is_proven = !row.is_null(5),
        .looks = static_cast<int>(row.integer(6)),
        .created = base::instant_from_ms(row.integer(7)),
        .updated = base::instant_from_ms(row.integer(8)),
    };
}

std::vector<Credit> credits(db::Connection& connection, std::int64_t job_seq)
{
    std::vector<Credit> out;
    auto row =
        connection.query("SELECT seq, rail, payer, value_atoms, tx_hash, reason, state, refund_tx "
                         "FROM credit WHERE job_seq = ?1 ORDER BY seq",
                         job_seq);
    while (row.step())
        out.push_back({
            .seq = row.integer(0),
            .rail = std::string{row.text(1)},
            .payer = std::string{row.text(2)},
            .value = amount(row.integer(3)),
            .tx_hash = std::string{row.text(4)},
            .reason = std::string{row.text(5)},
            .state = std::string{row.text(6)},
            .refund_tx = std::string{row.text(7)},
        });
    return out;
}

void count_refusal(db::Connection& connection, std::int64_t job_seq, base::Instant now)
{
    connection.run("DELETE FROM refusal WHERE at_ms <= ?1", base::to_ms(now - k_refusal_window));
    connection.run("INSERT INTO refusal (client, at_ms, job_seq) "
                   "SELECT client, ?2, seq FROM jobs WHERE seq = ?1",
                   job_seq, base::to_ms(now));
}

std::optional<std::int64_t> first_integer(db::Statement row)
{
    if (!row.step()) return std::nullopt;
    return row.integer(0);
}

void require_one(int changed, std::string_view what)
{
    if (changed != 1)
        throw base::Fault{base::concat("rows out of step: ", what, " changed ", changed)};
}

} // namespace job::rows
