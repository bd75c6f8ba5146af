// TransferReader over JSON-RPC endpoints: which of them may be believed, and how many must agree.
//
// An endpoint has a weight when its head is at most 15 s old. When none has such a head although
// each of them answered, the chain stands still and those at the newest head have a weight; when
// one of them gave no answer, the others may just lag, and the question is refused as `stale`. A
// lone endpoint that lags looks like a chain that stands still: chain time says how far it got.
#pragma once

#include "base/clock.hpp"
#include "base/config/config.hpp"
#include "chain/rpc_endpoint.hpp"
#include "chain/sighting.hpp"

namespace chain {

struct ReaderSettings {
    std::vector<std::string> urls; // in order of preference; at least one
    std::uint64_t chain_id = 0;
    std::chrono::milliseconds timeout{6000}; // of one call
    std::uint64_t confirmations = 2;
    value::AtomicUsd single_source_max; // inclusive
};

// From the section [payment].
ReaderSettings reader_settings(const base::config::Config& config);

class RpcTransferReader final : public TransferReader {
public:
    // `http` and `clock` must outlive the reader. Throws Fault when no endpoint is configured.
    // `now`: steady time of rests and deadlines, in tests another than the real one.
    RpcTransferReader(net::HttpClient& http, const base::Clock& clock,
                      const ReaderSettings& settings,
                      const SteadyNow& now = &std::chrono::steady_clock::now);

    base::Result<ChainHead, ReadRefusal> head() override;
    base::Result<AuthorizationState, ReadRefusal> authorization(const ExpectedTransfer& expected,
                                                                std::int64_t not_before_s) override;
    base::Result<std::optional<TransferProof>, ReadRefusal> transfer_in(
        const value::TxHash& tx_hash, const ExpectedTransfer& expected) override;
    // `silent`: an endpoint that gave no usable answer to the last three questions it was asked.
    [[nodiscard]] std::vector<EndpointTrouble> troubles() const override;

private:
    struct Source {
        RpcEndpoint rpc;
        unsigned unanswered = 0; // questions in a row
        std::string detail = {}; // why the last one was
    };
    // Asked of one endpoint with a weight; an answer of true ends the survey.
    using Question =
        std::function<Told<bool>(RpcReading& reading, const BlockHeader& head, bool is_fresh)>;

    // Asks the endpoints in order. The refusal is that of a question which fewer than `needed`
    // endpoints answered.
    std::optional<ReadRefusal> survey(std::size_t needed, const Question& question);
    enum class Outcome { unanswered, answered, enough };
    Outcome put(Source& source, RpcReading& reading, const BlockHeader& head, bool is_fresh,
                const Question& question);
    // How many endpoints must agree on a transfer of `value`; nullopt: more than there are.
    std::optional<std::size_t> needed_for(value::AtomicUsd value);
    // By our clock.
    [[nodiscard]] std::int64_t age_s(const BlockHeader& block) const;
    static void note_unanswered(Source& source, std::string detail);

    const base::Clock& m_clock;
    ReaderSettings m_settings;
    SteadyNow m_now;
    std::vector<Source> m_sources;
    bool m_lacks_second = false;
};

} // namespace chain
