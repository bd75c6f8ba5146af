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

// Where in the one statement that reads a job each table's columns begin.
constexpr int k_job_at = 0;
constexpr int k_payment_at = 16;
constexpr int k_result_at = 30;
constexpr int k_anchor_at = 34;
constexpr int k_payment_updated_at = 40;

job::Job read_job(const db::Statement& row)
{
    const auto column = [](int number) { return k_job_at + number; };
    job::Job out{
        .seq = row.integer(column(15)),
        .id = sound(value::JobId::parse(row.text(column(0))), "job_id"),
        .rail = std::string{row.text(column(1))},
        .product = std::string{row.text(column(2))},
        .state = job::state_from(row.text(column(3))),
        .lane = std::string{row.text(column(4))},
        .price = amount(row.integer(column(5))),
        .sla = std::chrono::seconds{row.integer(column(6))},
        .attempt = static_cast<int>(row.integer(column(7))),
        .progress = std::nullopt,
        .created = base::instant_from_ms(row.integer(column(11))),
        .updated = base::instant_from_ms(row.integer(column(12))),
        .completed = std::nullopt,
        .error = std::string{row.text(column(14))},
    };
    // What an earlier attempt reported is no progress of the job.
    if (out.state == job::State::running && !row.is_null(column(8)))
        out.progress = job::Progress{std::string{row.text(column(8))}, row.integer(column(9)),
                                     row.integer(column(10))};
    if (!row.is_null(column(13))) out.completed = base::instant_from_ms(row.integer(column(13)));
    return out;
}

// nullopt: the job was not bought by an authorization.
std::optional<job::Payment> read_payment(const db::Statement& row, const job::Job& job)
{
    const auto column = [](int number) { return k_payment_at + number; };
    if (row.is_null(column(0))) return std::nullopt;
    const base::ByteView signature = row.blob(column(6));
    return job::Payment{
        .job_seq = job.seq,
        .job_id = job.id,
        .rail = job.rail,
        .key = {sound(value::EvmNetwork::parse(row.text(column(0))), "network"),
                address(row.blob(column(1))), address(row.blob(column(2))),
                value::Digest::from_bytes(row.blob(column(3)))},
        .phase = job::phase_from(row.text(column(4))),
        .value = amount(row.integer(column(5))),
        .signature = {signature.begin(), signature.end()},
        .request_digest = sound(value::Digest::from_bytes(row.blob(column(7))), "request_digest"),
        .response = std::string{row.text(column(8))},
        .tx_hash = std::string{row.text(column(9))},
        .reason = std::string{row.text(column(10))},
        .lease_until = base::instant_from_ms(row.integer(column(11))),
        .identifier = row.is_null(column(12)) ? std::nullopt
                                              : std::optional{std::string{row.text(column(12))}},
        .block_number = row.is_null(column(13))
                            ? std::nullopt
                            : std::optional{static_cast<std::uint64_t>(row.integer(column(13)))},
        .updated = base::instant_from_ms(row.integer(k_payment_updated_at)),
    };
}

job::Result read_result(const db::Statement& row, bool with_artifact)
{
    const auto column = [](int number) { return k_result_at + number; };
    if (with_artifact && row.is_null(column(3)))
        throw base::Fault{"a complete job without artifact"};
    return {.artifact = std::string{row.text(column(3))},
            .hash = sound(value::Digest::from_bytes(row.blob(column(0))), "result_hash"),
            .verdict = std::string{row.text(column(1))},
            .anchor_status =
                row.is_null(column(2)) ? std::string{"off"} : std::string{row.text(column(2))}};
}

std::optional<job::AnchorView> read_anchor(const db::Statement& row)
{
    const auto column = [](int number) { return k_anchor_at + number; };
    if (row.is_null(column(0))) return std::nullopt;
    job::AnchorView out{
        .method = std::string{row.text(column(0))},
        .network = sound(value::EvmNetwork::parse(row.text(column(1))), "network"),
        .callee = address(row.blob(column(2))),
        .tx_hash = std::string{row.text(column(3))},
        .block_number = std::nullopt,
        .block_time = std::nullopt,
    };
    if (row.is_null(column(4))) return out;
    out.block_number = static_cast<std::uint64_t>(row.integer(column(4)));
    out.block_time = base::instant_from_ms(1000 * row.integer(column(5)));
    return out;
}

