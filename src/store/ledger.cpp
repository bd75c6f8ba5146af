#include "store/ledger.hpp"

#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "job/transitions.hpp"
#include "store/changes.hpp"
#include "store/order_rows.hpp"
#include "store/rows.hpp"
#include "store/settlements.hpp"

#include <algorithm>

namespace store {

namespace {

using base::to_ms;

// A confirmed payment is looked at again while the chain could still drop it.
constexpr std::chrono::seconds k_first_recheck{10};

std::optional<base::ByteView> bytes_of(const std::optional<value::Digest>& digest)
{
    return digest ? std::optional<base::ByteView>{digest->bytes()} : std::nullopt;
}

// Writes its fate, unless it has another one than `waiting`.
bool take(db::Writer& writer, const job::Transfer& transfer, job::Fate fate,
          std::optional<std::int64_t> job_seq, base::Instant now)
{
    const bool is_dust =
        fate == job::Fate::waiting && !transfer.names_order && transfer.value < value::k_cent;
    return writer.run(
               "INSERT INTO transfer (network, tx_hash, log_index, asset, payer, value_atoms, "
               "nonce, block_number, block_time_s, fate, job_seq, seen_ms, is_dust) VALUES (?1, "
               "?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) "
               "ON CONFLICT (network, tx_hash, log_index) "
               "DO UPDATE SET asset = ?4, payer = ?5, value_atoms = ?6, nonce = ?7, "
               "block_number = ?8, block_time_s = ?9, fate = ?10, job_seq = ?11, is_dust = ?13 "
               "WHERE transfer.fate IN ('waiting', 'gone')",
               transfer.network.text(), transfer.tx_hash, transfer.log_index,
               transfer.asset.bytes(), transfer.payer.bytes(), transfer.value.atoms(),
               bytes_of(transfer.nonce), transfer.block_number, transfer.block_time_s,
               to_text(fate), job_seq, to_ms(now), std::int64_t{is_dust}) == 1;
}

// A purchase on rail v2 that is not paid for yet gives way to the transfer: its authorization
// has bought this order. What was settled never does, seen on the chain or not.
void evict_undecided(db::Writer& writer, const job::Transfer& transfer, base::Instant now)
{
    if (!transfer.nonce) return;
    std::vector<std::int64_t> evicted;
    {
        auto row = writer.returning(
            "UPDATE payment SET phase = 'refused', reason = ?5, updated_ms = ?6, due_ms = NULL "
            "WHERE network = ?1 AND asset = ?2 AND payer = ?3 AND nonce = ?4 "
            "AND phase <> 'refused' AND signed_by_payer = 1 "
            "AND (phase = 'reserved' OR phase = 'settle_sent') RETURNING job_seq",
            transfer.network.text(), transfer.asset.bytes(), transfer.payer.bytes(),
            transfer.nonce->bytes(), k_spent_already, to_ms(now));
        while (row.step()) evicted.push_back(row.integer(0));
    }
    for (const std::int64_t seq : evicted)
        rows::require(rows::move_job(writer, seq, job::Event::not_paid, now), "evict");
}

// Whether a settlement on rail v2 is claimed of the authorization that this transfer had used
// before.
bool is_claimed_since(db::Reader reader, const job::Transfer& transfer)
{
    return transfer.nonce &&
           rows::first_integer(reader.query(
               "SELECT 1 FROM payment WHERE network = ?1 AND asset = ?2 AND payer = ?3 "
               "AND nonce = ?4 AND phase <> 'refused' AND signed_by_payer = 1 "
               "AND log_index IS NULL AND (shown_s, shown_block) >= (?5, ?6)",
               transfer.network.text(), transfer.asset.bytes(), transfer.payer.bytes(),
               transfer.nonce->bytes(), transfer.block_time_s, transfer.block_number));
}

// False: the authorization or the transfer pays for another job, on whichever rail. What was
// claimed since does not count: the transfer then stands by its place alone.
bool pay(db::Writer& writer, const job::OrderView& order, const job::Transfer& transfer,
         base::Instant now)
{
    const std::int64_t seq = order.view.job.seq;
    writer.run("DELETE FROM payment WHERE job_seq = ?1 AND phase = 'refused'", seq);
    evict_undecided(writer, transfer, now);
    const bool stands_alone = is_claimed_since(writer, transfer);
    return rows::insert_payment(writer,
                                {.job_seq = seq,
                                 .key = {transfer.network, transfer.asset, transfer.payer,
                                         stands_alone ? std::nullopt : transfer.nonce},
                                 .phase = job::Phase::settled,
                                 .value = transfer.value,
                                 .request_digest = order.order.request_digest,
                                 .pay_to = order.order.pay_to,
                                 .identifier = std::nullopt,
                                 .is_signed_by_payer = true,
                                 .is_sent = true,
                                 .tx_hash = transfer.tx_hash,
                                 .block_number = transfer.block_number,
                                 .log_index = transfer.log_index},
                                now);
}

// An expired order that comes to life again is kept whole again.
bool confirm_job(db::Writer& writer, std::int64_t seq, base::Instant now)
{
    if (rows::move_job(writer, seq, job::Event::transfer_confirmed, now)) return true;
    if (!rows::move_job(writer, seq, job::Event::transfer_found_late, now)) return false;
    writer.run("UPDATE jobs SET kept = 'all' WHERE seq = ?1", seq);
    return true;
}

db::Outcome<Confirmed> confirm(db::Writer& writer, const Judgement::Payment& payment,
                               base::Instant now)
{
    const auto& [named, transfer] = payment;
    const auto order = rows::order_view(writer, named.job_seq);
    if (!order) throw base::Fault{"an order went astray"};
    const auto known = rows::named_order(writer, order);
    if (known->paid_by && known->paid_by != std::pair{transfer.tx_hash, transfer.log_index})
        return db::drop(Confirmed::already_paid);
    if (known->paid_by) return db::drop(Confirmed::before);
    if (!confirm_job(writer, named.job_seq, now)) return db::drop(Confirmed::already_paid);
    if (!take(writer, transfer, job::Fate::paid, named.job_seq, now) ||
        !pay(writer, *order, transfer, now))
        return db::drop(Confirmed::already_used);
    writer.run(
        "INSERT INTO claim (job_seq, tx_hash, state, is_seen, created_ms, due_ms) VALUES "
        "(?1, ?2, 'confirmed', 1, ?3, ?4) ON CONFLICT (job_seq, tx_hash) DO UPDATE SET state "
        "= 'confirmed', is_seen = 1, reason = '', due_ms = ?4, looks = 0",
        named.job_seq, transfer.tx_hash, to_ms(now), to_ms(now + k_first_recheck));
    return db::keep(Confirmed::now);
}

void owe(db::Writer& writer, const Judgement::Owed& owed, base::Instant now)
{
    const job::Transfer& transfer = owed.transfer;
    if (!take(writer, transfer, job::Fate::credited, owed.job_seq, now)) return;
    writer.run("INSERT INTO credit (rail, payer, value_atoms, tx_hash, log_index, job_seq, "
               "reason, created_ms, updated_ms) VALUES ('v1', ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
               transfer.payer.text(), transfer.value.atoms(), transfer.tx_hash, transfer.log_index,
               owed.job_seq, owed.reason, to_ms(now));
}

void note(db::Writer& writer, const job::Transfer& transfer, base::Instant now)
{
    const job::Fate fate =
        rows::is_facilitators(writer, transfer) ? job::Fate::facilitator : job::Fate::waiting;
    if (!take(writer, transfer, fate, std::nullopt, now)) return;
    // A payment that was refused, whose authorization was used after all.
    if (transfer.nonce)
        writer.run("UPDATE payment SET due_ms = ?5, looks = 0 WHERE network = ?1 "
                   "AND asset = ?2 AND payer = ?3 AND nonce = ?4 AND phase = 'refused' "
                   "AND signed_by_payer = 1 AND log_index IS NULL AND due_ms IS NOT NULL",
                   transfer.network.text(), transfer.asset.bytes(), transfer.payer.bytes(),
                   transfer.nonce->bytes(), to_ms(now));
    rows::bring_forward_claims(writer, transfer.tx_hash, now);
}

// All other writes wait for one: a transaction of thousands of transfers, or a crowd of claims on
// one, is written in pieces.
constexpr std::size_t k_at_once = 200;

class Recording {
public:
    Recording(const Judgement& judgement, const Ledger::Answer& answer)
        : m_judgement{judgement}, m_answer{answer}
    {
    }

