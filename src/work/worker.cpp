#include "work/worker.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/hex.hpp"
#include "base/log.hpp"
#include "base/random.hpp"
#include "catalog/lanes.hpp"
#include "config/config_fault.hpp"
#include "config/credentials.hpp"
#include "db/lead.hpp"
#include "db/migrations.hpp"
#include "net/url.hpp"
#include "pay/goods.hpp"
#include "work/anchor_session.hpp"
#include "work/housekeeper.hpp"
#include "work/model_session.hpp"
#include "work/notify.hpp"
#include "work/outside.hpp"
#include "work/settlement_session.hpp"
#include "work/transfer_session.hpp"
#include "work/vantage.hpp"
#include "work/writers.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

namespace work {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_round_period{1000};
constexpr std::chrono::seconds k_finish_patience{60}; // TimeoutStopSec is 90 s
// One look asks the chain twice and a facilitator once, each within its time limit.
constexpr std::chrono::minutes k_longest_desk_silence{3};

// Together with a look at the chain before it this is less than store::k_witnesses_fresh: what
// those that sell are told must not grow old because a facilitator hangs.
constexpr std::chrono::seconds k_longest_settle{25};

// Pages read at once, by all jobs: what is made to take long takes no other job's processor.
constexpr int k_reading_at_once = 2;

base::Fd lock_node(const std::string& path)
{
    base::Fd lock{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640)};
    if (!lock.is_open()) throw base::Fault::from_errno(base::concat("cannot open ", path));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        throw base::Fault{base::concat("another worker holds ", path)};
    return lock;
}

// Another name after every start: no claim of an earlier life is taken for one of this life.
std::string make_worker_name()
{
    std::array<std::uint8_t, 6> bytes{};
    base::fill_random(bytes);
    return base::concat("worker-", ::getpid(), "-", base::to_hex(bytes));
}

std::string read_model_token(const config::Config& config)
{
    auto token = config::read_llm_credential(config);
    if (!token) throw config::ConfigFault{token.error()};
    return std::move(*token);
}

// The most witnesses that anything sold needs.
std::size_t most_witnesses(const catalog::Catalog& catalog)
{
    std::size_t out = 0;
    for (const catalog::Rail rail : catalog::rails_on(catalog))
        for (const catalog::Offer& offer : catalog.offers())
            out = std::max(out, pay::goods_of(offer, rail, {}, catalog.config()).witnesses);
    return out;
}

// The shortest time to ask of what is sold with the model.
std::chrono::seconds shortest_asking(const catalog::Catalog& catalog)
{
    const auto& llm = catalog.config().llm;
    auto out = llm.job_time;
    for (const catalog::Offer& offer : catalog.offers())
        if (offer.asks_model)
            out = std::min(out,
                           catalog::asked_time(offer.product->model_part, offer.sla, llm).asking);
    return out;
}

using Lanes = std::vector<std::unique_ptr<Lane>>;

void wind_down(Lanes& lanes, job::WakeWatcher& watcher)
{
    for (auto& lane : lanes) lane->stop_claiming();
    watcher.stop();
    const auto patience_ends = steady_clock::now() + k_finish_patience;
    while (
        steady_clock::now() < patience_ends &&
        std::any_of(lanes.begin(), lanes.end(), [](const auto& lane) { return lane->is_busy(); }))
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    for (auto& lane : lanes) lane->kill_child();
    for (auto& lane : lanes) lane->join();
}

// What lanes are made of, by what their row says. All must outlive the lanes.
struct LaneParts {
    const config::Config& config;
    const Programs& programs;
    const db::Options& database;
    const std::string& worker;
    Vantage& vantage;
    EngineCheck& engine;
    const ModelPlan& model;
    ModelLook& model_look;
    Places& analysing;
    Places& asking; // a model
    Places& reading;
};

LanePlan plan_of(const catalog::LaneRow& lane, const LaneParts& parts)
{
    const config::Config& config = parts.config;
    LanePlan out{.share = {.lane = std::string{lane.text}},
                 .worker = parts.worker,
                 .programs = parts.programs,
                 .database = parts.database,
                 .anchors = config.anchor.mode != config::AnchorMode::off,
                 .own_host = net::host_of(config.service.base_url)};
    if (lane.scans) {
        out.run_arguments = {"--basket", config.forensics.basket};
        out.vantage = config.forensics.vantage;
        out.scan_deadline = config.forensics.deadline;
        out.when_idle = [&vantage = parts.vantage](const store::Access& at,
                                                   const std::function<bool()>& keep_going) {
            store::Bulletin bulletin{at};
            vantage.look(bulletin, keep_going);
        };
    } else if (lane.asks_model) {
        out.model = &parts.model;
        out.model_look = &parts.model_look;
        out.analysing = &parts.asking;
    } else {
        out.analysing = &parts.analysing;
    }
    if (!lane.scans) out.engine = &parts.engine;
    if (lane.fetches_pages) {
        out.share.is_in_turn = true;
        out.reading = &parts.reading;
        out.pages_vantage = &parts.vantage;
    }
    return out;
}

