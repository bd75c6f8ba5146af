#include "chain/rpc_transfer_reader.hpp"

#include "chain/sighting.hpp"

namespace chain {

namespace {

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

} // namespace

std::optional<std::size_t> RpcTransferReader::needed_for(value::AtomicUsd value)
{
    const std::size_t needed = value <= m_single_source_max ? 1 : 2;
    if (needed <= m_endpoints.count()) return needed;
    m_lacks_second = true;
    return std::nullopt;
}

base::Result<AuthorizationState, ReadRefusal> RpcTransferReader::authorization(
    const ExpectedTransfer& expected, std::int64_t not_before_s)
{
    const auto needed = needed_for(expected.value);
    if (!needed) return base::refuse(ReadRefusal::unreachable);
    Tally tally{*needed};
    std::optional<ChainHead> oldest;
    bool is_used_for_someone = false;
    const auto refusal =
        m_endpoints.survey(*needed, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            const auto told = look_for_use(reading, expected, head, not_before_s, m_confirmations);
            if (!told) return base::refuse(told.error());
            oldest = oldest ? older_of(*oldest, head) : head;
            is_used_for_someone |= told->use != AuthorizationUse::unused;
            return told->is_certain() && tally.add(*told);
        });
    if (tally.is_contradicted()) return base::refuse(ReadRefusal::disagreement);
    if (refusal) return base::refuse(*refusal);
    AuthorizationState state{
        .head = oldest.value(), .use = AuthorizationUse::used_unseen, .proof = std::nullopt};
    const Sighting* agreed = tally.agreed();
    if (agreed == nullptr) return state;
    // Endpoints that saw no use of it do not outvote one that saw any, even an unclear one.
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
    const auto refusal =
        m_endpoints.survey(*needed, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            const auto told = look_at_receipt(reading, tx_hash, expected, head, m_confirmations);
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
    auto out = m_endpoints.troubles();
    if (!m_lacks_second) return out;
    EndpointTrouble& trouble = out.emplace_back();
    trouble.kind = EndpointTrouble::Kind::too_few;
    trouble.detail = "transfers above payment.single_source_max need two payment.rpc_urls of "
                     "different origin";
    return out;
}

} // namespace chain