    [[nodiscard]] bool is_over() const { return m_answers && m_told == m_answers->size(); }
    [[nodiscard]] const Recorded& recorded() const { return m_recorded; }

    void go_on(db::Writer& writer, base::Instant now)
    {
        std::size_t left = k_at_once;
        const auto take_each = [&](const auto& all, std::size_t& done, const auto& write) {
            for (; left != 0 && done < all.size(); ++done, --left) write(all[done]);
            return done == all.size();
        };
        if (!take_each(m_judgement.payments, m_paid,
                       [&](const auto& each) { confirm_or_owe(writer, each, now); }))
            return;
        if (!take_each(m_judgement.owed, m_owed, [&](const auto& each) { owe(writer, each, now); }))
            return;
        if (!take_each(m_judgement.came, m_came, [&](const job::Transfer& each) {
                note(writer, each, now);
                m_recorded.came.push_back(rows::fate_of(writer, each).value_or(job::Fate::waiting));
            }))
            return;
        if (!m_answers) m_answers = m_answer(m_recorded);
        take_each(*m_answers, m_told, [&](const ClaimAnswer& each) { tell(writer, each, now); });
    }

private:
    void confirm_or_owe(db::Writer& writer, const Judgement::Payment& payment, base::Instant now)
    {
        const Confirmed made = db::part(writer, [&] { return confirm(writer, payment, now); });
        if (made == Confirmed::already_paid)
            owe(writer, {payment.transfer, payment.order.job_seq, "double"}, now);
        m_recorded.payments.push_back(made);
    }
    static void tell(db::Writer& writer, const ClaimAnswer& answer, base::Instant now)
    {
        if (answer.look_next)
            rows::look_again(writer, answer.due, {answer.look_next, answer.word, answer.look}, now);
        else
            rows::refuse(writer, answer.due, {answer.word, answer.found}, now);
    }

