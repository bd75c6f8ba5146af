// What an endpoint has at hand.
#pragma once

#include "api/order_replies.hpp"
#include "api/pool.hpp"
#include "api/replies.hpp"
#include "api/target_vetting.hpp"
#include "api/terms_replies.hpp"
#include "base/byte_budget.hpp"
#include "base/clock.hpp"
#include "base/fair_places.hpp"
#include "catalog/catalog.hpp"
#include "config/config.hpp"
#include "job/waiting_places.hpp"
#include "job/wake.hpp"
#include "pay/facilitator_rail.hpp"
#include "pay/order_rail.hpp"
#include "store/anchor_records.hpp"
#include "store/bulletin.hpp"
#include "store/history.hpp"
#include "store/orders.hpp"
#include "store/reading.hpp"
#include "tools/lists.hpp"

#include <chrono>

namespace api {

// What the threads of one process share out among themselves.
struct Shares {
    job::WaitingPlaces waiting;
    base::FairPlaces lookups; // of names, by client
    base::ByteBudget held;    // large requests while their payment is looked at
};
Shares shares_of(int threads);

// All threads of a process write on the connection that these open. `tally` must outlive it.
db::Options writer_options(db::Options store, catalog::Tally& tally);

// Shared by the threads of one process; everything behind it is immutable or thread-safe.
struct Process {
    const config::Config& config;
    const catalog::Catalog& catalog;
    const Replies& replies;
    const TermsReplies& terms;
    const OrderReplies& order_replies;
    const base::Clock& clock;
    job::WakeWatcher& watcher;
    db::Database& writer; // where the write transactions of all threads run
    job::Waker& waker;
    Shares& shares;
    Pool pool;
    // Looks hosts up that a buyer names; empty in the fast pool, which asks no resolver.
    Vet vet;
    const tools::Lists* lists = nullptr; // of POST /mcp, in the pool that serves it
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
};

// One thread's view of the world.
struct Context {
    const Process& process;
    store::Reading& reading;
    store::Bulletin& bulletin;
    store::Orders& orders;
    store::AnchorRecords& anchors;
    store::History& history;
    pay::OrderRail& order_rail;
    pay::FacilitatorRail* rail; // nullptr in the fast pool and when the rail is off
};

} // namespace api