// By its row, or without one by its public name. The artifact, which may be megabytes, is left
// where it is unless it was asked for. Polls are made of this: one statement, and credits are read
// while it pins the snapshot.
std::optional<job::View> find_view(db::Reader reader, std::optional<std::int64_t> seq,
                                   std::string_view id, bool with_artifact)
{
    auto row = reader.query(
        "SELECT jobs.job_id, rail, product, iif(kept = 'books', 'purged', jobs.state), lane, "
        "price_atoms, sla_sec, attempt, "
        "progress_stage, progress_done, progress_total, jobs.created_ms, jobs.updated_ms, "
        "completed_ms, error, jobs.seq, "
        "payment.network, asset, payer, payment.nonce, phase, value_atoms, signature, "
        "request_digest, response, "
        "payment.tx_hash, reason, payment.lease_until_ms, identifier, payment.block_number, "
        "result_hash, verdict, anchor_outbox.status, CASE WHEN ?3 THEN artifact END, "
        "method, anchor_tx.network, callee, anchor_tx.tx_hash, anchor_tx.block_number, "
        "block_time_s, payment.updated_ms FROM jobs "
        "LEFT JOIN payment ON payment.job_seq = jobs.seq "
        "LEFT JOIN anchor_outbox ON anchor_outbox.job_seq = jobs.seq "
        "LEFT JOIN anchor_tx ON anchor_tx.seq = anchor_outbox.tx_seq "
        "LEFT JOIN job_body ON job_body.job_seq = jobs.seq "
        "WHERE jobs.seq = coalesce(?1, (SELECT seq FROM jobs WHERE job_id = ?2))",
        seq, id, with_artifact);
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

DuePayment due_payment(db::Reader reader, std::int64_t job_seq)
{
    auto known = view(reader, job_seq).payment;
    auto row = reader.query(
        "SELECT payload, requirements, pay_to, valid_before_s, endpoint, log_index, looks, "
        "created_ms, updated_ms, owner, due_ms, payload <> '', awaits_payer FROM payment "
        "WHERE job_seq = ?1",
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
        .is_taken_over = row.text(9) == k_worker_sends,
        .is_never_sent = row.text(9) == k_nobody_sends,
        .has_request = row.integer(11) != 0,
        .awaits_payer = row.integer(12) != 0,
        .looks = static_cast<int>(row.integer(6)),
        .due =
            row.is_null(10) ? std::nullopt : std::optional{base::instant_from_ms(row.integer(10))},
        .created = base::instant_from_ms(row.integer(7)),
        .updated = base::instant_from_ms(row.integer(8)),
    };
}

void observe(db::Writer& writer, const Observation& observation)
{
    writer.run("INSERT INTO observation (subject, status, detail, at_ms) VALUES (?1, ?2, ?3, ?4) "
               "ON CONFLICT (subject) DO UPDATE SET status = ?2, detail = ?3, at_ms = ?4",
               observation.subject, observation.status, observation.detail,
               base::to_ms(observation.at));
}

std::optional<Observation> observation(db::Reader reader, std::string_view subject)
{
    auto row =
        reader.query("SELECT status, detail, at_ms FROM observation WHERE subject = ?1", subject);
    if (!row.step()) return std::nullopt;
    return Observation{std::string{subject}, std::string{row.text(0)}, std::string{row.text(1)},
                       base::instant_from_ms(row.integer(2))};
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
    }
    __builtin_unreachable();
}

job::Credit read_credit(const db::Statement& row)
{
    return {
        .seq = row.integer(0),
        .rail = std::string{row.text(1)},
        .payer = std::string{row.text(2)},
        .value = amount(row.integer(3)),
        .tx_hash = std::string{row.text(4)},
        .reason = std::string{row.text(5)},
        .state = std::string{row.text(6)},
        .refund_tx = std::string{row.text(7)},
    };
}

