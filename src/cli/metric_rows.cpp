#include "cli/metric_rows.hpp"

#include "base/concat.hpp"
#include "base/revision.hpp"
#include "catalog/alarms.hpp"
#include "catalog/lanes.hpp"
#include "store/anchor_records.hpp"
#include "store/bulletin.hpp"
#include "store/reading.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace cli {

namespace {

using base::concat;

// A number of thousandths, or of a smaller part of one: 1500 and 3 is "1.500".
std::string fraction(std::int64_t parts, std::size_t digits)
{
    std::string out = concat(parts);
    if (out.size() <= digits) out.insert(0, digits + 1 - out.size(), '0');
    return out.insert(out.size() - digits, ".");
}

std::string seconds_text(std::int64_t ms)
{
    return fraction(ms, 3);
}

std::string usdc_text(std::int64_t atoms)
{
    return fraction(atoms, 6);
}

std::string label(std::string_view name, std::string_view value)
{
    std::string out = concat(name, "=\"");
    for (const char c : value) {
        if (c == '\\' || c == '"') out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out + '"';
}

// The lines of one metric.
class Samples {
public:
    explicit Samples(std::string_view name) : m_name{name} {}

    void add(std::string_view labels, std::string_view value, std::string_view suffix = "")
    {
        text += concat(m_name, suffix, labels.empty() ? "" : "{", labels, labels.empty() ? "" : "}",
                       " ", value, "\n");
    }

    std::string text;

private:
    std::string_view m_name;
};

std::string labels_of(const store::EndedJobs& jobs)
{
    return concat(label("product", jobs.product), ",", label("rail", jobs.rail), ",",
                  label("outcome", jobs.state));
}

void ended_jobs(const Measured& measured, Samples& out)
{
    for (const auto& each : measured.ended) out.add(labels_of(each), concat(each.jobs));
}

void sold_usdc(const Measured& measured, Samples& out)
{
    for (const auto& each : measured.ended) out.add(labels_of(each), usdc_text(each.price_atoms));
}

// Jobs of rail v2 alone, whose work begins when they are sold.
void job_seconds(const Measured& measured, Samples& out)
{
    for (const auto& each : measured.ended) {
        if (each.rail != "v2" || each.state != "complete") continue;
        const std::string product = label("product", each.product);
        for (std::size_t i = 0; i < each.within.size(); ++i)
            out.add(
                concat(product, ",", label("le", concat(store::k_time_bounds[i].count() / 1000))),
                concat(each.within[i]), "_bucket");
        out.add(concat(product, ",", label("le", "+Inf")), concat(each.jobs), "_bucket");
        out.add(product, seconds_text(each.took_ms), "_sum");
        out.add(product, concat(each.jobs), "_count");
    }
}

void queued_jobs(const Measured& measured, Samples& out)
{
    std::map<std::string, store::LaneLoad> loads;
    for (const catalog::LaneRow& lane : catalog::lanes()) loads[std::string{lane.text}] = {};
    for (auto& load : store::Reading{measured.at}.lane_loads()) loads[load.lane] = load;
    for (const auto& [lane, load] : loads) {
        out.add(concat(label("lane", lane), ",", label("state", "waiting")), concat(load.waiting));
        out.add(concat(label("lane", lane), ",", label("state", "running")), concat(load.running));
    }
}

void refused_answers(const Measured& measured, Samples& out)
{
    for (const auto& each : catalog::problems())
        out.add(label("code", each.word), concat(measured.tally.refusals(each.code)));
}

void commit_seconds(const Measured& measured, Samples& out)
{
    const auto commits = measured.tally.commits();
    for (std::size_t i = 0; i < commits.within.size(); ++i)
        out.add(label("le", seconds_text(catalog::k_commit_bounds[i].count())),
                concat(commits.within[i]), "_bucket");
    out.add(label("le", "+Inf"), concat(commits.all), "_bucket");
    out.add("", fraction(commits.took.count(), 6), "_sum");
    out.add("", concat(commits.all), "_count");
}

void credits_owed(const Measured& measured, Samples& out)
{
    for (const auto& each : store::Measures{measured.at.database}.credits())
        out.add(concat(label("reason", each.reason), ",", label("state", each.state)),
                usdc_text(each.value_atoms));
}

void undecided(const Measured& measured, Samples& out)
{
    out.add("", concat(store::Measures{measured.at.database}.undecided()));
}

void alarms(const Measured& measured, Samples& out)
{
    std::set<std::string> raised;
    for (const auto& each : store::Bulletin{measured.at}.alarms()) raised.insert(each.code);
    for (const auto& each : catalog::alarms())
        out.add(label("code", each.name), raised.contains(std::string{each.name}) ? "1" : "0");
}

void heartbeat(const Measured& measured, Samples& out)
{
    if (const auto beat = store::Bulletin{measured.at}.heartbeat())
        out.add("", seconds_text(base::to_ms(beat->at)));
}

// What was never spoken to has no sample.
void outside(const Measured& measured, Samples& out)
{
    store::Bulletin bulletin{measured.at};
    for (const std::string_view subject : {std::string_view{"facilitator"}, std::string_view{"rpc"},
                                           store::k_model, store::k_vantage, store::k_engine})
        if (const auto seen = bulletin.observation(subject))
            out.add(label("subject", subject), seen->status == store::k_need_met ? "1" : "0");
}

void anchors_waiting(const Measured& measured, Samples& out)
{
    out.add("", concat(store::AnchorRecords{measured.at}.queue().waiting));
}

void anchor_age(const Measured& measured, Samples& out)
{
    const auto queue = store::AnchorRecords{measured.at}.queue();
    const auto age =
        queue.oldest ? measured.at.clock.now() - *queue.oldest : base::Instant::duration{};
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(age).count();
    out.add("", seconds_text(std::max<std::int64_t>(0, ms)));
}

void anchor_balance(const Measured& measured, Samples& out)
{
    const auto seen = store::Bulletin{measured.at}.observation("anchor_balance");
    const bool is_number = seen && !seen->detail.empty() &&
                           seen->detail.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) out.add("", seen->detail);
}

void log_bytes(const Measured& measured, Samples& out)
{
    if (measured.at.database.is_file()) out.add("", concat(measured.at.database.wal_bytes()));
}

void free_bytes(const Measured& measured, Samples& out)
{
    if (measured.at.database.is_file()) out.add("", concat(measured.at.database.free_bytes()));
}

void certificate_end(const Measured& measured, Samples& out)
{
    if (measured.certificate_ends)
        out.add("", seconds_text(base::to_ms(*measured.certificate_ends)));
}

void build_info(const Measured&, Samples& out)
{
    out.add(concat(label("version", ASSAY_VERSION), ",", label("commit", base::revision())), "1");
}

struct Metric {
    std::string_view name;
    std::string_view type;
    std::string_view help; // one sentence
    void (*add)(const Measured& measured, Samples& out);
};

constexpr Metric k_metrics[] = {
    {"assay_jobs_ended_total", "counter", "Jobs that are over, by how they ended.", ended_jobs},
    {"assay_sold_usdc_total", "counter", "Prices of the jobs that are over, as sold.", sold_usdc},
    {"assay_job_seconds", "histogram", "From the sale to the result, complete jobs of rail v2.",
     job_seconds},
    {"assay_refusals_total", "counter", "Answers with a problem since the node started, by code.",
     refused_answers},
    {"assay_commit_seconds", "histogram",
     "Write transactions of the pools since the node started, with their wait for a turn.",
     commit_seconds},
    {"assay_jobs", "gauge", "Jobs in a lane: waiting (settling or queued) and running.",
     queued_jobs},
    {"assay_settlements_undecided", "gauge", "Settlements sent whose outcome is not known.",
     undecided},
    {"assay_credits_usdc", "gauge", "Money that bought nothing, by reason; open is owed.",
     credits_owed},
    {"assay_alarm", "gauge", "1 while the alarm stands (assay help alarms).", alarms},
    {"assay_worker_heartbeat_timestamp_seconds", "gauge", "The worker's last sign of life.",
     heartbeat},
    {"assay_outside_ok", "gauge", "1 when the last word heard of it was ok.", outside},
    {"assay_anchors_waiting", "gauge", "Hashes that are not in the chain yet.", anchors_waiting},
    {"assay_anchor_oldest_seconds", "gauge", "How long the oldest of them has waited.", anchor_age},
    {"assay_anchor_balance_wei", "gauge", "What the account has that pays for anchors.",
     anchor_balance},
    {"assay_database_wal_bytes", "gauge", "Size of the write-ahead log of a file.", log_bytes},
    {"assay_disk_free_bytes", "gauge", "Room on the file system of a database that is a file.",
     free_bytes},
    {"assay_certificate_end_timestamp_seconds", "gauge",
     "When the site's first certificate ends, where it can be read.", certificate_end},
    {"assay_build_info", "gauge", "1; which program says all this.", build_info},
};

} // namespace

std::string metrics_text(const Measured& measured)
{
    std::string out;
    for (const Metric& metric : k_metrics) {
        Samples samples{metric.name};
        metric.add(measured, samples);
        if (samples.text.empty()) continue;
        out += concat("# HELP ", metric.name, " ", metric.help, "\n# TYPE ", metric.name, " ",
                      metric.type, "\n", samples.text);
    }
    return out;
}

} // namespace cli
