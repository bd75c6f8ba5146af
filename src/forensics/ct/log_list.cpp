#include "forensics/ct/log_list.hpp"

#include "base/base64.hpp"
#include "base/json.hpp"
#include "forensics/tls/x509.hpp"

#include <algorithm>
#include <set>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_max_name = 100;
constexpr std::size_t k_max_former_operators = 16;
constexpr std::size_t k_min_operators = 4;

// Names end up in artifacts: what is not printable ASCII there becomes "?".
std::string name_from(std::optional<std::string_view> text)
{
    std::string name{text.value_or("").substr(0, k_max_name)};
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return name;
}

std::optional<base::Instant> time_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key);
    return text ? base::from_rfc3339(*text) : std::nullopt;
}

// "state": {"usable": {"timestamp": ..}}. A state we do not know counts as none.
void read_state(const json_t* log_view, CtLog& log)
{
    struct Row {
        const char* key;
        CtLogState state;
    };
    constexpr Row k_rows[] = {
        {"pending", CtLogState::pending}, {"qualified", CtLogState::qualified},
        {"usable", CtLogState::usable},   {"readonly", CtLogState::readonly},
        {"retired", CtLogState::retired}, {"rejected", CtLogState::rejected},
    };
    const json_t* state_view = json::object_member(log_view, "state");
    if (state_view == nullptr) return;
    for (const Row& row : k_rows) {
        const json_t* since_view = json::object_member(state_view, row.key);
        if (since_view == nullptr) continue;
        const auto since = time_member(since_view, "timestamp");
        if (!since) return;
        log.state = row.state;
        log.state_since = *since;
        return;
    }
}

bool read_interval(const json_t* log_view, CtLog& log)
{
    const json_t* interval_view = json::object_member(log_view, "temporal_interval");
    if (interval_view == nullptr) return json::member(log_view, "temporal_interval") == nullptr;
    const auto start = time_member(interval_view, "start_inclusive");
    const auto end = time_member(interval_view, "end_exclusive");
    if (!start || !end || *end <= *start) return false;
    log.interval = CtLog::Interval{*start, *end};
    return true;
}

void read_former_operators(const json_t* log_view, CtLog& log)
{
    const json_t* formers_view = json::array_member(log_view, "previous_operators");
    const std::size_t count = std::min(json_array_size(formers_view), k_max_former_operators);
    for (std::size_t i = 0; i < count; ++i) {
        const json_t* former_view = json_array_get(formers_view, i);
        const auto end = time_member(former_view, "end_time");
        if (!end) continue;
        log.former_operators.push_back({name_from(json::text_member(former_view, "name")), *end});
    }
    std::sort(log.former_operators.begin(), log.former_operators.end(),
              [](const auto& left, const auto& right) { return left.end < right.end; });
}

std::optional<CtLog> read_log(const json_t* log_view)
{
    const auto key = base::from_base64(json::text_member(log_view, "key").value_or(""));
    const auto id = base::from_base64(json::text_member(log_view, "log_id").value_or(""));
    if (!key || !id) return std::nullopt;
    CtLog log;
    log.id = base::sha256(base::bytes_of(*key));
    if (base::text_of(log.id) != *id || !is_public_key(base::bytes_of(*key))) return std::nullopt;
    log.key_der.assign(key->begin(), key->end());
    log.name = name_from(json::text_member(log_view, "description"));
    if (!read_interval(log_view, log)) return std::nullopt;
    read_state(log_view, log);
    read_former_operators(log_view, log);
    return log;
}

// False: more logs than we take.
bool read_logs(const json_t* operator_view, const char* key, std::vector<CtLog>& logs)
{
    const json_t* logs_view = json::array_member(operator_view, key);
    const std::size_t count = json_array_size(logs_view);
    if (count > k_max_logs) return false;
    for (std::size_t i = 0; i < count; ++i) {
        auto log = read_log(json_array_get(logs_view, i));
        if (!log) continue;
        log->operator_name = name_from(json::text_member(operator_view, "name"));
        log->is_tiled = std::string_view{key} == "tiled_logs";
        logs.push_back(std::move(*log));
    }
    return logs.size() <= k_max_logs;
}

} // namespace

const std::string& CtLog::operator_at(base::Instant when) const
{
    for (const FormerOperator& former : former_operators)
        if (when < former.end) return former.name;
    return operator_name;
}

CtLogList::CtLogList(std::string version, base::Instant published, std::vector<CtLog> logs)
    : m_version{std::move(version)}, m_published{published}, m_logs{std::move(logs)}
{
    // A log named twice is the first one named.
    for (std::size_t i = 0; i < m_logs.size(); ++i) m_by_id.try_emplace(m_logs[i].id, i);
}

const CtLog* CtLogList::find(const base::Sha256& id) const
{
    const auto at = m_by_id.find(id);
    return at == m_by_id.end() ? nullptr : &m_logs[at->second];
}

std::size_t CtLogList::operator_count() const
{
    std::set<std::string_view> names;
    for (const CtLog& log : m_logs) names.insert(log.operator_name);
    return names.size();
}

base::Result<CtLogList, CtLogListRefusal> parse_ct_log_list(std::string_view text)
{
    using enum CtLogListRefusal;
    if (text.size() > k_max_log_list_bytes) return base::refuse(too_large);
    const auto parsed = json::parse(text);
    if (!parsed) return base::refuse(not_json);
    const json_t* root_view = parsed->get();
    const auto version = json::text_member(root_view, "version");
    const auto published = time_member(root_view, "log_list_timestamp");
    const json_t* operators_view = json::array_member(root_view, "operators");
    if (!version || !published || operators_view == nullptr) return base::refuse(wrong_shape);

    std::vector<CtLog> logs;
    if (json_array_size(operators_view) > k_max_logs) return base::refuse(too_many_logs);
    for (std::size_t i = 0; i < json_array_size(operators_view); ++i) {
        const json_t* operator_view = json_array_get(operators_view, i);
        for (const char* key : {"logs", "tiled_logs"})
            if (!read_logs(operator_view, key, logs)) return base::refuse(too_many_logs);
    }
    if (logs.empty()) return base::refuse(no_logs);
    return CtLogList{name_from(version), *published, std::move(logs)};
}

std::optional<CtLogListReplaceRefusal> refuse_replacement(const CtLogList& fetched,
                                                          const CtLogList* current)
{
    using enum CtLogListReplaceRefusal;
    if (fetched.operator_count() < k_min_operators) return too_few_operators;
    if (current != nullptr && fetched.published() < current->published()) return older;
    return std::nullopt;
}

} // namespace forensics
