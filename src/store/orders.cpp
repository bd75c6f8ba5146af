#include "store/orders.hpp"

#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "store/changes.hpp"
#include "store/fitness.hpp"
#include "store/order_rows.hpp"
#include "store/rows.hpp"

#include <algorithm>

namespace store {

namespace {

using base::to_ms;
using std::chrono::hours;
using std::chrono::seconds;

constexpr hours k_repeat_window{24};
constexpr std::chrono::milliseconds k_judged_anew_after{5'000}; // each judging costs calls
constexpr seconds k_crowd_patience{60}; // a place is free when any of many orders is over

// How long until what happened at `then` is `window` ago.
seconds time_left(std::optional<std::int64_t> then_ms, seconds window, base::Instant now)
{
    if (!then_ms) return window;
    const auto left = base::instant_from_ms(*then_ms) + window - now;
    return std::clamp(std::chrono::ceil<seconds>(left), seconds{1}, window);
}

std::int64_t awaiting_of(db::Reader reader, std::string_view network)
{
    return rows::first_integer(
               reader.query("SELECT jobs FROM awaiting_load WHERE network = ?1", network))
        .value_or(0);
}

std::optional<OrderRefused> over_limit_of_crowds(db::Reader reader, const NewOrder& wish)
{
    using Why = OrderRefused::Why;
    const auto& [site, prefix] = wish.buyer.networks;
    const std::int64_t in_all = awaiting_of(reader, "");
    if (in_all >= k_most_awaiting) return OrderRefused{Why::too_many_in_all};
    if (in_all >= k_crowded_from && !prefix.empty() &&
        awaiting_of(reader, prefix) * k_prefix_share > in_all)
        return OrderRefused{Why::prefix_limit, k_crowd_patience};
    if (!site.empty() &&
        awaiting_of(reader, site) >= std::int64_t{job::k_clients_of_a_site} * wish.max_awaiting)
        return OrderRefused{Why::awaiting_limit, k_crowd_patience};
    return std::nullopt;
}

// How many, and since when.
struct Counted {
    std::int64_t orders;
    std::optional<std::int64_t> first_ms;
};

Counted counted(db::Statement row)
{
    row.step();
    return {row.integer(0),
            row.is_null(1) ? std::nullopt : std::optional<std::int64_t>{row.integer(1)}};
}

Counted awaiting_payment(db::Reader reader, std::string_view client)
{
    return counted(reader.query("SELECT count(*), min(created_ms) FROM jobs "
                                "WHERE client = ?1 AND state = 'awaiting_payment'",
                                client));
}

// An order from the future was made before the clock was set back: it counts.
Counted in_window(db::Reader reader, std::string_view client, base::Instant now)
{
    return counted(reader.query(
        "SELECT count(*), min(at_ms) FROM client_order WHERE client = ?1 AND at_ms > ?2", client,
        to_ms(now - k_order_window)));
}

// The refusal of an order by the hourly limit of a client or a site.
std::optional<OrderRefused> over_hourly_limit(db::Reader reader, std::string_view client, int most,
                                              base::Instant now)
{
    const Counted hourly = in_window(reader, client, now);
    if (hourly.orders < most) return std::nullopt;
    return OrderRefused{OrderRefused::Why::hourly_limit,
                        time_left(hourly.first_ms, k_order_window, now)};
}

std::optional<OrderRefused> over_limit(db::Reader reader, const NewOrder& wish, base::Instant now)
{
    using Why = OrderRefused::Why;
    const Counted awaiting = awaiting_payment(reader, wish.buyer.client);
    if (awaiting.orders >= wish.max_awaiting)
        return OrderRefused{Why::awaiting_limit,
                            time_left(awaiting.first_ms, job::k_awaiting_ttl, now)};
    if (auto refused = over_hourly_limit(reader, wish.buyer.client, wish.max_per_hour, now))
        return refused;
    if (!wish.buyer.networks.site.empty())
        if (auto refused = over_hourly_limit(reader, wish.buyer.networks.site,
                                             job::k_clients_of_a_site * wish.max_per_hour, now))
            return refused;
    if (auto refused = over_limit_of_crowds(reader, wish)) return refused;
    if (!rows::has_room(reader, wish.goods)) return OrderRefused{Why::lane_full};
    return std::nullopt;
}

void insert_order(db::Writer& writer, std::int64_t seq, const NewOrder& wish, base::Instant now)
{
    const job::Order& order = wish.order;
    writer.run("INSERT INTO v1_order (job_seq, commitment, request_digest, network, asset, "
               "pay_to, repeat_key) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
               seq, order.commitment.bytes(), order.request_digest.bytes(), order.network.text(),
               order.asset.bytes(), order.pay_to.bytes(),
               wish.repeat_key ? std::optional<base::ByteView>{wish.repeat_key->bytes()}
                               : std::nullopt);
    writer.run(
        "INSERT INTO v1_recipient (network, asset, pay_to, newest_ms) "
        "VALUES (?1, ?2, ?3, ?4) ON CONFLICT (network, asset, pay_to) DO UPDATE SET "
        "newest_ms = CASE WHEN v1_recipient.newest_ms > ?4 THEN v1_recipient.newest_ms ELSE ?4 END",
        order.network.text(), order.asset.bytes(), order.pay_to.bytes(), to_ms(now));
    for (const std::string* each : {&wish.buyer.client, &wish.buyer.networks.site})
        if (!each->empty())
            writer.run("INSERT INTO client_order (client, at_ms, job_seq) VALUES (?1, ?2, ?3)",
                       *each, to_ms(now), seq);
}

// What rows::order_view would read.
job::OrderView view_of(std::int64_t seq, const NewOrder& wish, base::Instant now)
{
    return {.view = {.job = {.seq = seq,
                             .id = wish.id,
                             .rail = "v1",
                             .product = wish.goods.product,
                             .state = job::State::awaiting_payment,
                             .lane = wish.goods.lane,
                             .price = wish.goods.price,
                             .sla = wish.goods.sla,
                             .created = now,
                             .updated = now}},
            .order = wish.order,
            .claims = {}};
}

// However old.
std::optional<job::OrderView> last_under(db::Reader reader, const value::Digest& repeat_key)
{
    const auto seq = rows::first_integer(reader.query(
        "SELECT job_seq FROM v1_order WHERE repeat_key = ?1 AND repeat_key IS NOT NULL",
        repeat_key.bytes()));
    if (!seq) return std::nullopt;
    return rows::order_view(reader, *seq);
}

// Its money, since the buyer had not asked for the job for so long.
bool is_sent_back(db::Reader reader, std::int64_t seq)
{
    return rows::first_integer(
               reader.query("SELECT 1 FROM credit WHERE job_seq = ?1 "
                            "AND reason = 'never_resubmitted' AND state = 'refunded'",
                            seq))
        .has_value();
}

bool keeps_its_key(const job::OrderView& order, base::Instant now)
{
    return order.view.job.created > now - k_repeat_window;
}

// Worth another look: the payer has signed, or signed anew, and nothing is decided yet or nothing
// else was missing.
bool is_helped_by(const job::Claim& claim, const std::optional<base::Bytes>& payer_signature)
{
    if (!payer_signature || payer_signature == claim.payer_signature) return false;
    return claim.state == job::ClaimState::pending ||
           (claim.state == job::ClaimState::refused &&
            (claim.reason == job::k_memo_missing || claim.reason == job::k_ambiguous_binding));
}

} // namespace

std::optional<job::OrderView> Orders::find(const value::JobId& id)
{
    const db::ReadTxn snapshot{m_at.database};
    return rows::order_view(m_at.database, id);
}

std::optional<job::OrderView> Orders::find_repeat(const value::Digest& repeat_key)
{
    const db::ReadTxn snapshot{m_at.database};
    auto known = last_under(m_at.database, repeat_key);
    if (known && !keeps_its_key(*known, m_at.clock.now())) known.reset();
    return known;
}

OrderCounts Orders::counts(std::string_view client)
{
    const db::ReadTxn snapshot{m_at.database};
    return {.awaiting = static_cast<int>(awaiting_payment(m_at.database, client).orders),
            .in_window =
                static_cast<int>(in_window(m_at.database, client, m_at.clock.now()).orders)};
}

base::Result<job::OrderView, OrderRefused> Orders::order(const NewOrder& wish)
{
    constexpr OrderRefused k_full{OrderRefused::Why::storage_full};
    if (!rows::has_space(m_at.database)) return base::refuse(k_full);
    auto ordered = db::if_room([&] {
        return db::write(m_at.database, "order",
                         [&](db::Writer& writer) { return add_order(writer, wish); });
    });
    if (!ordered) return base::refuse(k_full);
    return *std::move(ordered);
}

base::Result<job::OrderView, OrderRefused> Orders::add_order(db::Writer& writer,
                                                             const NewOrder& wish)
{
    const base::Instant now = m_at.clock.now();
    writer.alone_with(wish.buyer.crowd()); // what is counted of them is in many rows
    if (wish.repeat_key) {
        if (auto known = last_under(writer, *wish.repeat_key)) {
            const bool is_recent = keeps_its_key(*known, now);
            if (is_recent && known->order.request_digest != wish.order.request_digest)
                return base::refuse(OrderRefused{OrderRefused::Why::repeat_conflict});
            if (is_recent) return *std::move(known);
            writer.run("UPDATE v1_order SET repeat_key = NULL WHERE job_seq = ?1",
                       known->view.job.seq);
        }
    }
    using Why = OrderRefused::Why;
    if (const auto why = unfit_to_sell<Why>(writer, wish.goods, now))
        return base::refuse(OrderRefused{*why});
    if (const auto refused = over_limit(writer, wish, now)) return base::refuse(*refused);
    const auto seq = rows::insert_job(writer,
                                      {.id = wish.id,
                                       .rail = "v1",
                                       .product = wish.goods.product,
                                       .state = job::State::awaiting_payment,
                                       .lane = wish.goods.lane,
                                       .client = wish.buyer.client,
                                       .networks = wish.buyer.networks,
                                       .price = wish.goods.price,
                                       .sla = wish.goods.sla,
                                       .places = wish.goods.places,
                                       .request_id = wish.buyer.request_id},
                                      now);
    if (!seq) throw base::Fault{"an order was not recorded"};
    insert_order(writer, *seq, wish, now);
    return view_of(*seq, wish, now);
}

base::Result<job::Claim, ClaimRefused> Orders::claim(
    const value::JobId& id, const value::TxHash& tx_hash,
    const std::optional<base::Bytes>& payer_signature)
{
    auto claimed = db::if_room([&] {
        return db::write(m_at.database, "claim", m_at.waker, [&](db::Writer& writer) {
            return add_claim(writer, id, tx_hash, payer_signature);
        });
    });
    if (!claimed) return base::refuse(ClaimRefused::storage_full);
    return *std::move(claimed);
}

db::Outcome<base::Result<job::Claim, ClaimRefused>> Orders::add_claim(
    db::Writer& writer, const value::JobId& id, const value::TxHash& tx_hash,
    const std::optional<base::Bytes>& payer_signature)
{
    using Claimed = base::Result<job::Claim, ClaimRefused>;
    const auto refuse = [](ClaimRefused why) { return db::drop<Claimed>(base::refuse(why)); };
    writer.alone_with(id.text()); // its claims are counted
    const auto order = rows::order_view(writer, id);
    if (!order) return refuse(ClaimRefused::closed);
    const std::int64_t seq = order->view.job.seq;
    const base::Instant now = m_at.clock.now();
    const auto same = std::ranges::find(order->claims, tx_hash.text(), &job::Claim::tx_hash);
    if (same != order->claims.end() && !is_helped_by(*same, payer_signature))
        return db::drop<Claimed>(*same);
    const job::State state = order->view.job.state;
    if (state != job::State::awaiting_payment && state != job::State::expired)
        return refuse(ClaimRefused::closed);
    if (same == order->claims.end() && order->claims.size() >= job::k_most_claims)
        return refuse(ClaimRefused::too_many);
    const auto signature =
        payer_signature ? std::optional<base::ByteView>{*payer_signature} : std::nullopt;
    writer.run(
        "INSERT INTO claim (job_seq, tx_hash, state, payer_signature, signed_ms, is_seen, "
        "created_ms, due_ms) SELECT ?1, ?2, 'pending', CAST(?3 AS BLOB), "
        "CASE WHEN CAST(?3 AS BLOB) IS NOT NULL THEN CAST(?4 AS BIGINT) END, "
        "CASE WHEN EXISTS (SELECT 1 FROM transfer WHERE network = ?5 AND tx_hash = ?2) OR EXISTS "
        "(SELECT 1 FROM undecided_transfer WHERE network = ?5 AND tx_hash = ?2) THEN 1 ELSE 0 END, "
        "?4, ?4 "
        "WHERE true ON CONFLICT (job_seq, tx_hash) DO UPDATE SET state = 'pending', reason = '', "
        "payer_signature = excluded.payer_signature, signed_ms = CASE claim.state WHEN 'pending' "
        "THEN "
        "coalesce(claim.signed_ms, excluded.signed_ms) ELSE excluded.signed_ms END, "
        "is_seen = excluded.is_seen, due_ms = CASE WHEN claim.payer_signature IS NULL THEN ?4 "
        "WHEN claim.judged_ms + ?6 < ?4 THEN ?4 WHEN claim.judged_ms > ?4 THEN ?4 + ?6 "
        "ELSE claim.judged_ms + ?6 END, looks = 0",
        seq, tx_hash.text(), signature, to_ms(now), order->order.network.text(),
        k_judged_anew_after.count());
    return db::keep<Claimed>(job::Claim{.tx_hash = tx_hash.text(),
                                        .state = job::ClaimState::pending,
                                        .reason = {},
                                        .found = {},
                                        .payer_signature = payer_signature,
                                        .created = now,
                                        .looks = 0});
}

base::Result<std::monostate, ResubmitRefused> Orders::resubmit(const value::JobId& id,
                                                               std::string_view request)
{
    const auto is_queued = db::if_room([&] {
        return db::write(m_at.database, "resubmit", m_at.waker,
                         [&](db::Writer& writer) { return queue_paid(writer, id, request); });
    });
    if (!is_queued) return base::refuse(ResubmitRefused::storage_full);
    if (!*is_queued) return base::refuse(ResubmitRefused::closed);
    return std::monostate{};
}

bool Orders::queue_paid(db::Writer& writer, const value::JobId& id, std::string_view request)
{
    const base::Instant now = m_at.clock.now();
    const auto order = rows::order_view(writer, id);
    if (!order) return false;
    const std::int64_t seq = order->view.job.seq;
    // They came back after all: what was owed for the want of it is no longer. First, so that an
    // operator who pays it back at the same time comes before or after the question.
    writer.run("UPDATE credit SET state = 'waived', updated_ms = ?2 WHERE job_seq = ?1 "
               "AND reason = 'never_resubmitted' AND state = 'open'",
               seq, to_ms(now));
    if (is_sent_back(writer, seq) || !rows::move_job(writer, seq, job::Event::resubmitted, now))
        return false;
    writer.run("INSERT INTO job_body (job_seq, request) VALUES (?1, ?2)", seq, request);
    // From now on the sla runs.
    writer.run("UPDATE payment SET updated_ms = ?2 WHERE job_seq = ?1", seq, to_ms(now));
    return true;
}

} // namespace store