std::optional<AnchorAccount> anchor_account(const config::Config& config, const base::Clock& clock,
                                            const std::optional<chain::SigningKey>& key)
{
    if (!key) return std::nullopt;
    const auto ask = [&config, &clock, &key]() -> std::optional<std::uint64_t> {
        // What keeps a desk from its work, such as a facilitator's missing secret, ends no worker.
        try {
            const auto count = make_outside(config, clock)->anchors().nonce(key->address());
            return count ? std::optional{*count} : std::nullopt;
        } catch (const base::Fault& fault) {
            base::log::warning("anchors_not_compared", {{"detail", fault.what()}});
            return std::nullopt;
        }
    };
    return AnchorAccount{.address = key->address(), .count_sent = ask};
}

HousekeepingPlan housekeeping_of(const config::Config& config, const WorkerPlan& plan,
                                 std::optional<AnchorAccount> anchors)
{
    return {.worker = make_worker_name(),
            .documents_digest = plan.documents_digest,
            .documents_digest_file = base::concat(config.discovery.document_root, "/routes.digest"),
            .store = config.store,
            .network = config.payment.network,
            .stamp = {.path = config.store.stamp_file(),
                      .reads_chain = !config.payment.rpc_urls.empty(),
                      .anchors = std::move(anchors)},
            .certificate_end = plan.certificate_end,
            .asks_facilitator = !config.facilitator.urls.empty()};
}

// What desks are made of. All must outlive them.
struct DeskParts {
    const db::Options& database;
    ModelLook& model_look;
    ModelNews& model_news;
    const std::optional<chain::SigningKey>& anchor_key; // nullopt: nothing is anchored
    const base::Clock& clock;
    job::Waker& waker;
    job::WakeWatcher& watcher;
};
using Desks = std::vector<std::unique_ptr<Desk>>;

Desks open_desks(const catalog::Catalog& catalog, const DeskParts& parts)
{
    const config::Config& config = catalog.config();
    const base::Clock& clock = parts.clock;
    job::Waker& waker = parts.waker;
    const auto outside = [&config, &clock] { return make_outside(config, clock); };
    Desks out;
    const auto open = [&](const char* name, auto make) {
        out.push_back(std::make_unique<Desk>(name, std::move(make), parts.watcher));
    };
    const SettlementPlan settlement{
        .database = parts.database,
        .settings = {.receipt_check_from = config.payment.receipt_check_from,
                     .settle_timeout = std::min(config.facilitator.timeout, k_longest_settle)},
        .witnesses = most_witnesses(catalog),
        .make_outside = outside};
    open("settlement", [settlement, &clock, &waker] {
        return make_settlement_session(settlement, clock, waker);
    });
    const TransferPlan transfer{.database = parts.database,
                                .settings = pay::judge_settings(config),
                                .make_outside = outside};
    open("transfer",
         [transfer, &clock, &waker] { return make_transfer_session(transfer, clock, waker); });
    if (config.llm.is_set()) {
        const ModelDeskPlan model{
            .database = parts.database, .look = parts.model_look, .news = parts.model_news};
        open("model", [model, &clock, &waker] { return make_model_session(model, clock, waker); });
    }
    if (parts.anchor_key) {
        const AnchorPlan anchor{.database = parts.database,
                                .settings = anchor_settings(config),
                                .key = *parts.anchor_key,
                                .make_outside = outside};
        open("anchor",
             [anchor, &clock, &waker] { return make_anchor_session(anchor, clock, waker); });
    }
    return out;
}

using ShouldStop = std::function<bool(std::chrono::milliseconds wait)>;

// A worker that may not lead waits, so that the service manager need not try again and again.
// False: it is to stop.
bool wait_to_lead(db::Lead& lead, const ShouldStop& should_stop)
{
    if (lead.hold()) return true;
    base::log::info("worker_waits", {{"detail", "another worker leads this store"}});
    notify_manager("READY=1");
    while (!should_stop(k_round_period)) {
        notify_manager("WATCHDOG=1");
        if (lead.hold()) return true;
    }
    return false;
}

struct Round {
    Housekeeper& housekeeper;
    const Desks& desks;
    db::Lead& lead;
};