    const Judgement& m_judgement;
    const Ledger::Answer& m_answer;
    Recorded m_recorded;
    std::optional<std::vector<ClaimAnswer>> m_answers;
    // How many of each are written.
    std::size_t m_paid = 0;
    std::size_t m_owed = 0;
    std::size_t m_came = 0;
    std::size_t m_told = 0;
};

} // namespace

std::optional<job::Fate> Ledger::fate_of(const job::Transfer& transfer)
{
    return rows::fate_of(m_at.database, transfer);
}

bool Ledger::is_facilitators(const job::Transfer& transfer)
{
    return rows::is_facilitators(m_at.database, transfer);
}

std::optional<value::TxHash> Ledger::settled_on_v2(const value::EvmNetwork& network,
                                                   const value::EvmAddress& asset,
                                                   const value::EvmAddress& payer,
                                                   const value::Digest& nonce)
{
    auto row =
        m_at.database.query("SELECT payment.tx_hash FROM payment JOIN jobs "
                            "ON jobs.seq = payment.job_seq WHERE network = ?1 AND asset = ?2 "
                            "AND payer = ?3 AND nonce = ?4 AND phase <> 'refused' "
                            "AND signed_by_payer = 1 AND rail = 'v2' "
                            "AND (phase = 'settled' OR phase = 'settled_unproven')",
                            network.text(), asset.bytes(), payer.bytes(), nonce.bytes());
    if (!row.step()) return std::nullopt;
    return value::TxHash::parse(row.text(0));
}

std::optional<base::Instant> Ledger::first_seen(const job::Transfer& transfer)
{
    const auto seen_ms = rows::first_integer(m_at.database.query(
        "SELECT seen_ms FROM transfer WHERE network = ?1 AND tx_hash = ?2 AND log_index = ?3",
        transfer.network.text(), transfer.tx_hash, transfer.log_index));
    if (!seen_ms) return std::nullopt;
    return base::instant_from_ms(*seen_ms);
}

Recorded Ledger::record(const Judgement& judgement, const Answer& answer)
{
    std::optional<Recording> recording{std::in_place, judgement, answer};
    while (!recording->is_over()) {
        // A body that is run again begins where the last COMMIT was.
        std::optional<Recording> further;
        db::write(m_at.database, "judge", m_at.waker, [&](db::Writer& writer) {
            further.emplace(*recording);
            further->go_on(writer, m_at.clock.now());
        });
        recording.emplace(*further);
    }
    return recording->recorded();
}

Lost Ledger::lose(const DueClaim& due)
{
    return db::write(m_at.database, "lose", m_at.waker, [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        const std::int64_t seq = due.order.view.job.seq;
        if (!rows::move_job(writer, seq, job::Event::transfer_lost, now))
            return db::drop(Lost::runs_already);
        writer.run("UPDATE transfer SET fate = 'gone', job_seq = NULL WHERE job_seq = ?1 "
                   "AND tx_hash = ?2 AND fate = 'paid'",
                   seq, due.claim.tx_hash);
        rows::require_one(
            writer.run("UPDATE payment SET phase = 'refused', reason = ?2, log_index = NULL, "
                       "block_number = NULL, updated_ms = ?3 WHERE job_seq = ?1",
                       seq, job::k_payment_lost, to_ms(now)),
            "lose");
        writer.run("UPDATE claim SET state = 'pending', reason = ?3, due_ms = ?4, looks = 0 "
                   "WHERE job_seq = ?1 AND tx_hash = ?2",
                   seq, due.claim.tx_hash, job::k_payment_lost, to_ms(now));
        return db::keep(Lost::awaits_again);
    });
}

int Ledger::count_lost()
{
    auto row = m_at.database.query("SELECT count(*) FROM claim WHERE due_ms IS NOT NULL "
                                   "AND state = 'confirmed' AND reason = ?1",
                                   job::k_payment_lost);
    row.step();
    return static_cast<int>(row.integer(0));
}

} // namespace store
