#include "chain/rpc_endpoints.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/origin.hpp"

#include <algorithm>

namespace chain {

namespace {

using std::chrono::seconds;

constexpr seconds k_question_timeout{15};
constexpr std::int64_t k_fresh_s = 15;
constexpr std::int64_t k_ahead_s = 5;  // what clocks may differ
constexpr unsigned k_silent_after = 3; // questions

ChainHead chain_head(const BlockHeader& block, bool is_fresh)
{
    return {.number = block.number, .timestamp_s = block.timestamp_s, .is_fresh = is_fresh};
}

} // namespace

ReaderSettings reader_settings(const config::Config& config)
{
    const auto& payment = config.payment;
    return {.urls = payment.rpc_urls,
            .chain_id = payment.network.chain_id(),
            .timeout = payment.rpc_timeout,
            .confirmations = static_cast<std::uint64_t>(payment.confirmations),
            .single_source_max = payment.single_source_max,
            .token = payment.asset};
}

RpcEndpoints::RpcEndpoints(net::HttpClient& http, const base::Clock& clock,
                           const ReaderSettings& settings, const SteadyNow& now)
    : m_clock{clock}, m_now{now}
{
    if (settings.urls.empty()) throw base::Fault{"no chain endpoint is configured"};
    for (const std::string& url : settings.urls)
        m_sources.push_back({.rpc = RpcEndpoint{http,
                                                {.url = url,
                                                 .ordinal = m_sources.size() + 1,
                                                 .chain_id = settings.chain_id,
                                                 .timeout = settings.timeout},
                                                now},
                             .witness = witness_at(url)});
}

std::size_t RpcEndpoints::witness_at(const std::string& url)
{
    const auto origin = base::origin_of(url);
    if (!origin) throw base::Fault{"a chain endpoint has no http or https URL"};
    const auto known = std::find(m_witnesses.begin(), m_witnesses.end(), *origin);
    const auto index = static_cast<std::size_t>(known - m_witnesses.begin());
    if (known == m_witnesses.end()) m_witnesses.push_back(*origin);
    return index;
}

void RpcEndpoints::note_unanswered(Source& source, std::string detail)
{
    ++source.unanswered;
    source.detail = std::move(detail);
}

RpcEndpoints::Outcome RpcEndpoints::put(Source& source, RpcReading& reading, const ChainHead& head,
                                        const Question& question)
{
    const auto told = question(reading, head);
    if (!told) {
        // A stranger's large transaction does not make an endpoint look silent.
        if (!told.error().is_too_large) note_unanswered(source, told.error().detail);
        return Outcome::unanswered;
    }
    source.unanswered = 0;
    return *told ? Outcome::enough : Outcome::answered;
}

std::optional<ReadRefusal> RpcEndpoints::survey(std::size_t needed, const Question& question)
{
    struct Lagging {
        Source* source;
        RpcReading reading;
        BlockHeader head;
    };
    const Deadline deadline = m_now() + k_question_timeout;
    std::vector<Lagging> lagging;
    std::vector<bool> has_answered(m_witnesses.size());
    bool is_someone_silent = false;
    bool is_someone_fresh = false;
    std::int64_t newest_s = 0;
    for (Source& source : m_sources) {
        if (has_answered[source.witness]) continue;
        RpcReading reading{source.rpc, deadline};
        const auto head = reading.head();
        if (!head) {
            is_someone_silent |= !source.rpc.serves_wrong_chain();
            note_unanswered(source, head.error().detail);
            continue;
        }
        if (age_s(*head) < -k_ahead_s) {
            is_someone_silent = true;
            note_unanswered(source, "its head is ahead of our clock");
            continue;
        }
        newest_s = std::max(newest_s, head->timestamp_s);
        if (age_s(*head) > k_fresh_s) {
            lagging.push_back({&source, reading, *head});
            continue;
        }
        is_someone_fresh = true;
        const Outcome outcome =
            put(source, reading, chain_head(*head, /*is_fresh=*/true), question);
        if (outcome == Outcome::enough) return std::nullopt;
        has_answered[source.witness] = outcome == Outcome::answered;
    }
    for (auto& each : lagging) {
        if (newest_s - each.head.timestamp_s > k_fresh_s) {
            note_unanswered(*each.source, "its head lags behind");
            continue;
        }
        if (is_someone_fresh || is_someone_silent || has_answered[each.source->witness]) continue;
        const Outcome outcome =
            put(*each.source, each.reading, chain_head(each.head, /*is_fresh=*/false), question);
        if (outcome == Outcome::enough) return std::nullopt;
        has_answered[each.source->witness] = outcome == Outcome::answered;
    }
    const auto answered = std::count(has_answered.begin(), has_answered.end(), true);
    if (static_cast<std::size_t>(answered) >= needed) return std::nullopt;
    return lagging.empty() ? ReadRefusal::unreachable : ReadRefusal::stale;
}

void RpcEndpoints::tell_all(const std::function<void(RpcReading& reading)>& tell)
{
    const Deadline deadline = m_now() + k_question_timeout;
    for (Source& source : m_sources) {
        RpcReading reading{source.rpc, deadline};
        tell(reading);
    }
}

std::int64_t RpcEndpoints::age_s(const BlockHeader& block) const
{
    const auto now = std::chrono::floor<seconds>(m_clock.now());
    return now.time_since_epoch().count() - block.timestamp_s;
}

base::Result<ChainHead, ReadRefusal> RpcEndpoints::head()
{
    std::optional<ChainHead> found;
    const auto refusal = survey(1, [&](RpcReading&, const ChainHead& head) -> Told<bool> {
        found = head;
        return true;
    });
    if (refusal) return base::refuse(*refusal);
    return found.value();
}

std::size_t RpcEndpoints::count_fresh()
{
    std::size_t fresh = 0;
    // What is not asked for cannot be refused.
    static_cast<void>(survey(0, [&](RpcReading&, const ChainHead& head) -> Told<bool> {
        if (head.is_fresh) ++fresh;
        return false;
    }));
    return fresh;
}

std::vector<EndpointTrouble> RpcEndpoints::troubles() const
{
    std::vector<EndpointTrouble> out;
    for (const Source& source : m_sources) {
        const auto name = base::concat("rpc endpoint ", source.rpc.ordinal(), ": ");
        if (source.rpc.serves_wrong_chain())
            out.push_back({EndpointTrouble::Kind::wrong_chain, name + "serves another chain than "
                                                                      "payment.network"});
        else if (source.unanswered >= k_silent_after)
            out.push_back({EndpointTrouble::Kind::silent, name + source.detail});
    }
    return out;
}

} // namespace chain
