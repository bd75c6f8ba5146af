#include "support/temp_database.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/sha256.hpp"
#include "db/migrations.hpp"
#include "support/postgres.hpp"

#include <cstdlib>
#include <iostream>
#include <map>

namespace support {

namespace {

// Processes that race for a database on a busy machine wait longer than a service may.
constexpr std::chrono::minutes k_patience{1};

} // namespace

db::Options store_options(const std::string& directory)
{
    const char* const engine = std::getenv("ASSAY_TEST_ENGINE");
    if (engine == nullptr || std::string_view{engine} != "postgresql")
        return {.path = directory + "/jobs.db", .patience = k_patience};
    // A second session of a directory finds what is there, as in a file.
    static std::map<std::string, std::string> s_urls;
    auto& url = s_urls[directory];
    if (url.empty()) url = Postgres::here().fresh_url();
    return {.path = {}, .url = url, .patience = k_patience};
}

StoreSession::StoreSession(const std::string& directory)
    : options{store_options(directory)}, waker{directory + "/wake"}
{
    if (database.is_file())
        db::migrate(database);
    else
        db::migrate_server(database);
}

StoreWorld::StoreWorld() : StoreSession{TempDir::path()}
{
    beat();
}

bool StoreSession::is_skipped_on_server(std::string_view why) const
{
    if (database.is_file()) return false;
    std::cerr << "skipped on a server: " << why << '\n';
    return true;
}

void StoreSession::beat()
{
    bulletin.beat({clock.now(), clock.now(), "test", std::string{k_worker}});
}

job::Payment StoreSession::queue(const store::ReservationOrder& order)
{
    const auto payment = reservations.reserve(order);
    if (!payment || !reservations.mark_settle_sent(*payment, order) ||
        !reservations.mark_settled(*payment, R"({"success":true})", "0xabc"))
        throw base::Fault{"the order could not be queued"};
    return *payment;
}

store::ClaimedJob StoreSession::start(const store::ReservationOrder& order, std::string_view worker)
{
    queue(order);
    auto claimed =
        lanes.claim_next({.lane = std::string{order.goods.lane}}, worker, std::chrono::minutes{1});
    if (!claimed) throw base::Fault{"nothing to claim"};
    return *std::move(claimed);
}

job::State StoreSession::state(const value::JobId& id)
{
    const auto view = reading.find(id, store::Reading::Artifact::leave);
    if (!view) throw base::Fault{"no such job"};
    return view->job.state;
}

store::ReservationOrder reservation_order(unsigned number)
{
    base::Sha256 nonce{};
    for (std::size_t i = 0; i < sizeof number; ++i)
        nonce[i] = static_cast<std::uint8_t>(number >> (8 * i));
    return {
        .goods = {.product = "verify_basic",
                  .lane = std::string{k_lane},
                  .price = value::AtomicUsd::from_atoms(500'000),
                  .sla = std::chrono::seconds{300},
                  .lane_capacity = 1000},
        .buyer = {.client = "192.0.2.1"},
        .refusals_allowed = 60,
        .undecided_allowed = 5,
        .request = R"({"payload":"two plus two is four"})",
        .request_digest =
            value::Digest{base::sha256(base::bytes_of(base::concat("request ", number)))},
        .key = {*value::EvmNetwork::parse("eip155:8453"),
                *value::EvmAddress::parse("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
                *value::EvmAddress::parse("0x00000000000000000000000000000000000000aa"),
                value::Digest{nonce}},
        .signature = base::Bytes(65, 7),
        .is_signer_known = true,
        .valid_before = 1'790'000'300,
        .payload = R"({"x402Version":2})",
        .requirements = R"({"scheme":"exact"})",
        .pay_to = *value::EvmAddress::parse("0x00000000000000000000000000000000000000bb"),
        .identifier = {},
        .owner = "request-" + std::to_string(number),
    };
}

job::Result result_of(std::string_view artifact, std::string_view anchor_status)
{
    return {.artifact = std::string{artifact},
            .hash = value::Digest{base::sha256(base::bytes_of(artifact))},
            .verdict = "PASS",
            .anchor_status = std::string{anchor_status}};
}

} // namespace support