std::vector<job::Credit> credits(db::Reader reader, std::int64_t job_seq)
{
    std::vector<job::Credit> out;
    auto row =
        reader.query("SELECT seq, rail, payer, value_atoms, tx_hash, reason, state, refund_tx "
                     "FROM credit WHERE job_seq = ?1 ORDER BY seq",
                     job_seq);
    while (row.step()) out.push_back(read_credit(row));
    return out;
}

std::optional<job::Credit> credit(db::Reader reader, std::int64_t seq)
{
    auto row =
        reader.query("SELECT seq, rail, payer, value_atoms, tx_hash, reason, state, refund_tx "
                     "FROM credit WHERE seq = ?1",
                     seq);
    if (!row.step()) return std::nullopt;
    return read_credit(row);
}

std::string_view to_text(Refusal kind)
{
    return kind == Refusal::refused ? "refused" : "released";
}

void count_refusal(db::Writer& writer, Refusal kind, const job::Payment& payment, base::Instant now)
{
    base::Bytes header;
    const auto add = [&](base::ByteView bytes) {
        header.insert(header.end(), bytes.begin(), bytes.end());
    };
    add(payment.key.payer.bytes());
    add(payment.key.nonce->bytes());
    add(payment.request_digest.bytes());
    add(payment.signature);
    // What was sent to settle counts each time: its row and its request stay longer.
    const auto once = value::Digest{base::sha256(header)};
    add(base::bytes_of(base::concat(payment.job_seq)));
    const auto each = value::Digest{base::sha256(header)};
    writer.run("DELETE FROM refusal WHERE at_ms <= ?1", base::to_ms(now - k_refusal_window));
    // What was counted in the future was so before the clock was set back.
    std::vector<std::string> counted;
    {
        auto row = writer.query("SELECT client, site FROM jobs WHERE seq = ?1", payment.job_seq);
        if (row.step()) counted = {std::string{row.text(0)}, std::string{row.text(1)}};
    }
    for (const std::string& client : counted)
        if (!client.empty())
            writer.run("INSERT INTO refusal (client, kind, header, at_ms) SELECT ?6, ?2, "
                       "CASE WHEN is_sent = 1 THEN ?5 ELSE ?3 END, ?4 FROM payment "
                       "WHERE job_seq = ?1 ON CONFLICT (client, kind, header) "
                       "DO UPDATE SET at_ms = min(at_ms, ?4), times = times + 1",
                       payment.job_seq, to_text(kind), once.bytes(), base::to_ms(now), each.bytes(),
                       client);
}

void reject_job(db::Writer& writer, std::int64_t seq, base::Instant now)
{
    const job::Move& move = job::move_of(job::Event::not_paid);
    require_one(
        writer.run("UPDATE jobs SET state = ?3, updated_ms = ?4 WHERE seq = ?1 AND state = ?2", seq,
                   to_text(move.from), to_text(move.to), base::to_ms(now)),
        "reject");
}

void forget(db::Writer& writer, std::int64_t seq)
{
    writer.run("DELETE FROM job_body WHERE job_seq = ?1", seq);
    require_one(writer.run("DELETE FROM payment WHERE job_seq = ?1 AND phase = 'refused' "
                           "AND is_sent = 0",
                           seq),
                "forget a payment");
    require_one(writer.run("DELETE FROM jobs WHERE seq = ?1 AND state = ?2", seq,
                           to_text(job::State::rejected)),
                "forget a job");
}

bool has_space(const db::Database& database)
{
    // What the jobs that are sold already may still write, into the log and into the database.
    constexpr std::int64_t k_room_kept = std::int64_t{32} * 1024 * 1024;
    return database.free_bytes() >= k_room_kept;
}

bool has_room(db::Reader reader, std::string_view lane, int capacity)
{
    auto row = reader.query("SELECT coalesce(sum(jobs), 0) FROM lane_load WHERE lane = ?1", lane);
    row.step();
    return row.integer(0) < capacity;
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

} // namespace store::rows