// Throws Fault where the worker should not live on.
void go_once(const Round& parts)
{
    if (!parts.lead.hold()) throw base::Fault{"another worker leads this store"};
    if (!parts.housekeeper.round()) throw base::Fault{"a lane hangs"};
    for (const auto& desk : parts.desks)
        if (desk->silence() > k_longest_desk_silence) throw base::Fault{"a desk hangs"};
}

// Until the worker is to stop. Throws Fault as go_once() does.
void go_round(const Round& parts, const ShouldStop& should_stop)
{
    while (!should_stop(k_round_period)) {
        // Space may come back, a server, and the turn to write; until then the heartbeat is old and
        // nothing is sold.
        const auto went = db::if_served([&] {
            go_once(parts);
            return true;
        });
        if (!went) base::log::error("store_fails", {{"detail", went.error().detail}});
        notify_manager("WATCHDOG=1");
    }
}

void migrate(const db::Options& store)
{
    db::Database database{store};
    if (const int steps = db::migrate(database); steps != 0)
        base::log::info("migrated", {{"steps", steps}});
}

// As the one worker of the store.
void work_alone(const catalog::Catalog& catalog, const base::Clock& clock, const WorkerPlan& plan,
                db::Lead& lead, const ShouldStop& should_stop)
{
    const config::Config& config = catalog.config();
    std::optional<chain::SigningKey> anchor_key;
    if (config.anchor.mode != config::AnchorMode::off) anchor_key.emplace(read_anchor_key(config));
    Writers writers{plan.store};
    const db::Options desk_database = writers.of_desks();
    const db::Options lane_database = writers.of_lanes();
    db::Database connection{desk_database};
    job::Waker waker{plan.wake_file};
    job::WakeWatcher watcher{plan.wake_file};
    if (!watcher.is_watching()) base::log::warning("no_inotify_instance_left");

    const HousekeepingPlan housekeeping =
        housekeeping_of(config, plan, anchor_account(config, clock, anchor_key));
    Vantage vantage{{.programs = plan.programs, .basket = config.forensics.basket}, clock};
    Places analysing{config.engine.analysis_lanes};
    Places asking_at_once{config.llm.concurrency};
    Places reading{k_reading_at_once};
    Lanes lanes;
    Housekeeper housekeeper{{connection, clock, waker}, housekeeping, lanes};
    EngineCheck engine{{.programs = plan.programs}};
    // Before the first beat, without which nothing is sold.
    store::Bulletin bulletin{{connection, clock, waker}};
    bool is_stopped = false;
    engine.look(bulletin, clock, [&] {
        is_stopped = is_stopped || should_stop(std::chrono::milliseconds{0});
        return !is_stopped;
    });
    if (is_stopped) return;
    housekeeper.round(); // claims of an earlier worker are back in the queue before a lane looks
    ModelNews model_news;
    const ModelPlan model{.program = plan.llm_program,
                          .llm = config.llm,
                          .token = read_model_token(config),
                          .news = model_news};
    ModelLook model_look{{plan.programs, shortest_asking(catalog)}, model};
    const LaneParts parts{.config = config,
                          .programs = plan.programs,
                          .database = lane_database,
                          .worker = housekeeping.worker,
                          .vantage = vantage,
                          .engine = engine,
                          .model = model,
                          .model_look = model_look,
                          .analysing = analysing,
                          .asking = asking_at_once,
                          .reading = reading};
    // All lanes there are: what was paid for is done, also while it is not on sale.
    for (const catalog::LaneRow& lane : catalog::lanes()) {
        const LanePlan lane_plan = plan_of(lane, parts);
        for (int i = 0; i < lane.threads(config); ++i)
            lanes.push_back(std::make_unique<Lane>(lane_plan, clock, waker, watcher));
    }

    if (!anchor_key) report_anchoring_off({connection, clock, waker});
    const Desks desks = open_desks(catalog, {.database = desk_database,
                                             .model_look = model_look,
                                             .model_news = model_news,
                                             .anchor_key = anchor_key,
                                             .clock = clock,
                                             .waker = waker,
                                             .watcher = watcher});

    base::log::info("worker_ready", {{"worker", housekeeping.worker}, {"lanes", lanes.size()}});
    notify_manager("READY=1");
    go_round({housekeeper, desks, lead}, should_stop);
    notify_manager("STOPPING=1");
    for (const auto& desk : desks) desk->stop();
    wind_down(lanes, watcher);
}

} // namespace

void run_worker(const catalog::Catalog& catalog, const base::Clock& clock, const WorkerPlan& plan,
                const std::function<bool(std::chrono::milliseconds wait)>& should_stop)
{
    const base::Fd node_lock = lock_node(plan.lock_file);
    migrate(plan.store);
    db::Lead lead{plan.store};
    if (wait_to_lead(lead, should_stop)) work_alone(catalog, clock, plan, lead, should_stop);
}

} // namespace work
