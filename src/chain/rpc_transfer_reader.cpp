#include "chain/rpc_transfer_reader.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>

namespace chain {

namespace {

using std::chrono::seconds;

constexpr seconds k_question_timeout{15};
constexpr std::int64_t k_fresh_s = 15;
constexpr unsigned k_silent_after = 3; // questions

ChainHead chain_head(const BlockHeader& block, bool is_fresh)
{
    return {.number = block.number, .timestamp_s = block.timestamp_s, .is_fresh = is_fresh};
}

// The certain words of endpoints on one authorization, until enough agree or two contradict.
class Tally {
public:
    explicit Tally(std::size_t needed) : m_needed{needed} {}

    // Whether there is nothing left to ask.
    bool add(const Sighting& sighting)
    {
        std::size_t agreeing = 1;
        for (const Sighting& other : m_certain) {
            const auto same = agree(sighting, other);
            m_is_contradicted |= same == false;
            if (same == true) ++agreeing;
        }
        m_certain.push_back(sighting);
        m_is_agreed = agreeing >= m_needed;
        return m_is_agreed || m_is_contradicted;
    }

    [[nodiscard]] bool is_contradicted() const { return m_is_contradicted; }
    // What enough of them say; nullptr: too few say the same.
    [[nodiscard]] const Sighting* agreed() const
    {
        return m_is_agreed && !m_is_contradicted ? &m_certain.back() : nullptr;
    }

private:
    std::size_t m_needed;
    std::vector<Sighting> m_certain;
    bool m_is_agreed = false;
    bool m_is_contradicted = false;
};

// Of the newest word only so much is sure as the older head has seen.
ChainHead older_of(const ChainHead& one, const ChainHead& other)
{
    return one.number <= other.number ? one : other;
}

} // namespace

ReaderSettings reader_settings(const base::config::Config& config)
{
    const auto& payment = config.payment;
    return {.urls = payment.rpc_urls,
            .chain_id = payment.network.chain_id(),
            .timeout = payment.rpc_timeout,
            .confirmations = static_cast<std::uint64_t>(payment.confirmations),
            .single_source_max = payment.single_source_max};
}

RpcTransferReader::RpcTransferReader(net::HttpClient& http, const base::Clock& clock,
                                     const ReaderSettings& settings, const SteadyNow& now)
    : m_clock{clock}, m_settings{settings}, m_now{now}
{
    if (settings.urls.empty()) throw base::Fault{"no chain endpoint is configured"};
    for (const std::string& url : settings.urls)
        m_sources.push_back({.rpc = RpcEndpoint{http,
                                                {.url = url,
                                                 .ordinal = m_sources.size() + 1,
                                                 .chain_id = settings.chain_id,
                                                 .timeout = settings.timeout},
                                                now}});
}

void RpcTransferReader::note_unanswered(Source& source, std::string detail)
{
    ++source.unanswered;
    source.detail = std::move(detail);
}

RpcTransferReader::Outcome RpcTransferReader::put(Source& source, RpcReading& reading,
                                                  const BlockHeader& head, bool is_fresh,
                                                  const Question& question)
{
    const auto told = question(reading, head, is_fresh);
    if (!told) {
        note_unanswered(source, told.error().detail);
        return Outcome::unanswered;
    }
    source.unanswered = 0;
    return *told ? Outcome::enough : Outcome::answered;
}

std::optional<ReadRefusal> RpcTransferReader::survey(std::size_t needed, const Question& question)
{
    struct Lagging {
        Source* source;
        RpcReading reading;
        BlockHeader head;
    };
    const Deadline deadline = m_now() + k_question_timeout;
    std::vector<Lagging> lagging;
    std::size_t answered = 0;
    bool is_someone_silent = false;
    bool is_someone_fresh = false;
    std::int64_t newest_s = 0;
    for (Source& source : m_sources) {
        RpcReading reading{source.rpc, deadline};
        const auto head = reading.head();
        if (!head) {
            is_someone_silent |= !source.rpc.serves_wrong_chain();
            note_unanswered(source, head.error().detail);
            continue;
        }
        newest_s = std::max(newest_s, head->timestamp_s);
        if (age_s(*head) > k_fresh_s) {
            lagging.push_back({&source, reading, *head});
            continue;
        }
        is_someone_fresh = true;
        const Outcome outcome = put(source, reading, *head, /*is_fresh=*/true, question);
        if (outcome == Outcome::enough) return std::nullopt;
        if (outcome == Outcome::answered) ++answered;
    }
    for (auto& each : lagging) {
        if (newest_s - each.head.timestamp_s > k_fresh_s) {
            note_unanswered(*each.source, "its head lags behind");
            continue;
        }
        if (is_someone_fresh || is_someone_silent) continue;
        const Outcome outcome =
            put(*each.source, each.reading, each.head, /*is_fresh=*/false, question);
        if (outcome == Outcome::enough) return std::nullopt;
        if (outcome == Outcome::answered) ++answered;
    }
    if (answered >= needed) return std::nullopt;
    return lagging.empty() ? ReadRefusal::unreachable : ReadRefusal::stale;
}

std::int64_t RpcTransferReader::age_s(const BlockHeader& block) const
{
    const auto now = std::chrono::floor<seconds>(m_clock.now());
    return now.time_since_epoch().count() - block.timestamp_s;
}

std::optional<std::size_t> RpcTransferReader::needed_for(value::AtomicUsd value)
{
    const std::size_t needed = value <= m_settings.single_source_max ? 1 : 2;
    if (needed <= m_sources.size()) return needed;
    m_lacks_second = true;
    return std::nullopt;
}

base::Result<ChainHead, ReadRefusal> RpcTransferReader::head()
{
    std::optional<ChainHead> found;
    const auto refusal =
        survey(1, [&](RpcReading&, const BlockHeader& head, bool is_fresh) -> Told<bool> {
            found = chain_head(head, is_fresh);
            return true;
        });
    if (refusal) return base::refuse(*refusal);
    return found.value();
}

base::Result<AuthorizationState, ReadRefusal> RpcTransferReader::authorization(
    const ExpectedTransfer& expected, std::int64_t not_before_s)
{
    const auto needed = needed_for(expected.value);
    if (!needed) return base::refuse(ReadRefusal::unreachable);
    Tally tally{*needed};
    std::optional<ChainHead> oldest;
    bool is_used_for_someone = false;
    const auto refusal = survey(
        *needed, [&](RpcReading& reading, const BlockHeader& head, bool is_fresh) -> Told<bool> {
            const auto told =
                look_for_use(reading, expected, head, not_before_s, m_settings.confirmations);
            if (!told) return base::refuse(told.error());
            const ChainHead here = chain_head(head, is_fresh);
            oldest = oldest ? older_of(*oldest, here) : here;
            is_used_for_someone |= told->use != AuthorizationUse::unused;
            return told->is_certain() && tally.add(*told);
        });
    if (tally.is_contradicted()) return base::refuse(ReadRefusal::disagreement);
    if (refusal) return base::refuse(*refusal);
    AuthorizationState state{
        .head = oldest.value(), .use = AuthorizationUse::used_unseen, .proof = std::nullopt};
    const Sighting* agreed = tally.agreed();
    if (agreed == nullptr) return state;
    // Who saw any use of it, even an unclear one, is not outvoted by those who saw none.
    if (agreed->use == AuthorizationUse::unused && is_used_for_someone) return state;
    state.use = agreed->use;
    if (state.use == AuthorizationUse::paid) state.proof = agreed->place;
    return state;
}

base::Result<std::optional<TransferProof>, ReadRefusal> RpcTransferReader::transfer_in(
    const value::TxHash& tx_hash, const ExpectedTransfer& expected)
{
    const auto needed = needed_for(expected.value);
    if (!needed) return base::refuse(ReadRefusal::unreachable);
    Tally tally{*needed};
    const auto refusal = survey(
        *needed, [&](RpcReading& reading, const BlockHeader& head, bool is_fresh) -> Told<bool> {
            const auto told = look_at_receipt(reading, tx_hash, expected,
                                              chain_head(head, is_fresh), m_settings.confirmations);
            if (!told) return base::refuse(told.error());
            return told->is_certain() && tally.add(*told);
        });
    if (tally.is_contradicted()) return base::refuse(ReadRefusal::disagreement);
    if (refusal) return base::refuse(*refusal);
    const Sighting* agreed = tally.agreed();
    if (agreed == nullptr || agreed->use != AuthorizationUse::paid)
        return std::optional<TransferProof>{};
    return agreed->place;
}

std::vector<EndpointTrouble> RpcTransferReader::troubles() const
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
    if (m_lacks_second)
        out.push_back({EndpointTrouble::Kind::too_few,
                       "transfers above payment.single_source_max need two payment.rpc_urls"});
    return out;
}

} // namespace chain
