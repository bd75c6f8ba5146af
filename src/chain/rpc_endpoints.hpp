// The configured JSON-RPC endpoints of the chain: which of them may be believed. Readers share one
// set of them, and with it rests, checks of the chain id and what is known of their health.
//
// An endpoint has a weight when its head is at most 15 s old. One whose head is more than 5 s ahead
// of our clock gives no answer: times that are still to come would stand as the newest ones for as
// long as they are. When none has such a head although
// each of them answered, the chain stands still and those at the newest head have a weight; when
// one of them gave no answer, the others may just lag, and the question is refused as `stale`. A
// lone endpoint that lags looks like a chain that stands still: chain time says how far it got.
//
// A witness is what answers at one origin (scheme, host and port), by however many URLs: two
// names of one endpoint prove nothing to each other. Each witness speaks once to a question; its
// further URLs are asked only while the ones before them gave no usable answer.
#pragma once

#include "base/clock.hpp"
#include "chain/rpc_reading.hpp"
#include "config/config.hpp"

namespace chain {

struct ReaderSettings {
    std::vector<std::string> urls; // http or https, in order of preference; at least one
    std::uint64_t chain_id = 0;
    std::chrono::milliseconds timeout{6000}; // of one call
    std::uint64_t confirmations = 2;
    value::AtomicUsd single_source_max; // inclusive
    value::EvmAddress token{value::EvmAddress::Raw{}};
};

// From the section [payment].
ReaderSettings reader_settings(const config::Config& config);

// Not thread-safe: the readers that share one belong to one thread.
class RpcEndpoints {
public:
    // `http` and `clock` must outlive the object. Throws Fault when no endpoint is configured, or
    // one that has no origin.
    // `now`: steady time of rests and deadlines, in tests another than the real one.
    RpcEndpoints(net::HttpClient& http, const base::Clock& clock, const ReaderSettings& settings,
                 const SteadyNow& now = &std::chrono::steady_clock::now);

    // Asked of one endpoint with a weight, and answered by each witness at most once; an answer of
    // true ends the survey.
    using Question = std::function<Told<bool>(RpcReading& reading, const ChainHead& head)>;

    // Asks the endpoints in order, for 15 s at most. The refusal is that of a question which fewer
    // than `needed` witnesses answered.
    std::optional<ReadRefusal> survey(std::size_t needed, const Question& question);

    // Tells every endpoint something, also those without a weight; for 15 s at most.
    void tell_all(const std::function<void(RpcReading& reading)>& tell);

    // The head of the first endpoint with a weight.
    base::Result<ChainHead, ReadRefusal> head();

    // How many witnesses are configured.
    [[nodiscard]] std::size_t count() const { return m_witnesses.size(); }

    // How many of them tell of a head that is fresh now: none while the chain stands still.
    std::size_t count_fresh();

    // `silent`: an endpoint that gave no usable answer to the last three questions it was asked.
    [[nodiscard]] std::vector<EndpointTrouble> troubles() const;

private:
    struct Source {
        RpcEndpoint rpc;
        std::size_t witness = 0; // index in m_witnesses
        unsigned unanswered = 0; // questions in a row
        std::string detail = {}; // why the last one was
    };

    enum class Outcome { unanswered, answered, enough };
    Outcome put(Source& source, RpcReading& reading, const ChainHead& head,
                const Question& question);
    // By our clock.
    [[nodiscard]] std::int64_t age_s(const BlockHeader& block) const;
    // The index of the witness at the URL's origin.
    std::size_t witness_at(const std::string& url);
    static void note_unanswered(Source& source, std::string detail);

    const base::Clock& m_clock;
    SteadyNow m_now;
    std::vector<Source> m_sources;
    std::vector<std::string> m_witnesses; // origins, each once
};

} // namespace chain
