// What the worker tells the processes that sell, and everyone else who asks: that it lives, what is
// wrong, what it has heard of the world outside. The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/job.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// A worker whose heartbeat is older sells nothing (DESIGN.md, 4).
inline constexpr std::chrono::seconds k_heartbeat_fresh{30};

struct Heartbeat {
    base::Instant at;
    base::Instant started;
    std::string version;
    std::string worker;
};

// Whether a beat of that time is a sign of life now. One from the future is not: it was written
// before the clock was set back.
bool is_fresh_beat(base::Instant beat, base::Instant now);

struct Alarm {
    std::string code; // stable word: catalog::alarms()
    base::Instant since;
    std::string detail;
};

// The subjects of what the worker says of this host's own view of the network and of the model, and
// the only status with which what needs them is sold. No row of the vantage says the same; no row
// of the model says that it was not asked yet.
inline constexpr std::string_view k_vantage = "vantage";
inline constexpr std::string_view k_model = "model";
inline constexpr std::string_view k_need_met = "ok";
// A status of the vantage: the last look saw nothing of the network, so that no page can be read
// either.
inline constexpr std::string_view k_offline = "offline";
// A status of the vantage: the basket's list of certificate transparency logs is not there.
inline constexpr std::string_view k_without_log_list = "without_log_list";
// Whether texts can be analysed at all (work/engine_check): with any other status no analysis is
// sold; no row says the same as "ok".
inline constexpr std::string_view k_engine = "engine";

// What the worker says of the record of the model's bench: its level, and JSON for everybody.
inline constexpr std::string_view k_model_record = "model_record";
inline constexpr std::string_view k_account_record = "account_record";
// Its only status with which an account is sold.
inline constexpr std::string_view k_accounts_sold = "sold";

// The subjects of what the worker says of its configuration, a digest of all that the documents
// say, and of what a pool says whose digest is another. The latter's word is repeated every few
// seconds, and stands for so long.
inline constexpr std::string_view k_documents = "documents";
inline constexpr std::string_view k_other_pool = "other_pool";
inline constexpr std::chrono::seconds k_pool_word_stands{45};

// The last word heard of something outside, written by the process that spoke to it
// ("facilitator").
struct Observation {
    std::string subject;
    std::string status; // "ok", "failing"; of the chain also "halted"
    std::string detail;
    base::Instant at;
};

class Bulletin {
public:
    explicit Bulletin(const Access& at) : m_at{at} {}

    void beat(const Heartbeat& heartbeat);
    std::optional<Heartbeat> heartbeat();
    // Inserts or updates; keeps `since` of an alarm that was already there. True when it is new.
    bool raise_alarm(std::string_view code, std::string_view detail);
    // True when there was one.
    bool clear_alarm(std::string_view code);
    std::vector<Alarm> alarms();
    void observe(const Observation& observation);
    std::optional<Observation> observation(std::string_view subject);
    // Whether what needs it may be sold: see k_vantage.
    bool is_met(job::Need need);

private:
    Access m_at;
};

} // namespace store
